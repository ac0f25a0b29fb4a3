#!/bin/sh
# Plays all studies of this folder, or goes on with them, and writes their reports.
cd "$(dirname "$0")" || exit 1
for study in squ cropa cuiquindi quarod quardo quardo-touch; do
    mkdir -p "$study"
    gdl compare "$study-study.yaml" --out "$study" > "$study/report.txt.new" || exit 1
    mv "$study/report.txt.new" "$study/report.txt"
done
