#!/bin/sh
# Plays all studies of this folder, or resumes them, and writes their reports: about 25 minutes
# on two processors.  The games and the JSON stay out of the repository; the CSV has the figures.
cd "$(dirname "$0")" || exit 1
for study in ${*:-squ cropa cuiquindi cuiquindi-boards quarod quardo quardo-touch}; do
    mkdir -p "$study"
    gdl compare "$study-study.yaml" --out "$study" > "$study/report.txt.new" || exit 1
    mv "$study/report.txt.new" "$study/report.txt"
    rm -f "$study/report.json"
done
