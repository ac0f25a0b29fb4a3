"""The rule sheet of a game, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.model import nodes as model
from gdl.model.analysis import Part, walk
from gdl.prose.expressions import clause, listed, name_of_words, named, noun
from gdl.prose.seeing import seen
from gdl.prose.statements import statements
from gdl.prose.turns import action, end, turn
from gdl.prose.words import plain
from gdl.source.spans import Span
from gdl.source.wording import number_of, show, show_values

INTRODUCTION = """\
What follows is made from the rule file. *Names in italics* are those of the file, **actions** are
in bold. The lines of an action are carried out one after the other; “only if” speaks of the
position at that moment, and if it does not hold, the action is not legal.
"""
PILE = (
    "Up to {} pieces may stand on a cell. Where nothing else is said, the owner, the kind and the "
    "like of what stands there are those of the top piece."
)


def sheet(game: model.Game) -> str:
    """The rules of a game in sentences, as Markdown with headings of the second level."""
    sections = (
        ("Options", options(game)),
        ("Equipment", equipment(game)),
        ("Start", nested(statements(game.setup))),
        ("Terms", terms(game)),
        ("Chance", actions(game, is_chance=True)),
        ("Actions", actions(game, is_chance=False)),
        ("Turns", turns(game)),
        ("Hidden information", hidden(game)),
        ("The end", [f"- {end(e)}" for e in game.ends]),
    )
    texts = [f"## {title}\n\n{body}\n" for title, lines in sections if (body := "\n".join(lines))]
    return "\n".join(texts)


def explained(game: model.Game) -> str:
    """A game for people: what it is called, its rules in sentences, and its notes."""
    return "\n".join(filter(None, (heading(game), INTRODUCTION, sheet(game), notes(game))))


def heading(game: model.Game) -> str:
    """The title, and whose game it is."""
    about = ", ".join(plain(game.about[k]) for k in ("designer", "year") if game.about.get(k))
    return f"# {plain(game.title)}\n" + (f"\n{about}\n" if about else "")


def notes(game: model.Game) -> str:
    """What the file says to people."""
    return f"## Notes\n\n{plain(game.about['notes'])}\n" if game.about.get("notes") else ""


def nested(lines: Iterable[tuple[int, str]], depth: int = 0) -> list[str]:
    """Lines as a list of Markdown with lists inside."""
    return [f"{'  ' * (depth + inside)}- {text}" for inside, text in lines]


def options(game: model.Game) -> list[str]:
    """What can be chosen before play."""
    lines = []
    sections = words_of(game)
    for option in game.declared:
        published = option.offered_published
        shown = f"; published with {show_values(published)}" if published else ""
        lines.append(f"- `{option.name}`: {show(game.options[option.name])} here, any of "
                     f"{show_values(option.offered)}{shown}.")  # fmt: skip
        used = [title for title, said in sections.items() if option.name in said]
        lines += [f"  - It decides {listed(used)}."] if used else []
    return lines


def words_of(game: model.Game) -> dict[str, set[str]]:
    """The words that the rules of each section of a file are made of."""
    if not game.declared:
        return {}
    said: dict[str, set[str]] = {}
    for title, head, parts in rules(game):
        said.setdefault(title, set()).update(*map(words, texts(head, parts)))
    return said


def words(text: str) -> set[str]:
    """The words of a rule text, without those that players read."""
    rule = " ".join(text.split('"')[::2])
    return set("".join(c if c.isalnum() or c == "_" else " " for c in rule).split())


def texts(head: Span | None, parts: Iterable[Part | None]) -> Iterator[str]:
    """A head and what is below it; a statement with a block has only its own head as a text."""
    if head is not None:
        yield head.text
    for part in parts:
        for node in walk(part) if part is not None else ():
            if not isinstance(node, model.Comprehension | model.Binder | model.Rank):
                yield node.span.text


def rules(game: model.Game) -> Iterator[tuple[str, Span | None, Iterable[Part | None]]]:
    """The titles of the sections of a file with a head and the parts of their rules."""
    for span in game.who_plays:
        yield "who plays", span, []
    yield "the board", game.board.span, []
    for span in game.supplies:
        yield "the pieces", span, []
    for kind in game.kinds:
        yield "the pieces", None, [*kind.attributes.values(), *kind.starts.values()]
    yield "the start", None, game.setup
    for variable in (*game.variables, *game.marks):
        yield "what is remembered", None, [*variable.index, variable.domain, variable.start]
    for name, fact in game.facts.items():
        yield named(name), None, fact.values.values()
    for name, definition in game.definitions.items():
        body = definition.body
        parts = [body] if isinstance(body, model.Expr) else body
        yield named(name), definition.span, parts
    for name, rule in game.actions.items():
        yield action(name), rule.span, [*rule.binders, *rule.body]
    yield "the opening", None, game.opening
    for condition, node in game.turn:
        yield "the turn", None, [condition, node]
    yield "what happens after a turn", None, game.after_turn
    yield "what is hidden", None, [shown.expr for shown in game.sees.values()]
    for question in game.questions:
        yield "what can be asked", None, [*question.binders, question.answer]
    for line in game.ends:
        yield "the end", line.span, [line.condition, *line.outcomes]


def equipment(game: model.Game) -> Iterator[str]:
    """Players, board, pieces and what is stored."""
    yield f"- {number_of(len(game.colours), 'colour')}: {listed(game.colours)}."
    yield f"- {board(game)}"
    for name, cells in game.board.tracks.items():
        yield f"- The track {named(name)}: {', '.join(cells)}."
    alike: dict[str, list[str]] = {}
    for kind in game.kinds:
        alike.setdefault(piece(game, kind), []).append(kind.name.replace("_", " "))
    yield from (f"- Pieces: {listed(names)}{what}." for what, names in alike.items())
    for name, said in sets_of_words(game).items():
        yield f"- Words: {named(name)} is one of {listed(said, 'or')}."
    for fact in game.facts.values():
        for name, value in fact.values.items():
            whose = f"a {name}" if fact.of == "kind" else name
            yield f"- The {named(fact.name)} of {whose.replace('_', ' ')}: {noun(value)}."
    yield from (f"- Remembered: {stored(variable)}" for variable in game.variables)
    yield from (f"- Shown: {stored(variable)}" for variable in game.marks)


def sets_of_words(game: model.Game) -> dict[str, list[str]]:
    """The sets of words that the rules call by a name, with what they hold."""
    found: dict[str, list[str]] = {}
    for _, _, parts in rules(game):
        for node in (node for part in parts if part is not None for node in walk(part)):
            name = name_of_words(node)
            if name is not None and isinstance(node, model.Display):
                found[name] = list(map(noun_of_word, node.items))
    return found


def noun_of_word(word: model.Expr) -> str:
    """A word, where the name of its set stands in the file."""
    return show(word.value).replace("_", " ") if isinstance(word, model.Value) else noun(word)


def board(game: model.Game) -> str:
    """The board."""
    this = game.board
    if this.shape == "none":
        return "There is no board."
    pile = f" {PILE.format(this.pile)}" if this.pile else ""
    if this.rows:
        return f"The board is drawn in the file.{pile}"
    if this.shape == "lines":
        return f"The board is a graph of {number_of(len(this.lines), 'line')} of points.{pile}"
    holes = f", without {noun(this.holes)}" if this.holes is not None else ""
    return f"The board: {this.shape}({', '.join(map(str, this.size))}){holes}.{pile}"


def piece(game: model.Game, kind: model.Kind) -> str:
    """A kind of piece: whose it is, how many there are, what it has."""
    owners = [owner for owner in kind.owners if owner is not None]
    whose = f" of {listed(owners)}" if owners else ", which belong to nobody"
    if owners and set(owners) == set(game.colours):
        whose = " of every colour"
    supply = "" if kind.supply is None else f", {kind.supply} each"
    if kind.supply == "each":
        supply = ", one of each"
    having = [f"{named(name)}: {noun(values)}" for name, values in kind.attributes.items()]
    more = f" with {listed(having)}" if having else ""
    return f"{whose}{supply}{more}"


def stored(variable: model.Variable) -> str:
    """A variable, its values and its start."""
    index = [f"{listed(map(named, b.names))} of {noun(b.domain)}" for b in variable.index]
    each = f" for each {listed(index)}" if index else ""
    none = ", or nothing" if variable.or_none else ""
    start = f"; at first {noun(variable.start)}" if variable.start is not None else ""
    return f"{named(variable.name)}{each}, {values(variable.domain)}{none}{start}."


def values(domain: model.Expr) -> str:
    """What a variable can be."""
    if isinstance(domain, model.Range):
        return f"a number from {noun(domain)}"
    if isinstance(domain, model.BuiltinCall) and domain.name in ("subsets", "flag"):
        return noun(domain)
    return f"one of {noun(domain)}"


def terms(game: model.Game) -> Iterator[str]:
    """The definitions that the rules speak of."""
    for name, definition in game.definitions.items():
        body = definition.body
        of = parameters(definition)
        if isinstance(body, model.Expr):
            said = clause(body) if body.type.name == "flag" else noun(body)
            yield f"- {named(name)}{of}: {said}."
        else:
            yield f"- {named(name)}{of}:"
            yield from nested(statements(body), 1)


def parameters(definition: model.Definition) -> str:
    """The parameters of a definition, as its head in the file names them."""
    head = definition.span.text.partition(":")[0]
    inside = head.partition("(")[2].rpartition(")")[0]
    names = [name.strip() for name in inside.split(",") if name.strip()]
    return f" of {listed(map(named, names))}" if names else ""


def actions(game: model.Game, is_chance: bool) -> Iterator[str]:
    """What can be done, with its parameters and what it does."""
    for name, rule in game.actions.items():
        if rule.is_chance != is_chance:
            continue
        chosen = [f"{listed(map(named, b.names))} from {noun(b.domain)}" for b in rule.binders]
        yield f"- {action(name)}{f': choose {listed(chosen)}' if chosen else ''}."
        yield from nested(statements(rule.body), 1)


def turns(game: model.Game) -> Iterator[str]:
    """The opening, the regular turn, and what happens after it."""
    for number, node in enumerate(game.opening, 1):
        yield f"- Turn {number}: {turn(node)}."
    for condition, node in game.turn:
        when = f"If {clause(condition)}" if condition is not None else (
            "Otherwise" if len(game.turn) > 1 else "Every later turn" if game.opening else
            "Every turn")
        yield f"- {when}: {turn(node)}."
    if game.after_turn:
        yield "- After each turn:"
        yield from nested(statements(game.after_turn), 1)


def hidden(game: model.Game) -> Iterator[str]:
    """What is hidden, and what can be asked."""
    for name, shown in game.sees.items():
        yield f"- {seen(game, name, shown)}."
    for question in game.questions:
        chosen = [f"{listed(map(named, b.names))} from {noun(b.domain)}" for b in question.binders]
        given = f" with {listed(chosen)}" if chosen else ""
        asked = f"{named(question.name)}{given}"
        yield f"- A player may ask {asked}, and is told {noun(question.answer)}."
