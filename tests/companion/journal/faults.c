/* Faults in what a process does with files, for tests: loaded before the C library (LD_PRELOAD), it counts every call
 * that opens, writes, syncs, cuts, renames or removes a file below one folder, and lets one of them fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[PATH_MAX];
static volatile long count, fails_at;
static volatile int error_number, lasting;

/* From now on the call of number `at` in `where` fails with this error, and with `last` all calls after it, too; with
 * error 0 the process ends there, after half of what it was to write was written. */
void faults_begin(const char *where, long at, int error, int last)
{
    strncpy(folder, where, sizeof folder - 1);
    error_number = error;
    lasting = last;
    count = 0;
    fails_at = at;
}

/* How many calls there were. */
long faults_count(void) { return count; }

static int inside(const char *path) { return folder[0] && path && strncmp(path, folder, strlen(folder)) == 0; }

static int inside_fd(int fd)
{
    char name[64], path[PATH_MAX];
    if (!folder[0]) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return inside(path);
}

/* Whether this call is to fail. */
static int due(void)
{
    long number = __sync_add_and_fetch(&count, 1);
    return fails_at > 0 && (number == fails_at || (lasting && number > fails_at));
}

static int failed(void)
{
    if (error_number == 0) _exit(9);
    errno = error_number;
    return -1;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) *(void **)&real = dlsym(RTLD_NEXT, name)

#define OPEN(symbol, name) \
    int symbol(const char *path, int flags, ...) \
    { \
        va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \
        REAL(int, name, const char *, int, ...); \
        if (inside(path) && due()) return failed(); \
        return real(path, flags, mode); \
    }
OPEN(open, "open")
OPEN(open64, "open64")

#define WRITE_AT(symbol, name, offset_type) \
    ssize_t symbol(int fd, const void *data, size_t length, offset_type place) \
    { \
        REAL(ssize_t, name, int, const void *, size_t, offset_type); \
        if (inside_fd(fd) && due()) { if (!error_number) real(fd, data, length / 2, place); return failed(); } \
        return real(fd, data, length, place); \
    }
WRITE_AT(pwrite, "pwrite", off_t)
WRITE_AT(pwrite64, "pwrite64", off64_t)

ssize_t write(int fd, const void *data, size_t length)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (inside_fd(fd) && due()) { if (!error_number) real(fd, data, length / 2); return failed(); }
    return real(fd, data, length);
}

#define ON_FD(symbol, name) \
    int symbol(int fd) \
    { \
        REAL(int, name, int); \
        if (inside_fd(fd) && due()) return failed(); \
        return real(fd); \
    }
ON_FD(fsync, "fsync")
ON_FD(fdatasync, "fdatasync")

#define CUT(symbol, name, offset_type) \
    int symbol(int fd, offset_type length) \
    { \
        REAL(int, name, int, offset_type); \
        if (inside_fd(fd) && due()) return failed(); \
        return real(fd, length); \
    }
CUT(ftruncate, "ftruncate", off_t)
CUT(ftruncate64, "ftruncate64", off64_t)

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    if (inside(to) && due()) return failed();
    return real(from, to);
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    if (inside(path) && due()) return failed();
    return real(path);
}
