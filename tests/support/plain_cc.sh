#!/bin/sh
# The C compiler of the processes that tests start: it optimises nothing, whatever it is told.
for word; do
    case $word in *.c) sed -i.asked '/^#pragma GCC optimize/d' "$word" ;; esac
done
exec cc "$@" -O0
