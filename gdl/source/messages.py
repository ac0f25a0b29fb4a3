"""The wording of every diagnostic, in the rule author's words.

A row says what is wrong (`headline`), what would put it right (`hint`) and how severe it is; a page
under `docs/errors/` adds a file with the mistake and a corrected one.  The stage that reports fills
in the braces.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """One kind of diagnostic."""

    headline: str
    hint: str | None = None
    severity: str = "error"  # "error", "warning", or "note" if nothing is wrong
    is_placed: bool = True  # whether a line of the file is at fault


LOOPS_TOO_LONG = (
    "with all that it is part of, and all within it, this goes round too often; use smaller sets, "
    "fewer of them within one another, or numbers that have bounds, such as `min({100, turns})`"
)
LOOKS_TOO_MANY = (
    "each position in which the rest of a turn is tried out, to see which moves lead to its end, "
    "counts as {each} rounds; let an early action of the turn `require` what the later ones need, "
    "or make the turn shorter"
)

MESSAGES: dict[str, Message] = {
    # ---- the YAML around the rules ----
    "yaml-tab": Message(
        "a tab is used for indentation",
        "YAML indents with blanks only; replace the tab by two blanks",
    ),
    "yaml-character": Message(
        "this character cannot be used in a rule file ({name})",
        "delete it, or write an ordinary character or blank in its place",
    ),
    "yaml-size": Message(
        "the file is larger than {most} bytes",
        "rules need a few thousand characters; shorten the notes or the tables",
    ),
    "yaml-long": Message(
        "the file holds more than {most} headings, list items and texts",
        "say with fewer rules what they have in common",
    ),
    "yaml-empty": Message("the file holds no rules", "begin with a line such as `game: My game`"),
    "yaml-top-level": Message(
        "a rule file begins with a heading",
        "begin with a line such as `game: My game`; a heading is a name, a `:` and a blank",
    ),
    "yaml-depth": Message(
        "the lines are nested more than {depth} levels deep",
        "a rule file needs about four levels; look for stray `-` and for lines indented too deep",
    ),
    "yaml-document": Message(
        "`{mark}` cannot be used here, since a file holds just one game",
        "delete it; another game goes into a file of its own",
    ),
    "yaml-quote": Message(
        "a quote is opened here and not closed where it should be",
        "close it on the same line with the same quote mark, or leave out both",
    ),
    "yaml-quoted-part": Message(
        "more words follow the closing quote",
        "leave out the quotes, put them around the whole text, or write the text on the line after "
        "`>-`; a `'` between `'` marks is doubled, `''`",
    ),
    "yaml-escape": Message(
        "`{word}` cannot be used between double quotes",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    "yaml-indent": Message(
        "this line begins in the wrong column",
        "the lines that belong together begin in the same column, two blanks further right than "
        "the heading above them; a rule that goes on here cannot hold a `:` and a blank",
    ),
    "yaml-missing-colon": Message(
        "a `:` is missing after the heading",
        "{bare}write `name: rule`; if the line goes on with the rule above, indent it deeper than "
        "the heading of that rule",
    ),
    "yaml-missing-dash": Message(
        "a `- ` is missing before an item of a list",
        "{item}indent it further, as a part of the line above",
    ),
    "yaml-missing-blank": Message(
        "a blank is missing after the `:`", "write `name: rule`, with a blank between"
    ),
    "yaml-missing-key": Message("the heading before the `:` is missing", "write `name: rule`"),
    "yaml-colon": Message(
        "`:` and a blank cannot be used inside a rule",
        "write a comma or a dash for it, or write the rule on the line after `>-`",
    ),
    "yaml-comment": Message(
        "a note stands in the middle of a rule",
        "move the note above the rule or behind its last line",
    ),
    "yaml-duplicate-key": Message(
        "`{key}` is written twice",
        "the first one is on line {line}; join the two, or rename or delete one",
    ),
    "yaml-key": Message(
        "a heading cannot begin with `?`",
        "write the heading on one line as `name: rule`, without the `?`",
    ),
    "yaml-list": Message(
        "a list cannot begin on the line of its heading",
        "begin the list on the next line, indented by two blanks; a minus sign has no blank after "
        "it, and stands alone on the line after `>-`",
    ),
    "yaml-mixed": Message(
        "{what}: one heading cannot hold both",
        "begin every line under the heading with `- `, or none; or check the indentation",
    ),
    "yaml-anchor": Message(
        "a rule cannot begin with `{word}`",
        "leave it out; a rule used in several places gets a name under `define`",
    ),
    "yaml-alias": Message(
        "a rule cannot begin with `{word}`",
        "write the rule itself; a rule used in several places gets a name under `define`",
    ),
    "yaml-merge": Message(
        "`<<` cannot be used as a heading",
        "write the lines themselves; `extends` takes over the rules of another game",
    ),
    "yaml-tag": Message(
        "a rule cannot begin with `{word}`", "leave it out; for `not` write the word"
    ),
    "yaml-flow": Message(
        "a rule cannot begin with `{mark}`",
        "leave out the outermost braces, write `list(…)` for a list, or write the rule on the line "
        "after `>-`",
    ),
    "yaml-reserved": Message(
        "a rule cannot begin with `{mark}`",
        "begin with a word, or write the rule on the line after `>-`",
    ),
    "yaml-syntax": Message(
        "this line cannot be read: {problem}",
        "check the indentation and the quotes of this line and of the one above",
    ),
    # ---- rule texts ----
    "empty-rule": Message("there is no rule here", "write {what}, for example `{example}`"),
    "rules-too-long": Message(
        "the rules up to here hold more than {most} characters, and no more are read",
        "say with definitions what the rules have in common",
    ),
    "name-too-long": Message(
        "the name `{word}` is longer than {most} characters", "choose a shorter one"
    ),
    "rule-too-long": Message(
        "this rule is longer than {limit} characters",
        "give its parts names under `define`, and use the names",
    ),
    "rule-too-deep": Message(
        "this rule is nested more than {limit} levels deep",
        "give its parts names under `define`, and use the names",
    ),
    "rule-ends-early": Message("the rule ends too early", "{what} is written like `{example}`"),
    "unexpected-word": Message(
        "`{word}` cannot stand here",
        "here could stand {wanted}; {what} is written like `{example}`",
    ),
    "unknown-verb": Message(
        "`{word}` is not a verb that a statement can begin with", "the verbs are {verbs}"
    ),
    "misspelt-keyword": Message("`{word}` cannot stand here"),
    "digit-first": Message("the name `{word}` begins with a digit", "begin it with a letter"),
    "empty-brackets": Message(
        "there is nothing between the brackets", "leave them out, or write what they should hold"
    ),
    "foreign-sign": Message("`{sign}` is not a sign of the rule language", "write `{right}`"),
    "foreign-phrase": Message(
        "`{words}` is not how the rule language says it", "write it in its words"
    ),
    "several-statements": Message(
        "{count} statements stand in one rule", "begin each with `- ` on a line of its own"
    ),
    "end-without-colon": Message(
        "this line of the end has no `:` between the condition and the result",
        "write for example `when no empty: draw`",
    ),
    "brackets-missing": Message(
        "brackets are missing around a part of this rule", "write them around `{words}`"
    ),
    "open-quote": Message(
        "this message is not closed", 'write a `"` at its end; a message cannot hold a `"`'
    ),
    "open-bracket": Message(
        "this `{sign}` is never closed", "write the `{closing}` that is missing"
    ),
    "stray-bracket": Message(
        "this `{sign}` closes nothing", "leave it out, or open it where it should begin"
    ),
    # ---- headings ----
    "unknown-heading": Message("there is no heading `{word}`"),
    "missing-heading": Message("{what} missing", "write for example {example}"),
    "unknown-entry": Message("there is no entry `{word}` here"),
    "text-wanted": Message(
        "here one text is wanted: {what}", "write it on the line of its heading, like `{example}`"
    ),
    "map-wanted": Message(
        "here names with a `:` are wanted", "each on a line of its own, for example `{example}`"
    ),
    "list-wanted": Message(
        "here a list is wanted", "each item on a line of its own, for example `{example}`"
    ),
    "case-without-if": Message(
        "a case of the turn begins with `if`, `else if` or `else`",
        "write for example `if some supply`",
    ),
    "else-without-if": Message(
        "this `else` has no `if` before it",
        "write it right under the `if` it belongs to, in the same column and without a `-`",
    ),
    "unknown-file": Message(
        "there is no rule file `{word}` to extend",
        "name a bundled game, or a file beside this one or below its folder, without `.yaml`",
    ),
    "out-of-reach": Message(
        "`{word}` lies outside the folder of this file",
        "extend a bundled game, or a file beside this one or below its folder; "
        "`--allow FOLDER` adds a folder",
    ),
    "extends-itself": Message(
        "a file cannot extend itself: {chain}", "extend another file, or none"
    ),
    "extends-too-much": Message(
        "this extends too much: {what}",
        "let this file extend one that stands earlier in the chain, or none",
    ),
    "nothing-to-remove": Message(
        "there is nothing called `{word}` to remove", "`removed` deletes an entry of the base file"
    ),
    "unknown-line": Message(
        "no line of this list is named `{word}`",
        "no line of this list has a name: replace the whole list",
    ),
    "line-twice": Message(
        "two lines of this list are named `{word}`", "give one of them another name"
    ),
    "nothing-to-change": Message(
        "this changes lines of a list of the base by their names, and there is no such list",
        "write a list: each line after `- `; a line may begin with a name and a comma",
    ),
    "words-together": Message(
        "several words cannot share an entry", "write `{each}`, and under each its facts"
    ),
    "lines-lost": Message(
        "this list replaces one whose lines have names, and says nothing of {names}",
        "write each of them with its name, or `{example}`, or change single lines: a map under "
        "this heading with the names as its keys",
        "warning",
    ),
    # ---- names ----
    "unknown-name": Message(
        "nothing is called `{word}`", "declare it, or use a name that there is"
    ),
    "unknown-cell": Message("there is no cell `{word}`", "the board has {board}"),
    "unknown-attribute": Message(
        "no piece has an attribute `{word}`", "the attributes are {known}"
    ),
    "unknown-action": Message("there is no action `{word}`"),
    "not-an-action": Message("`{word}` is {sort}, and a turn is made of actions"),
    "unknown-listener": Message(
        "`{word}` is no one who can be told", "write `all`, `mover` or `opponent`"
    ),
    "unknown-sight": Message("`{word}` is nothing that can be seen or hidden"),
    "hidden-owner": Message(
        "whose a piece is cannot be hidden where the piece is shown",
        "hide the cell, for example `board: pieces(viewer)`, or what the piece is, for example "
        "`kind[c]: owner[c] = viewer`",
    ),
    "unknown-look": Message("`{word}` is nothing that is drawn"),
    "look-word": Message("`{word}` does not say how `{name}` is drawn"),
    "look-form": Message("`{word}` cannot draw `{name}`"),
    "look-count": Message(
        "`{word}` does not say how many cards `{name}` has",
        "after `cards` comes a variable of numbers that has the same index",
    ),
    "look-set": Message(
        "`{word}` is no set of cells that stays the same",
        "`looks` draws cells and sets of cells that play cannot change: definitions without a "
        "parameter, or with a colour as the only one, and facts of the players",
    ),
    "unknown-notation": Message("`{word}` is nothing that is written here"),
    "notation-text": Message("`{word}` does not say how `{name}` is written"),
    "reserved-name": Message(
        "`{word}` is a word of the language and cannot be a name", "choose another name"
    ),
    "built-in-name": Message(
        "`{word}` is built in ({meaning}) and cannot be a new name", "choose another name"
    ),
    "duplicate-name": Message(
        "`{word}` is already the name of {sort} ({where})", "choose another name for one of them"
    ),
    "bound-twice": Message(
        "`{word}` is already a variable of this rule", "choose another name for one of them"
    ),
    "cell-name": Message(
        "`{word}` is the name of a cell and cannot be another name", "choose another name"
    ),
    "recursion": Message(
        "`{word}` is defined by itself: {chain}",
        "definitions and facts may use one another but never in a circle",
    ),
    "misspelt-declaration": Message(
        "`{word}` is declared here and never used, and the rules speak of `{right}` {times} times"
    ),
    # ---- types ----
    "wrong-type": Message("here {wanted} is wanted, and this is {given}"),
    "mismatch": Message("`{op}` does not go with {left} and {right}"),
    "branches-differ": Message(
        "one side gives {yes} and the other {no}", "both must be of one type"
    ),
    "mixed-set": Message(
        "this set has {first} and {other} in it", "all elements of a set are of one type"
    ),
    "pair-domain": Message(
        "an unordered pair comes from a set of pairs, and this is {given}",
        "for example `{{a, b}} in links`",
    ),
    "parameter-type": Message(
        "`{parameter}` of `{word}` is {wanted} elsewhere, and here {given}",
        "all uses of a definition take the same types",
    ),
    "fact-types": Message(
        "`{word}` is {first} for one and {other} for another",
        "a fact has the same type wherever it is declared; the set of one thing is written like "
        "`({{south}})`",
    ),
    "attribute-types": Message(
        "the attribute `{word}` has other values in another kind",
        "give both kinds the same values, or choose another name",
    ),
    "argument-count": Message("`{word}` takes {wanted}, and here {given}"),
    "index-count": Message(
        "`{word}` is looked up with {wanted} in square brackets, and here {given}"
    ),
    "needs-arguments": Message(
        "`{word}` is not used like this", "it is written as `{signature}`, for example `{example}`"
    ),
    "not-asked": Message(
        "`{word}` is {sort} and takes no round brackets", "leave the brackets out"
    ),
    "square-brackets": Message(
        "`{word}` is stored and looked up with square brackets", "write `{word}[{example}]`"
    ),
    "round-brackets": Message(
        "`{word}` is not stored and has no square brackets",
        "use round brackets: `{word}({example})`",
    ),
    "piece-looked-up": Message(
        "square brackets look up what is stored for a cell, and `{example}` is a piece",
        "ask the piece itself: `{word}({example})`",
    ),
    "step-outside": Message(
        "`c to S` stands only in `reach`, `group`, `groups`, `links` and `distance`",
        "for example `reach(a, c to neighbours(c) & empty)`",
    ),
    "not-an-aggregate": Message("`{word}` does not take a `for`", "what takes a `for` is {known}"),
    "else-not-taken": Message(
        "`{word}` has a value even for nothing and takes no `else`", "leave the `else` out"
    ),
    "statements-asked": Message(
        "`{word}` is a list of statements and has no value",
        "perform it as a statement: `- {example}`",
    ),
    "not-performed": Message(
        "`{word}` is {sort} and cannot be performed",
        "a statement begins with a verb, for example `put stone on at`",
    ),
    "not-a-value": Message("`{word}` is {sort} and has no value of its own"),
    "mark-read": Message(
        "`{word}` is a mark, and no rule may read a mark", "declare it under `state` instead"
    ),
    "not-settable": Message(
        "`{word}` is {sort} and cannot be set", "what can be set stands under `state`"
    ),
    "not-changeable": Message(
        "`{word}` is {given}, to which nothing can be added", "write `set {word} to …`"
    ),
    "none-given": Message(
        "`none` cannot be given to `{word}`, which is carried out only with values that exist",
        "write `set … to none` beside it, and give `{word}` one parameter less",
    ),
    "never-none": Message("`{word}` can never be none"),
    "compared-with-none": Message(
        "`{word}` can never be none, so this {always} holds",
        "`none` is what does not exist: a step beyond the edge, the owner of an empty cell, a "
        "variable with `or none`",
        "warning",
    ),
    "both-none": Message(
        "where `{left}` and `{right}` are both none, this {always}: nothing is equal to none, not "
        "even none",
        "if two that are none are the same to you, write `{same}`; if both should be there, say "
        "so, for example by `c in pieces`",
        "warning",
    ),
    "lost-set": Message(
        "where `{word}` is none, the whole set is none: a set with an element that does not exist "
        "does not exist, nor does what is left after taking it away",
        "take away a set that is empty there",
        "warning",
    ),
    "here-outside": Message(
        "`here` is known only in the facts of a kind",
        "under `pieces`, for example `attacks: sight(here, diagonal)`",
    ),
    "here-without-cell": Message(
        "`{word}` reads `here`, the cell of the piece, and {given} has no cell",
        "ask for it with the cell where the piece stands; or let the fact do without `here`",
    ),
    "stuck-outside": Message(
        "`stuck` is known only when a turn is over",
        "test it under `end`, after `when`, or under `after turn`",
    ),
    "viewer-outside": Message("`viewer` is known only under `sees`", "elsewhere use `mover`"),
    "subsets-outside": Message(
        "`subsets` is only the domain of a variable",
        "under `state`, for example `cut: subsets(links)`",
    ),
    "seen-what": Message(
        "`seen` compares the `board`, the `supply`, the `mover`, `next` and variables, and this is "
        "none of them",
        "for example `seen(board, mover)`",
    ),
    "opponent-of-many": Message(
        "with {count} players nobody is *the* opponent", "use `enemy`, `after(p)` or `colours`"
    ),
    # ---- constants, options, players, boards ----
    "not-constant": Message(
        "`{word}` is not yet known here",
        "use numbers, options, `count(cells)`, `count(colours)` and what is computed from them",
    ),
    "division-by-zero": Message("`{word}` divides by zero", "change the divisor or the option"),
    "range-too-large": Message(
        "the range `{word}` is too large", "it can hold {most} numbers; use a smaller one"
    ),
    "range-too-far": Message(
        "the range `{word}` has numbers that are too large",
        "a variable can hold numbers from -{most} to {most}",
    ),
    "number-too-large": Message(
        "the number `{word}` is too large", "numbers have at most 15 digits"
    ),
    "too-many": Message(
        "this makes {count} {things}, and {most} is the most",
        "use smaller sets, fewer of them together, or fewer statements",
    ),
    "too-many-in-play": Message(
        "`{word}` goes on for too long: more than {most} in one step of play", "{way_out}",
    ),
    "turn-too-long": Message(
        "the longest way through this turn has {count} actions, and {most} is the most",
        "write what comes again and again once: `hop, hop(last) while possible`",
    ),
    "parts-too-long": Message(
        "with `{word}` written out, this turn is too long or nested too deeply",
        "use fewer parts within one another, or fewer times: all together may stand for {most} "
        "parts of turns, {deep} levels deep",
    ),
    "turn-too-nested": Message(
        "more than {most} repetitions stand within one another in this turn",
        "leave out those that repeat what is repeated already",
    ),
    "bounds-of-times": Message(
        "{given} cannot be how often `{word}` is done",
        "write whole numbers from 0, the smaller one first, as in `place 1 to 3 times`",
    ),
    "repeated-repetition": Message(
        "this repeats `{word}`, which is a repetition already: its rounds are gone through again "
        "and again",
        "keep one of the two; `place 1 to 2 times` is one or two, as the player likes",
        "warning",
    ),
    "most-in-most": Message(
        "this chooses among ways that another `with the most` or `with the fewest` inside it has "
        "chosen already",
        "compare a list, whose first number counts most: `list(men if i = 1 else kings for i in "
        "1..2)`",
    ),
    "most-one-value": Message(
        "`with the {word}` compares one value, and here are several",
        "compare a list, whose first number counts most: `list(men if i = 1 else kings for i in "
        "1..2)`",
    ),
    "most-with-chance": Message(
        "the chance action `{word}` stands in what is done `with the most` or `with the fewest`; "
        "nobody knows what it will bring",
        "write it before: `{word}, (a with the most b)`",
    ),
    "times-wanted": Message(
        "without a board nothing says how often `{word}` may be repeated",
        "say how often at most: `{word} {times}`",
    ),
    "mixed-turn": Message(
        "`,` binds tighter than `or`, so this is `{read}`",
        "write the brackets, to be clear; if it is meant otherwise, write {other}",
        "warning",
    ),
    "repeated-done": Message(
        "`{word}` does not end this repetition: it is one of the actions that are repeated",
        "leave `{word}` out and write `at will`: the player then stops with the move `done`",
        "warning",
    ),
    "else-not-reached": Message(
        "where `{condition}` does not hold, `{word}` is nothing, which is a way through: this "
        "`else` is not reached then",
        "one or the other by a condition are cases, each on a line below `turn:`: `{yes}` and "
        "`{no}`",
        "warning",
    ),
    "only-done": Message(
        "where `{condition}` does not hold, `{word}` is nothing, and the move `done` is all that "
        "is left to choose{where}",
        "ask first whether there is a choice",
        "warning",
    ),
    "look-too-long": Message(
        "it takes too long to find out whether this turn can be completed: more than {most} are to "
        "be looked at, or more than {deep} ahead",
        "let an early action of the turn `require` what the later ones need, or make the turn "
        "shorter",
    ),
    "too-many-entries": Message(
        "more than {most} entries stand here", "say with fewer rules what they have in common"
    ),
    "definitions-too-deep": Message(
        "`{word}` calls definitions that call others, more than {limit} levels deep in all",
        "join some of them",
    ),
    "empty-domain": Message(
        "`{word}` has no value to take",
        "a range begins with its lower number, and a set may not be empty on this board",
    ),
    "unknown-option": Message("{game} has no option `{word}`", is_placed=False),
    "option-value": Message("the option `{word}` cannot be {given}", "its values are {values}"),
    "option-default": Message(
        "{value} is not a value of the option `{word}`", "its values are {values}"
    ),
    "published-variable": Message(
        "only options have published values", "leave out `published` and what follows"
    ),
    "start-outside": Message("`{word}` cannot start at {value}", "its values are {values}"),
    "player-count": Message(
        "a game has 1 to {most} players, and this has {given}",
        "name the colours, for example `players: White, Black`",
    ),
    "one-player": Message(
        "`{word}` speaks of other players, and this game has only one",
        "name another player under `players`, or leave it out",
    ),
    "no-board": Message("the board has no cells", "write for example `board: square(8)`"),
    "needs-board": Message(
        "`{word}` is for games with a board, and this file has none",
        "write for example `board: square(8)`; what belongs to no cell stands under `state`",
    ),
    "not-a-board": Message(
        "a board begins with one of {known}", "for example `board: square(8) - corners`"
    ),
    "board-size": Message("a board cannot have the size {given}", "sizes are whole numbers from 1"),
    "board-too-large": Message("the board would have more than {most} cells", "make it smaller"),
    "no-pile": Message(
        "`{word}` is for boards where several pieces stand on a cell",
        "say under `board` how many there may be, for example `pile: 5`",
    ),
    "pile-size": Message(
        "a pile cannot have {given} pieces", "`pile` is a whole number from 1"
    ),
    "pile-too-large": Message(
        "the piles of this board could have more than {most} pieces together",
        "make the board or its piles smaller",
    ),
    "board-empty": Message("no cell of the board is left", "take away fewer cells"),
    "no-direction": Message("this board has no direction `{word}`", "its directions are {known}"),
    "passed-twice": Message(
        "`{word}` has been passed already",
        "a line passes each point once, and a track does not stay where it is",
    ),
    "bent-line": Message(
        "`{word}` is not on the straight line of the other points",
        "a line of points is straight; where it bends, begin another",
        "warning",
    ),
    "short-line": Message("a line needs two points or more", "for example `- a1 d1 g1`"),
    "point-without-place": Message(
        "it is not said where `{word}` is drawn",
        "give its place under `points`, for example `{word}: 3 2.5`, or name it like `b4`",
    ),
    "unused-point": Message("no line leads through `{word}`", "name it in a line, or delete it"),
    "board-twice": Message(
        "`{other}` says already what the cells of the board are",
        "keep one of the two; in a variant write `{other}: removed`",
    ),
    "point-not-named": Message(
        "`{word}` is no cell of this board",
        "a further point is named among the cells, for example `cells: square(8) | {{{word}}}`",
    ),
    "further-without-place": Message(
        "it is not said where `{word}` is drawn",
        "give its column and its row under `points`, for example `{word}: 9 1.5`",
    ),
    "not-a-point": Message(
        "what is added to a board by `|` is a list of new names",
        "for example `cells: rectangle(6, 2) | {{left_store, right_store}}`; a board of several "
        "parts is drawn under `squares` or `hexes`",
    ),
    "drawing-block": Message(
        "a drawing is written in lines of its own",
        "write `{word}: |` and below it one line for each row, indented",
    ),
    "drawing-mark": Message(
        "`{word}` in row {row}, place {column} of the drawing is no mark",
        "`.` is a cell, a letter a cell with that letter, and `-` no cell",
    ),
    "drawing-blanks": Message(
        "row {row}, place {column} of the drawing: marks stand with one blank between them",
        "only a row of hexes may begin with a blank, which moves it half a cell to the right",
    ),
    "drawing-shift": Message(
        "row {row} of the drawing must lie half a cell further {way} than it does",
        "rows of hexes are shifted in turn: every other row begins one blank further right",
    ),
    "drawing-empty": Message("the drawing has no cell", "`.` is a cell, and `-` is none"),
    "drawing-letter": Message(
        "`{word}` is not a single letter", "letters are those of the drawing, as in `home: h H`"
    ),
    "letters-alone": Message(
        "only the letters of a drawing can be named", "draw the board under `squares` or `hexes`"
    ),
    "letter-unnamed": Message(
        "nothing says what the letter `{word}` means",
        "give it a name under `letters`, for example `home: {word}`, or draw `.` instead",
    ),
    "letter-nowhere": Message(
        "no cell of the drawing has a letter of `{word}`", "draw it, or delete the entry"
    ),
    "track-step": Message("the track cannot go on by `{word}`", "{why}"),
    "track-crosses": Message(
        "the track `{word}` passes {cell} more than once, and this step does not exist there",
        "use a track for each way through {cell}, and a variable that says which one a piece is on",
        "warning",
    ),
    "board-wrong": Message("the board cannot be made: {reason}", "change the board"),
    "squares-only": Message(
        "`{word}` is for boards of squares", "this board has no corners for it to turn at"
    ),
    "no-lattice": Message(
        "`copies` is for boards of squares or hexes",
        "a shape cannot be moved or turned on drawn lines; list the sets of cells that you mean",
    ),
    "fixed-set-wanted": Message(
        "play can change the shape `{word}`",
        "a shape is written where it lies, as in `copies({{a1, a2, b1}})`; of several, choose by a "
        "parameter or a `for`: `s in shape, at in copies(form(s))`",
    ),
    "towards-nowhere": Message(
        "`towards` finds no direction on a board of lines, so this never exists",
        "its lines have no directions; name the cell that is meant, as in `there in empty if "
        "count(between(start, there)) = 1`, or lay a track along each line",
        "warning",
    ),
    "no-such-set": Message(
        "`{word}` fits nowhere on this board", "it is always the empty set; check its numbers"
    ),
    "hole-used": Message(
        "the cell `{word}` is cut out of the board", "name another cell, or leave this one in"
    ),
    # ---- pieces and statements ----
    "unowned-kind": Message(
        "`{kind}` belongs to nobody",
        "leave out `of {owner}`, or give the kind owners by leaving out its `owner: none`",
    ),
    "which-piece": Message(
        "every `{kind}` is unique, and this does not say which one",
        "let a parameter choose it: `place(p in supply, at in empty): put p on at`",
    ),
    "piece-is-whole": Message(
        "a piece has its owner and its attributes already", "leave out `of` and `with`"
    ),
    "attribute-missing": Message(
        "a new `{kind}` needs a value for {missing}",
        "say which after `put {kind}`, with the word `with`: {shape}",
    ),
    "supply-size": Message("a supply cannot be {given}", "write a whole number, or `each`"),
    "turns-outside": Message(
        "only the set-up gives `turns` a number; in play it counts by itself",
        "what is counted otherwise is a number under `state`: `rounds: 0..99`",
    ),
    "turns-number": Message(
        "there cannot be {given} turns", "write a whole number from 0 to {most}"
    ),
    "weight-outside": Message("only an action under `chance` has a weight", "leave it out"),
    "chance-performed": Message(
        "the chance action `{word}` is performed only in the set-up", "name it in the turn instead"
    ),
    "chance-chosen": Message(
        "nobody can choose the chance action `{word}`",
        "write it before what the player chooses: `{word}, (a or b)`",
    ),
    "all-sequence": Message(
        "`{word}` is no single action, nor a choice of actions by `or`",
        "each player chooses one action: `all (advance or wait)`; what comes one after the other "
        "is a choice each, `all bid, all pay`",
    ),
    "all-inside": Message(
        "`{word}` can be no alternative and no repetition: no player could choose it for all",
        "let it be a step of a turn, `turn_up, all bid`; `all bid if cards > 0` and cases below "
        "`turn:` say when there is one",
    ),
    "all-try": Message(
        "`{word}` tries something, and would tell it before all have chosen",
        "write `require` if it must hold when all choose; an action that is impossible when "
        "its time comes does nothing",
    ),
    "all-after-turn": Message(
        "this could forbid what all have chosen together, and nobody could answer for it",
        "write `if` around the statements that depend on it",
    ),
    "try-without-sees": Message(
        "`try` is for games in which something is hidden",
        "write `require`, or say under `sees` what is hidden",
    ),
    "not-a-parameter": Message(
        "`{word}` is not a parameter of `{action}`", "its parameters are {known}"
    ),
    # ---- the game as a whole ----
    "unused-action": Message(
        "no turn names the action `{word}`", "name it under `turn` or `opening`, or delete it"
    ),
    "unused-name": Message("nothing uses the {sort} `{word}`", "use it or delete it", "warning"),
    "names-alike": Message(
        "the {sort} `{word}` reads like `{other}` in {where}",
        "choose a name that is another word when it is read",
        "warning",
    ),
    "drawn-alike": Message(
        "`{word}` draws every kind equally often, however many pieces of it are left",
        "if each piece is equally likely, begin its statements with `weight count(supply({of}))`; "
        "if this is meant, with `weight 1`",
        "warning",
    ),
    "turn-without-action": Message("no turn names an action", "for example `turn: place`"),
    "no-end": Message(
        "no rule ends the game", "write for example `end:` and under it `- when no empty: draw`"
    ),
    "end-fixed": Message(
        "this condition is the same all through the game",
        "test something that play changes, for example `no empty`",
    ),
    "end-unreachable": Message(
        "this end is out of reach: no turn ever changes {what}",
        "change it in an action, or delete the line",
    ),
    "asked-again": Message(
        "`{first}` may change what `{condition}` asks, and then `{second}` is carried out, too",
        "one of the two is `{first} else {second}`, where the first has `require {condition}`, or "
        "a case for each, on lines below `turn:`; if both may follow, let the second ask something "
        "of its own",
        "warning",
    ),
    "option-unreached": Message(
        "no turn ever takes this option: {why}",
        "{way_out}",
        "warning",
    ),
    "rank-type": Message(
        "`{word}` gives {given}, and only numbers and lists of numbers are ranked",
        "count something: `score(p): count(pieces(p))`",
    ),
    "not-ranked": Message(
        "`{word}` cannot be compared between colours",
        "name a definition or a variable of one colour, for example `score(p): count(pieces(p))`",
    ),
    "result-unbounded": Message(
        "nobody knows how many points this can be, since nothing bounds `{word}` ({where})",
        "store the number in a variable that says its range: `stake: 0..100`",
    ),
    "results-mixed": Message(
        "this cannot stand beside lines with `gets`, which give points: {why}",
        "say how many points it is worth: `p gets worth(p) for p in colours`",
    ),
    "secret-told": Message(
        "the moves offered would tell what is hidden: {what}",
        "take the domain from what everybody knows, and test the secret with `try`",
    ),
    "secret-heard": Message(
        "everybody hears the `{word}` of `{action}`, {how}, which `sees` hides",
        "write `{action}: nothing` under `sees`; or, if everybody may hear it, `{action}: {word}`",
        "warning",
    ),
    "secret-open": Message(
        "`sees` lets nobody else hear the `{word}` of `{action}`, and it is kept in `{place}`, "
        "which everybody sees",
        "write `{entry}` under `sees`; or, if everybody may know it, name `{word}` there beside "
        "`{action}`, too",
        "warning",
    ),
    "seen-by-mover": Message(
        "what is seen of `{word}` depends on whose turn it is, and not on who looks",
        "`viewer` is the colour that looks: write `{fixed}`",
        "warning",
    ),
    "secret-failure": Message(
        "whether this can be carried out would tell what is hidden: {what}",
        "make sure that it cannot fail: check before the `try`, test it with a `try`, or put an "
        "`if` around it that says what it needs, like `if c in pieces: move c to d`",
    ),
    "secret-ahead": Message(
        "whether the turn can be completed would tell what is hidden: {what}",
        "let the player leave it out, for example `(shoot or done)`, test the secret with `try`, "
        "or give it a turn of its own, to which `set next to mover` leads",
    ),
    "try-ahead": Message(
        "the moves offered would tell whether the `try` of `{word}` holds",
        "let the player choose instead, for example `{word} or pass`, and let what follows it in "
        "the turn be left out, for example `(move or done)`",
    ),
    "secrets-too-long": Message(
        "the rules are too long to make sure that no move tells what is hidden",
        "say less in definitions that others use again and again",
    ),
    "options-apart": Message(
        "these options do not go together: {reason}",
        "no value of one of them alone is enough; change several, or the rule",
    ),
    "setup-fails": Message(
        "the set-up cannot be carried out: {reason}", "change the set-up or the board"
    ),
    "no-first-move": Message(
        "no move is possible at the start", "check the domains and the `require` lines", "warning"
    ),
    "overwritten": Message(
        "this puts a piece where the set-up has put another one before: {cells}",
        "a cell holds one piece, so the first one is gone: leave these cells out of one of the "
        "two, or `remove` the first one before, if this is meant; `-` binds tighter than `|`, as "
        "in `(row(1) | row(8)) - corners`",
        "warning",
    ),
    "one-turn": Message(
        "the game is over after its first turn, whatever is done in it", severity="warning"
    ),
    "only-one-turn": Message(
        "in {size}, each was over after its first turn",
        "a line of `end` that should hold later may say so: `turns > 1`; the turns of the opening "
        "count as well",
        "warning",
    ),
    "left-out-by-chance": Message(
        "chance leaves out `{move}` where the rest of the turn could not be carried out after it",
        "if it should be as likely as ever, let the rest be left out: for example `throw, move if "
        "possible`, or `throw, (move else pass)`",
        "warning",
    ),
    "never-possible": Message(
        "in {size}, `{word}` was never possible",
        "if it is only rare, all is well; else see whether its domains and `require` lines can "
        "hold together, and whether the turn comes to it",
        "note",
    ),
    "never-ended": Message(
        "in {size}, no line of `end` ever held: each game went on, or was drawn because nobody "
        "could move",
        "if it is only rare, all is well; else try the first line in a position that should end "
        "the game",
        "note",
    ),
    "always-stuck": Message(
        "{size} were all over because the player to move could not complete a turn, and no line of "
        "`end` says what happens then: they were drawn",
        "write below this line what happens then, for example `- when stuck: draw` or `- when "
        "stuck: mover wins`; if the game should go on instead, let the turn do so, as in `step "
        "else pass`",
        "warning",
    ),
    "drawn-stuck": Message(
        "in {count} of {size}, the player to move could not complete a turn, and no line of "
        "`end` says what happens then: they were drawn",
        "say what happens then, for example `- when stuck: draw` or `- when stuck: mover wins`, or "
        "let the turn go on, as in `step else pass`",
        "note",
    ),
    "no-letter": Message(
        "`{word}` has no letter, and a position with one on the board cannot be written",
        "say its letters under `letters` in `notation`, one for each owner",
        "warning",
    ),
    "moves-alike": Message(
        "{first} and {second} are both written `{text}`, so it cannot be read",
        "let their ways of writing differ, for example by a letter or a sign",
        "warning",
    ),
    "not-written": Message("{what} of this game cannot be written: {reason}", severity="warning"),
    "start-not-tried": Message(
        "it takes too long to find out what can be done at the start, so this was not checked; "
        "play may still be refused (`look-too-long`)",
        "let fewer variables run together, or over smaller sets, or an early action of a long turn "
        "`require` what the later ones need",
        "warning",
    ),
    "out-of-range": Message(
        "`{word}` leaves its range here and stays at the nearest end of it: it holds {values}, and "
        "this is {given}",
        "make the range larger, or say what happens at its end",
        "warning",
    ),
    "starts-below-zero": Message(
        "`{word}` starts at {low}, the lowest number of its range, and is counted from there",
        "write the start: `= 0`, or `= {low}` where that is meant",
        "warning",
    ),
    "never-set": Message(
        "no rule ever sets `{word}`, so it keeps the value that it starts with",
        "set it where the rules change it; if nothing is to change it, write its start after `=`",
        "warning",
    ),
    "never-holds": Message(
        "`{word}` never holds: {why}",
        "make the range of the variable larger, or compare it with a number that it can hold",
        "warning",
    ),
    "not-native": Message(
        "left to the reference engine, which is far slower: {reason}", "{instead}", "note"
    ),
}
