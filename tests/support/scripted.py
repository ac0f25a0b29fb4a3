"""A match that is written down, played on the page by clicks, and what the page then draws.

`Script` reads the file of a match, `Hand` clicks its moves, `drawn` says what is on the board.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from support.browsing import WAIT, Visit

SHOTS = "BOARDWRIGHT_SHOTS"  # names the folder for pictures; without it there are none
SIZES = {"390-dark": (390, 844, "dark"), "1440-light": (1440, 900, "light")}
WATCH = """
window.sent = []; window.told = {position: 0, answer: 0};
const later = window.setTimeout;  // what is told for some seconds stays until it was looked at
window.setTimeout = (work, time, ...more) => later(work, time > 1000 ? 20 * time : time, ...more);
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
    const message = JSON.parse(data);
    if (message.type === 'play') window.sent.push(message.move);
    if (message.type === 'ask') window.sent.push('? ' + message.question);
    return send.call(this, data);
};
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
    constructor(...words) {
        super(...words);
        this.addEventListener('message', (event) => {
            const {type, look} = JSON.parse(event.data);
            if (type in window.told && look !== true) window.told[type] += 1;
        });
    }
};
"""
PLACE = """((which) => {
    const found = document.querySelector(which);
    if (found === null) return null;
    found.scrollIntoView({block: 'nearest'});
    const box = found.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})"""
FRAME = "() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))"
DRAWN = r"""() => {
    const middle = (it) => { const b = it.getBoundingClientRect();
                             return [b.x + b.width / 2, b.y + b.height / 2]; };
    const cells = [...document.querySelectorAll('.board .hits [data-cell]')]
        .map((it) => [it.dataset.cell, ...middle(it)]);
    const nearest = ([x, y]) => cells.map(([name, cx, cy]) => [Math.hypot(x - cx, y - cy), name])
        .sort((a, b) => a[0] - b[0])[0][1];
    const corners = (line) => line.replace(/A[\d.]+,[\d.]+/g, '')
        .matchAll(/(-?[\d.]+),(-?[\d.]+)/g);
    const through = (it, line) => [...new Set([...corners(line)].map(([, x, y]) => {
        const at = new DOMPoint(+x, +y).matrixTransform(it.getScreenCTM());
        return nearest([at.x, at.y]); }))].join('-');
    const stored = {};
    for (const group of document.querySelectorAll('.board [data-of]')) {
        const places = [...group.children].flatMap((it) => it.tagName === 'path'
            ? it.getAttribute('d').split(/(?=M)/).map((line) => through(it, line))
            : [`${it.textContent ? `${it.textContent} ` : ''}${nearest(middle(it))}`]);
        (stored[group.dataset.of] ??= []).push(...new Set(places));
    }
    const pieces = {}, missing = [];
    for (const it of document.querySelectorAll('.board [data-piece]')) {
        const cell = it.dataset.piece, box = it.getBoundingClientRect();
        const hit = document.querySelector(`.board .hits [data-cell="${cell}"]`);
        pieces[cell] = hit.getAttribute('aria-label').split(', ').slice(1)
            .filter((word) => !['chosen', 'can be chosen'].includes(word)).join(', ');
        if (nearest(middle(it)) !== cell || box.width < 4 || box.height < 4) missing.push(cell);
    }
    const values = Object.fromEntries([...document.querySelectorAll('.values div')].map(
        (it) => [it.querySelector('dt').textContent, it.querySelector('dd').textContent.trim()]));
    const scores = [...document.querySelectorAll('.seat')].map(
        (it) => it.querySelector('.score')?.textContent ?? '');
    const tiles = document.querySelectorAll('.choices .tile-button, .beside-board .can').length;
    const news = [...document.querySelectorAll('.news')].map((it) => it.innerText.trim());
    const lit = [...document.querySelectorAll('.board .field.lit, .board .field.touched')]
        .map((it) => (it.classList.contains('touched') ? 'touched ' : '') + nearest(middle(it)));
    return {pieces, missing, stored, values, scores, tiles, news, lit};
}"""


@dataclass(frozen=True)
class Script:
    """A match: its game, its moves and questions in order, and what is seen at some moments."""

    name: str
    options: dict[str, Any]
    moves: list[str]
    moments: list[dict[str, Any]]

    @classmethod
    def read(cls, path: Path) -> Script:
        """The script of a file."""
        data = yaml.safe_load(path.read_text("utf-8"))
        moves = [move.strip() for move in data["moves"].replace("\n", " ").split(";")]
        return cls(data["game"], data["options"], moves, data["moments"])


class Hand:
    """Plays a script on a page that has not been opened yet."""

    def __init__(self, visit: Visit, script: Script, seats: int):
        self.visit, self.page, self.script = visit, visit.page, script
        self.page.add_init_script(WATCH)
        visit.table(script.name, ["person"] * seats, script.options)
        self.lift_curtain()
        self.cells = set(self.page.locator(".board .hits [data-cell]").evaluate_all(
            "(all) => all.map((it) => it.dataset.cell)"))  # fmt: skip

    def play(self, move: str) -> None:
        """Make a move, or ask a question, by clicks alone; it must be exactly this one."""
        question = move.startswith("? ")
        action, *words = move.removeprefix("? ").split()
        if question:
            self.page.get_by_role("button", name=f"{action}?", exact=True).click()
            self.page.wait_for_selector(f'.ask [aria-pressed=true]:text-is("{action}?")')
            self.page.evaluate(FRAME)
        kind = "answer" if question else "position"
        before = self.page.evaluate(f"() => [window.sent.length, window.told.{kind}]")
        others = [word for word in words if word not in self.cells]
        clicks = [*others, *(word for word in words if word in self.cells)]
        for word in clicks:
            if self.page.evaluate("() => window.sent.length") > before[0]:
                break
            self.choose(word)
        if self.page.evaluate("() => window.sent.length") == before[0]:
            name = re.compile(rf"^{action.capitalize()}\b")
            self.page.locator(".choices").get_by_role("button", name=name).click()
        self.visit.wait_for(f"window.told.{kind} > {before[1]}")
        sent = self.page.evaluate("() => window.sent.at(-1)")
        assert sent == move, f"{sent} was played, not {move}"
        if question:
            self.page.get_by_role("button", name="Move", exact=True).click()
        self.lift_curtain()

    def choose(self, word: str) -> None:
        """Tap a cell, or press the button for a word if there is one."""
        if word in self.cells:
            self.visit.wait_for(f"{PLACE}('.board .hits .can[data-cell=\"{word}\"]') !== null")
            place = self.page.evaluate(f"{PLACE}('.board .hits [data-cell=\"{word}\"]')")
            self.page.mouse.click(*place)
            return
        for found in (f'.tile-button[aria-label="{word}"]', f'.choice:text-is("{word}")'):
            button = self.page.locator(f".choices {found}")
            if button.count() and button.get_attribute("aria-pressed") != "true":
                button.click()
        lying = self.page.locator(f'.can[data-word="{word}"]')
        if lying.count() and lying.get_attribute("aria-pressed") != "true":
            lying.click()

    def lift_curtain(self) -> None:
        """Take the screen over where the page asks for it."""
        self.page.evaluate(FRAME)
        curtain = self.page.locator(".curtain button")
        if curtain.count():
            curtain.click()
            self.page.wait_for_selector(".curtain", state="detached", timeout=WAIT * 1000)

    def drawn(self) -> dict[str, Any]:
        """What is on the page: pieces by cell, what is stored and where, values, news."""
        self.visit.wait_for("document.getAnimations().length === 0")
        found: dict[str, Any] = self.page.evaluate(DRAWN)
        assert found.pop("missing") == []
        prompt = self.page.inner_text(".prompt").split("\n")[0]
        return {"prompt": prompt, **found}

    def picture(self, moment: str) -> None:
        """Pictures of a moment, if somebody wants them."""
        folder = os.environ.get(SHOTS)
        if folder is None:
            return
        usual = self.page.viewport_size
        for name, (width, height, scheme) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme)
            self.page.wait_for_timeout(300)  # until what moves has come to rest
            self.page.screenshot(path=f"{folder}/{self.script.name}-{moment}-{name}.png")
        self.page.set_viewport_size(usual)
