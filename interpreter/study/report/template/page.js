"use strict";
// Tints the heat maps, steps through the sample games, and tells which tables can be scrolled.  Maps
// and games have their data beside them.
(() => {
  const boards = JSON.parse(document.getElementById("boards").textContent);
  const SVG = "http://www.w3.org/2000/svg";

  function element(name, attributes, title) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (title) made.appendChild(document.createElementNS(SVG, "title")).textContent = title;
    return made;
  }

  function position(game, number) {
    const looks = new Map();
    for (const changes of game.changes.slice(0, number + 1)) {
      for (let i = 0; i < changes.length; i += 2) {
        if (changes[i + 1] < 0) looks.delete(changes[i]); else looks.set(changes[i], changes[i + 1]);
      }
    }
    return looks;
  }

  function drawn(game, looks) {
    const board = boards[game.variant];
    return [...looks].map(([cell, look]) => {
      const [x, y] = board.places[cell];
      const title = `${board.cells[cell]}: ${board.looks[look]}`;
      return element("use", { href: `#piece${game.variant}-${look}`, x, y }, title);
    });
  }

  function stored(game, number) {
    const shown = new Set();
    for (const mark of game.stored.slice(0, number + 1).flat()) {
      if (!shown.delete(mark)) shown.add(mark);
    }
    return [...shown].sort((a, b) => a - b);
  }

  function storedIn(game, number, isUnder) {
    const under = new Set(boards[game.variant].under);
    const marks = stored(game, number).filter((mark) => under.has(mark) === isUnder);
    return marks.map((mark) => element("use", { href: `#stored${game.variant}-${mark}` }));
  }

  function marks(game, number) {
    const changes = number ? game.changes[number] : [];
    return changes.filter((_, i) => i % 2 === 0).flatMap((cell) => {
      const [cx, cy] = boards[game.variant].places[cell];
      return ["halo", "ring"].map((kind) => element("circle", { cx, cy, r: 17, class: kind }));
    });
  }

  function values(game, number) {
    return game.values.slice(0, number + 1).findLast((text) => text !== null) ?? "";
  }

  function status(game, number, move) {
    const last = game.turns.length;
    if (!number) return `start, ${last} moves follow`;
    const expected = game.expected[number - 1];
    const share = expected === null ? "" : `; expected share of seat 1: ${expected} %`;
    const end = number === last ? `; ${game.result}` : "";
    return `move ${number} of ${last}, turn ${game.turns[number - 1]}, ${move}${share}${end}`;
  }

  function follow(section) {
    const game = JSON.parse(section.querySelector("script").textContent);
    const last = game.turns.length;
    const slider = section.querySelector("input");
    const items = section.querySelectorAll("ol li");
    let at = last;

    function show(number) {
      at = Math.min(Math.max(number, 0), last);
      section.querySelector(".pieces")?.replaceChildren(...drawn(game, position(game, at)));
      section.querySelector(".stored.below")?.replaceChildren(...storedIn(game, at, true));
      section.querySelector(".stored.above")?.replaceChildren(...storedIn(game, at, false));
      section.querySelector(".changed")?.replaceChildren(...marks(game, at));
      const shown = section.querySelector(".values");
      if (shown) shown.textContent = values(game, at);
      section.querySelector(".status").textContent = status(game, at, at && items[at - 1].textContent);
      slider.value = at;
      items.forEach((item, i) => {
        if (i === at - 1) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
      });
      for (const button of section.querySelectorAll("button")) {
        const isForward = button.dataset.go === "on" || button.dataset.go === "last";
        button.disabled = at === (isForward ? last : 0);
      }
    }

    const ways = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    section.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) show(ways[button.dataset.go]());
      const item = event.target.closest("li");
      if (item && [...items].includes(item)) show([...items].indexOf(item) + 1);
    });
    section.addEventListener("keydown", (event) => {
      const way = keys[event.key];
      if (!way || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(ways[way]());
    });
    slider.addEventListener("input", () => show(Number(slider.value)));
    show(last);
  }

  function tint(map) {
    const shares = map.dataset.shares.split(",");
    const used = map.querySelector("use");
    const parts = document.querySelector(used.getAttribute("href")).cloneNode(true);
    parts.querySelectorAll(".zone[fill-opacity]").forEach((zone) => zone.remove()); // tints of the board
    parts.querySelectorAll(".cell").forEach((cell, i) => {
      const over = cell.cloneNode(true);
      cell.classList.replace("cell", "under");
      over.setAttribute("fill", "var(--heat)");
      over.setAttribute("fill-opacity", shares[i] / map.dataset.most);
      over.querySelector("title").textContent += `: ${(shares[i] / 10).toFixed(1)} %`;
      cell.after(over);
    });
    used.replaceWith(...parts.childNodes);
  }

  // A table that is laid out as blocks says by itself that it is one.
  function name(table) {
    const roles = { thead: "rowgroup", tbody: "rowgroup", tr: "row", "thead th": "columnheader", "tbody th": "rowheader", td: "cell" };
    table.setAttribute("role", "table");
    for (const [part, role] of Object.entries(roles)) {
      table.querySelectorAll(part).forEach((each) => each.setAttribute("role", role));
    }
  }

  function tell(box) {
    box.classList.toggle("scrolls", box.scrollWidth > box.clientWidth + 1);
  }

  // Of a study that is being played: loads the page anew, unless a game is being stepped through.
  function keepUp(note) {
    const { written, between } = note.dataset;
    const silence = Date.now() / 1000 - written;
    if (silence > 300 + 5 * between) {
      note.textContent = "This study was not finished, and nothing is heard of it now. The command that began it goes on.";
      return;
    }
    const isIdle = () => !document.activeElement || !document.activeElement.closest(".sample");
    setInterval(() => { if (isIdle()) location.reload(); }, 1000 * Math.min(between, 10));
  }

  document.querySelectorAll(".running").forEach(keepUp);
  document.querySelectorAll("table.compared").forEach(name);
  document.querySelectorAll("[data-shares]").forEach(tint);
  const widths = new ResizeObserver((entries) => entries.forEach((entry) => tell(entry.target)));
  document.querySelectorAll(".wide").forEach((box) => { tell(box); widths.observe(box); });
  document.documentElement.classList.add("js");
  document.querySelectorAll(".sample").forEach(follow);
})();
