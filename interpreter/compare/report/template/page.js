"use strict";
// Stepping through the sample games.  Each has its data beside it, as JSON.
(() => {
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
      for (const [cell, look] of changes) {
        if (look < 0) looks.delete(cell); else looks.set(cell, look);
      }
    }
    return looks;
  }

  function drawn(game, looks) {
    return [...looks].map(([cell, look]) => {
      const [x, y] = game.places[cell];
      const title = `${game.cells[cell]}: ${game.looks[look]}`;
      return element("use", { href: `#piece${game.variant}-${look}`, x, y }, title);
    });
  }

  function marks(game, number) {
    const changes = number ? game.changes[number] : [];
    return changes.map(([cell]) => {
      const [cx, cy] = game.places[cell];
      return element("circle", { cx, cy, r: 17 });
    });
  }

  function status(game, number) {
    const last = game.steps.length;
    if (!number) return `start, ${last} moves follow`;
    const [who, text, turn, expected] = game.steps[number - 1];
    const share = expected === null ? "" : `; expected share of seat 1: ${Math.round(100 * expected)} %`;
    const end = number === last ? `; ${game.result}` : "";
    return `move ${number} of ${last}, turn ${turn}, ${who}: ${text}${share}${end}`;
  }

  function follow(section) {
    const game = JSON.parse(section.querySelector("script").textContent);
    const last = game.steps.length;
    const slider = section.querySelector("input");
    const items = section.querySelectorAll("ol li");
    let at = last;

    function show(number) {
      at = Math.min(Math.max(number, 0), last);
      section.querySelector(".pieces").replaceChildren(...drawn(game, position(game, at)));
      section.querySelector(".changed").replaceChildren(...marks(game, at));
      section.querySelector(".status").textContent = status(game, at);
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

  document.documentElement.classList.add("js");
  document.querySelectorAll(".sample").forEach(follow);
})();
