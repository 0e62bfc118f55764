"use strict";
// Plays the traces of the page on one clock. A trace is a board, and steps that change it; to show a
// moment, the nearest snapshot before it is taken and the steps after it are applied.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (name) => document.getElementById(name);
  const SVG = "http://www.w3.org/2000/svg";
  const SNAPSHOT = 64; // steps between two snapshots
  const make = (tag, attributes = {}, parent = null, text = null) => {
    const svg = ["svg", "g", "path", "rect", "polygon", "text", "line", "polyline", "title"].includes(tag);
    const node = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== null) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  };

  // One trace: what its state is after each step, and how that looks.
  class Player {
    constructor(trace, parent) {
      this.trace = trace;
      this.steps = trace.steps;
      this.shown = -1;
      this.snapshots = [this.start()];
      this.solutions = this.steps.flatMap((step, k) => (step.solution ? [k + 1] : []));
      this.section = make("section", { "aria-label": trace.method }, parent);
      make("h2", {}, this.section, trace.method);
      make("p", { class: "about" }, this.section, trace.about);
      if (trace.cut) make("p", { class: "cut" }, this.section, trace.cut);
      this.text = make("p", { class: "step" }, this.section);
      this.board();
      this.values = make("ul", { class: "values" }, this.section);
      this.bars = make("svg", { viewBox: "0 0 300 70", role: "img" }, this.section);
      this.barsTitle = make("title", {}, this.bars);
      this.lines = make("ul", { class: "lines" }, this.section);
    }

    start() {
      const cells = this.trace.board.cells.map((cell) => [cell.fill ?? -1, cell.label ?? ""]);
      return { cells, values: { ...this.trace.values }, levels: [], lines: [] };
    }

    board() {
      const { width, height, cells, marks } = this.trace.board;
      if (!cells.length) { this.shapes = []; return; }
      const svg = make("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img" }, this.section);
      this.boardTitle = make("title", {}, svg);
      this.shapes = cells.map((cell) => {
        const group = make("g", {}, svg);
        const shape = make("polygon", { points: cell.points, stroke: "var(--line)", "stroke-width": 1 }, group);
        const text = make("text", { x: cell.x, y: cell.y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": cell.size }, group);
        return { shape, text };
      });
      for (const mark of marks ?? []) {
        make("text", { class: "note", x: mark.x, y: mark.y, "text-anchor": mark.anchor, "dominant-baseline": "central", "font-size": mark.size }, svg, mark.text);
      }
    }

    // The state after `count` steps.
    state(count) {
      let at = Math.floor(count / SNAPSHOT);
      while (this.snapshots.length <= at) {
        const from = this.snapshots.length - 1;
        this.snapshots.push(this.apply(this.snapshots[from], from * SNAPSHOT, (from + 1) * SNAPSHOT));
      }
      return this.apply(this.snapshots[at], at * SNAPSHOT, count);
    }

    apply(before, from, to) {
      const state = { cells: before.cells.slice(), values: { ...before.values }, levels: before.levels.slice(), lines: before.lines };
      for (let k = from; k < to; k += 1) {
        const step = this.steps[k];
        for (const [cell, fill, label] of step.set ?? []) state.cells[cell] = [fill, label ?? ""];
        Object.assign(state.values, step.values ?? {});
        if (step.level !== undefined) state.levels[step.level] = (state.levels[step.level] ?? 0) + (step.nodes ?? 1);
        if (step.lines) state.lines = step.lines;
      }
      return state;
    }

    // How many steps lie before a moment of the clock.
    count(moment, clock) {
      if (clock === "steps") return Math.min(Math.round(moment), this.steps.length);
      let low = 0;
      let high = this.steps.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.steps[middle].t <= moment + 1e-9) low = middle + 1; else high = middle;
      }
      return low;
    }

    show(count) {
      if (count === this.shown) return;
      const state = this.state(count);
      const step = count ? this.steps[count - 1] : null;
      this.text.textContent = step ? step.text : this.trace.opening;
      this.text.classList.toggle("solved", Boolean(step && step.solution));
      this.shapes.forEach(({ shape, text }, cell) => {
        const [fill, label] = state.cells[cell];
        shape.setAttribute("fill", fill < 0 ? (fill === -1 ? "var(--paper)" : "var(--hole)") : data.palette[fill % data.palette.length]);
        if (text.textContent !== label) text.textContent = label;
        text.setAttribute("fill", fill < 0 ? "var(--ink)" : "#111");
        text.classList.toggle("note", fill < 0);
      });
      if (this.boardTitle) this.boardTitle.textContent = this.text.textContent;
      this.values.replaceChildren(...Object.entries(state.values).map(([name, value]) => {
        const item = document.createElement("li");
        item.dataset.name = name;
        item.textContent = `${name}: ${typeof value === "number" ? value.toLocaleString("en") : value}`;
        return item;
      }));
      this.profile(state.levels);
      this.lines.replaceChildren(...state.lines.map((line) => {
        const item = document.createElement("li");
        item.textContent = line.replace(/^> /, "");
        if (line.startsWith("> ")) item.className = "now";
        return item;
      }));
      this.shown = count;
      this.section.dataset.step = count;
    }

    // Bars: nodes at each level, or whatever the trace counts by level.
    profile(levels) {
      this.bars.replaceChildren(this.barsTitle);
      const known = Array.from(levels, (value) => value ?? 0);
      this.bars.style.display = known.length ? "" : "none";
      if (!known.length) return;
      const most = Math.max(...known, 1);
      const wide = 300 / Math.max(known.length, 8);
      known.forEach((value, level) => {
        const tall = (56 * Math.log1p(value)) / Math.log1p(most);
        make("rect", { x: level * wide, y: 58 - tall, width: Math.max(wide - 1, 0.5), height: tall, fill: "var(--bar)" }, this.bars);
      });
      make("text", { class: "note", x: 0, y: 68, "font-size": 9 }, this.bars, `${this.trace.levels} 0 to ${known.length - 1}, most ${most.toLocaleString("en")}`);
      this.barsTitle.textContent = `${this.trace.levels}: ${known.join(", ")}`;
    }
  }

  const players = data.traces.map((trace) => new Player(trace, byId("traces")));
  const state = { moment: 0, playing: false, clock: "steps", last: 0 };
  const end = () => Math.max(0, ...players.map((player) => (state.clock === "steps" ? player.steps.length : (player.steps.at(-1)?.t ?? 0))));
  const rate = () => 2 ** (byId("speed").value - (state.clock === "steps" ? 0 : 6));

  function show(moment, { speak = false } = {}) {
    state.moment = Math.min(Math.max(moment, 0), end());
    for (const player of players) player.show(player.count(state.moment, state.clock));
    const shown = state.clock === "steps" ? Math.round(state.moment) : state.moment.toFixed(4);
    byId("scrub").max = end();
    byId("scrub").step = state.clock === "steps" ? 1 : "any";
    byId("scrub").value = state.moment;
    byId("moment").textContent = `${state.clock === "steps" ? "step" : "second"} ${shown} of ${state.clock === "steps" ? end() : end().toFixed(4)}`;
    const step = Math.max(0, ...players.map((player) => player.shown));
    byId("link").href = `#step=${state.clock === "steps" ? Math.round(state.moment) : step}`;
    byId("rate").textContent = `${rate() < 10 ? rate().toFixed(rate() < 1 ? 3 : 1) : Math.round(rate())} ${state.clock} a second`;
    if (speak) byId("spoken").textContent = players.map((player) => `${player.trace.method}: ${player.text.textContent}`).join(". ");
  }

  function play(wanted) {
    state.playing = wanted && players.length > 0;
    if (state.playing && state.moment >= end()) state.moment = 0;
    byId("play").textContent = state.playing ? "pause" : "play";
    byId("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
    state.last = performance.now();
    if (state.playing) requestAnimationFrame(frame);
  }

  function frame(now) {
    if (!state.playing) return;
    show(state.moment + (rate() * Math.max(0, now - state.last)) / 1000);
    state.last = now;
    document.documentElement.dataset.frames = Number(document.documentElement.dataset.frames ?? 0) + 1;
    if (state.moment >= end()) { play(false); show(end(), { speak: true }); return; }
    requestAnimationFrame(frame);
  }

  // One step: on the clock of seconds, to the nearest step of any trace.
  function move(by) {
    play(false);
    if (state.clock === "steps") { show(Math.round(state.moment) + by, { speak: true }); return; }
    const times = players.flatMap((player) => player.steps.map((step) => step.t));
    const beyond = times.filter((time) => (by > 0 ? time > state.moment + 1e-9 : time < state.moment - 1e-9));
    show(beyond.length ? (by > 0 ? Math.min(...beyond) : Math.max(...beyond)) : by > 0 ? end() : 0, { speak: true });
  }

  function toSolution() {
    play(false);
    const moments = players.flatMap((player) => player.solutions.map((count) => (state.clock === "steps" ? count : player.steps[count - 1].t)));
    const later = moments.filter((moment) => moment > state.moment + 1e-9);
    if (later.length) show(Math.min(...later), { speak: true });
    else byId("spoken").textContent = "no solution after this moment";
  }

  function fromLink() {
    const match = /^#step=(\d+)$/.exec(location.hash);
    if (!match) return false;
    play(false);
    state.clock = "steps";
    byId("clock").value = "steps";
    show(Number(match[1]), { speak: true });
    return true;
  }

  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  byId("first").addEventListener("click", () => { play(false); show(0, { speak: true }); });
  byId("last").addEventListener("click", () => { play(false); show(end(), { speak: true }); });
  byId("back").addEventListener("click", () => move(-1));
  byId("forward").addEventListener("click", () => move(1));
  byId("play").addEventListener("click", () => play(!state.playing));
  byId("solution").addEventListener("click", toSolution);
  byId("theme").addEventListener("click", theme);
  byId("speed").addEventListener("input", () => show(state.moment));
  byId("scrub").addEventListener("input", () => { play(false); show(Number(byId("scrub").value)); });
  byId("scrub").addEventListener("change", () => show(state.moment, { speak: true }));
  byId("clock").addEventListener("change", () => {
    const shown = Math.max(0, ...players.map((player) => player.shown));
    state.clock = byId("clock").value;
    const at = players.find((player) => player.shown === shown);
    show(state.clock === "steps" ? shown : (at && shown ? at.steps[shown - 1].t : 0));
  });
  addEventListener("hashchange", fromLink);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    const slider = event.target instanceof HTMLInputElement;
    const keys = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => byId("first").click(), End: () => byId("last").click(), " ": () => play(!state.playing), s: toSolution, d: theme };
    if (!(event.key in keys) || (slider && event.key.startsWith("Arrow")) || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    keys[event.key]();
  });
  if (!fromLink()) show(0);
  document.documentElement.dataset.ready = "yes";
})();
