"""What `companion doctor` looks at, one small check each: is it there, does it work, and if not, what to do."""
