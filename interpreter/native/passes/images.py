"""What the codes of a set lead to by a table is kept, where play changes it code by code.

Such an *image* is the union of the rows of a table for the codes of a set: the members of a family
that have an occupied cell, the placements of the pieces that are left.  A code that the set gains
adds its row; one that it loses takes its row away, if no two rows share anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import count
from operator import or_

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import Difference, differences_of
from interpreter.native.ir.effects import Assign, Effect, Effects, For, inside
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import expanded, keep_in_plan, terms_in
from interpreter.native.ir.terms import INT, TRUE, Loop, Table, Term
from interpreter.native.passes.patterns.questions import grows_with, is_plain

LEAST_WORDS = 2  # of rows that are worth keeping
MAX_WORDS = 2048  # of all images of a state, which is copied for each move that is looked at
AT = t.var("at", INT)  # stands for the entry of the field whose codes are followed


@frozen
class Image:
    """The rows of a table for the codes of a set; by entry where the set is one of a field."""

    table: Table
    source: Term
    size: int = 0  # how many entries, 0 where the set does not depend on one

    def given(self, index: tuple[Term, ...]) -> Term:
        return t.substitute(self.source, {AT.data: index[0]}) if self.size else self.source



def keep_images(plan: Plan) -> None:
    """Keep the images that a plan reads, where effects change them code by code: `plan.kept`."""
    images = (image_of(plan, term) for term in terms_in(plan, "fold"))
    found = dict.fromkeys(image for image, _ in filter(None, images))
    keeper = ImageKeeper(plan, kept(image for image in found if is_followed(plan, image)))
    if keeper.fields:
        keep_in_plan(plan, keeper.read, partial(expanded, change=keeper.followed))
        plan.kept = {**keeper.computed(), **plan.kept}


def kept(images: Iterable[Image]) -> Iterator[Image]:
    """The images for which there is room."""
    room = MAX_WORDS
    for image in images:
        words = image.table.type.size * max(1, image.size)
        if words <= room:
            room -= words
            yield image


def image_of(plan: Plan, term: Term) -> tuple[Image, tuple[Term, ...]] | None:
    """The image that a loop makes, and of which entry; None for any other term."""
    if term.op != "fold" or term.data.reduction != "union" or len(term.data.loops) > 1:
        return None
    (loop,), (source, *rest) = term.data.loops, term.args
    if loop.kind != "bits" or not is_plain(source) or rest[0] != TRUE:
        return None
    row = rest[1]
    if row.op != "table" or row.args != (t.var(loop.name, INT),) or row.type.size < LEAST_WORDS:
        return None
    if source.op == "read" and source.args:
        entry = t.read(source.data, source.type, AT)
        return Image(row.data, entry, plan.fields.all[source.data].sizes[0]), source.args
    if source.free or any(i.value is None for p in source.parts if p.op == "read" for i in p.args):
        return None
    return (Image(row.data, source), ()) if source.reads else None


def is_followed(plan: Plan, image: Image) -> bool:
    """Whether each change that an action makes to the set of an image is one of known codes."""
    bodies = [*(s.effects for s in plan.steps.values()), plan.after, *plan.going_on.values()]
    changes = [e for body in bodies for e in inside(body)
               if isinstance(e, Assign) and e.field in image.source.reads]  # fmt: skip
    ways = {way for e in changes for way in ways_of(plan, image, e)}
    rows = image.table.values
    are_apart = reduce(or_, rows).bit_count() == sum(row.bit_count() for row in rows)
    return None not in ways and (False not in ways or (image.source.op == "read" and are_apart))


def ways_of(plan: Plan, image: Image, effect: Assign) -> Iterator[bool | None]:
    """Whether the set of an image gains codes (true) or loses some; None if that is not known."""
    known = differences_of(effect.value, plan.fields.read(effect.field, *effect.index))
    if known is None or any(effect.field in i.reads for i in effect.index):
        yield None
    for change in known or ():
        yield None if effect.field in change.codes.reads else change.gains
        if grows_with(image.source, effect.field) != {True}:
            yield None


class ImageKeeper:
    """Keeps some images in one plan."""

    def __init__(self, plan: Plan, images: Iterable[Image]):
        self.plan, self.numbers = plan, count()
        self.fields = {image: f"image_{number}" for number, image in enumerate(images)}
        for image, name in self.fields.items():
            plan.fields.add(name, image.table.type, *((image.size,) if image.size else ()))

    def read(self, term: Term) -> Term:
        """A term that makes an image as one that reads it."""
        image = image_of(self.plan, term)
        if image is None or image[0] not in self.fields:
            return term
        return self.plan.fields.read(self.fields[image[0]], *image[1])

    def computed(self) -> dict[str, Effects]:
        """The fields that are kept, each with the effects that find its value anew."""
        return {
            name: tuple(self.change(image, at, True, image.given(at))
                        for at in self.plan.fields.all[name].indices)
            for image, name in self.fields.items()
        }

    def followed(self, effect: Effect) -> Iterator[Effect]:
        """An effect, and what it changes."""
        yield effect
        if isinstance(effect, Assign):
            before = self.plan.fields.read(effect.field, *effect.index)
            for image in self.fields:
                if effect.field in image.source.reads:
                    for change in differences_of(effect.value, before) or ():
                        yield self.by(image, effect, change)

    def by(self, image: Image, effect: Assign, change: Difference) -> Effect:
        """What an image becomes by some codes that an assignment adds or takes away."""
        at = effect.index if image.size else ()
        is_itself = image.source.op == "read"
        codes = change.codes if is_itself else t.meet(change.codes, image.given(at))
        return self.change(image, at, change.gains, codes)

    def change(self, image: Image, at: tuple[Term, ...], gains: bool, codes: Term) -> Effect:
        """The rows of some codes join an image, or leave it."""
        if codes.op == "bit":
            return self.changed(image, at, gains, codes.args[0])
        loop = Loop("bits", f"imaged_{next(self.numbers)}", INT, 1)
        body = self.changed(image, at, gains, t.var(loop.name, INT))
        return For(None, (loop,), (codes,), TRUE, (body,))

    def changed(self, image: Image, at: tuple[Term, ...], gains: bool, code: Term) -> Assign:
        """The same for one code."""
        name = self.fields[image]
        whole, row = self.plan.fields.read(name, *at), t.lookup(image.table, code)
        return Assign(None, name, at, (t.union if gains else t.minus)(whole, row))
