#!/bin/sh
# Plays the studies of this folder, or what they lack, and writes their reports and the sentences in
# README.md anew: about 6 minutes on two free processors, one if all was played.
# GDL="python -m interpreter.cli" names another command than gdl.
# The games and the JSON stay out of the repository; the CSV has the figures.
cd "$(dirname "$0")" || exit 1
gdl=${GDL:-gdl}

report() { # the name of a study, and the command that writes its report
    name=$1
    shift
    mkdir -p "$name"
    "$@" --out "$name" > "$name/report.txt.new" || exit 1
    mv "$name/report.txt.new" "$name/report.txt"
    rm -f "$name/report.json"
}

for name in ${*:-squ cropa cuiquindi quarod quarod-tuned quardo}; do
    case $name in
    quarod-tuned)
        report $name $gdl tune quarod --vary size=4..9 --agents uct:20 --games 300 \
            --target turns=30..40 --target score-1=50±6%
        ;;
    *) report "$name" $gdl compare "$name-study.yaml" ;;
    esac
done
python ../../tests/support/study_pages.py
