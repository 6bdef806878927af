# First process of the machine whose plug is pulled: no systemd, so that a start takes seconds. Hands the journal out as
# the last pulled plug has left it, and plays on.
#
#   share/journal/       the journal at the last start; "ready" is written when it is complete
#   share/diary/         what the players were shown, as tools.soak.evening keeps it
set -u
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYTHONDONTWRITEBYTECODE=1
share=/run/share
kept=/var/lib/finstere-flure-companion
rm -rf $share/journal
mkdir -p $kept $share/journal $share/diary
cp $kept/games.sqlite* $share/journal/ 2>/dev/null
touch $share/journal/ready
cd /run/project || exit
/opt/finstere-flure-companion/current/bin/python -m tools.soak.life $share/diary $kept --games 1000 --seed "$(date +%s)" >$share/log 2>&1
echo "it ended: $?" >>$share/log
sleep infinity
