"use strict";
// The cases of an experiment: a table to sort and filter, two plots to point at, and the answers of
// the methods to one question beside each other.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (name) => document.getElementById(name);
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];
  const PAGE = 200;
  const columns = data.columns;
  const column = Object.fromEntries(columns.map((each) => [each.name, each]));
  const at = (each, row) => (each.words ? each.words[each.values[row]] : each.values[row]);
  const value = (name, row) => at(column[name], row);
  const rows = [...Array(data.rows).keys()];
  const drawn = (tag, attributes, parent, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, word] of Object.entries(attributes)) node.setAttribute(name, word);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  };
  const made = (tag, text, parent, attributes = {}) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    for (const [name, word] of Object.entries(attributes)) node.setAttribute(name, word);
    if (parent) parent.append(node);
    return node;
  };
  const answer = (row) => {
    const [verdict, count, objective] = ["verdict", "count", "objective"].map((name) => value(name, row));
    const number = count !== null && verdict !== "solved" ? `, ${Number.isSafeInteger(Number(count)) ? Number(count).toLocaleString("en") : count}` : "";
    return `${verdict}${number}${objective === null ? "" : `, objective ${objective}`}`;
  };
  const seconds = (row) => { const spent = value("seconds", row); return spent === null ? "no time known" : `${spent} s`; };
  const words = (row) => `${value("puzzle", row)} (${value("question", row)}): ${value("method", row)} ${answer(row)}, ${seconds(row)}`;

  // One case: all methods that were asked the same, their answers drawn, and how to ask again.
  function open(row) {
    const box = byId("case");
    const same = rows.filter((other) => data.instance[other] === data.instance[row]);
    box.replaceChildren();
    const close = made("button", "close", box, { type: "button" });
    close.addEventListener("click", () => { box.hidden = true; });
    made("h3", `${value("puzzle", row)}: ${value("question", row)}`, box);
    made("p", `from ${value("from", row)}`, box, { class: "note" });
    const names = ["method", "category", "ended", "verdict", "count", "objective", "seconds", "note"];
    const table = made("table", undefined, made("div", undefined, box, { class: "scroll" }));
    const head = made("tr", undefined, table);
    names.forEach((name) => made("th", name, head, column[name].number ? { class: "number" } : {}));
    for (const other of same) {
      const line = made("tr", undefined, table, value("category", other) === "disagrees" ? { class: "wrong" } : {});
      names.forEach((name) => made("td", value(name, other) ?? "", line, column[name].number ? { class: "number" } : {}));
    }
    const answers = made("div", undefined, box, { class: "answers" });
    const shown = new Map();
    for (const other of same) {
      const picture = data.picture[other];
      if (picture < 0) continue;
      if (!shown.has(picture)) shown.set(picture, []);
      shown.get(picture).push(value("method", other));
    }
    for (const [picture, methods] of shown) {
      const figure = made("figure", undefined, answers);
      made("figcaption", methods.join(", "), figure);
      const bytes = new TextEncoder().encode(data.pictures[picture]);
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      made("img", undefined, figure, { alt: `the answer of ${methods.join(", ")}`, src: `data:image/svg+xml;base64,${btoa(text)}` });
    }
    if (!shown.size) made("p", "no picture is kept of this case", answers, { class: "note" });
    made("p", "To ask again:", box, { class: "note" });
    const toml = data.toml[data.puzzle[row]];
    made("pre", again(row, toml), box, { id: "again" });
    box.hidden = false;
    box.focus();
    box.scrollIntoView({ block: "nearest" });
  }

  function again(row, toml) {
    const command = data.commands.words[data.commands.values[row]];
    if (toml === null || toml === undefined) return `${data.command}\n# then, with the puzzle from ${value("from", row)} as FILE:\n${command.replace(" - ", " FILE ")}`;
    let end = "END";
    while (toml.split("\n").includes(end)) end += "_";
    return `${command} <<'${end}'\n${toml.replace(/\n$/, "")}\n${end}`;
  }

  // A plot with logarithmic seconds: its points can be pointed at, and gone through with the keys.
  class Plot {
    constructor(parent, label, wide = 640, high = 420) {
      this.wide = Math.max(300, Math.min(wide, innerWidth - 34));
      this.high = Math.min(high, Math.max(300, this.wide));
      this.edge = { left: 62, right: 14, top: 10, bottom: 42 };
      this.svg = drawn("svg", { viewBox: `0 0 ${this.wide} ${this.high}`, class: "plot", tabindex: 0, role: "application", "aria-label": `${label}; the arrow keys go through the cases` }, parent);
      this.tip = made("p", "", parent, { class: "tip", role: "status", "aria-live": "polite" });
      this.points = [];
      this.now = -1;
      this.svg.addEventListener("pointermove", (event) => this.point(event));
      this.svg.addEventListener("click", (event) => { this.point(event); if (this.now >= 0) open(this.points[this.now].row); });
      this.svg.addEventListener("keydown", (event) => this.key(event));
    }

    clear() {
      this.svg.replaceChildren();
      this.points = [];
      this.now = -1;
      this.tip.textContent = "";
    }

    ready() {
      this.here = drawn("circle", { r: 6, class: "here", visibility: "hidden" }, this.svg);
    }

    point(event) {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) * this.wide) / box.width;
      const y = ((event.clientY - box.top) * this.high) / box.height;
      let best = -1;
      let least = 24 ** 2;
      this.points.forEach((point, k) => {
        const far = (point.x - x) ** 2 + (point.y - y) ** 2;
        if (far < least) { least = far; best = k; }
      });
      this.show(best);
    }

    key(event) {
      const last = this.points.length - 1;
      const moves = { ArrowRight: this.now + 1, ArrowDown: this.now + 1, ArrowLeft: this.now - 1, ArrowUp: this.now - 1, Home: 0, End: last };
      if (event.key === "Enter" && this.now >= 0) open(this.points[this.now].row);
      else if (event.key in moves && last >= 0) this.show(Math.min(Math.max(moves[event.key], 0), last));
      else return;
      event.preventDefault();
    }

    show(number) {
      this.now = number;
      const point = this.points[number];
      this.here.setAttribute("visibility", point ? "visible" : "hidden");
      if (!point) { this.tip.textContent = ""; return; }
      this.here.setAttribute("cx", point.x);
      this.here.setAttribute("cy", point.y);
      this.tip.textContent = point.words;
    }

    // From seconds to a place along an axis, and lines at the powers of ten.
    axis(values, from, to) {
      const low = Math.floor(Math.log10(Math.min(...extremes(values))));
      const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...extremes(values)))));
      const place = (spent) => from + ((to - from) * (Math.log10(spent) - low)) / (high - low);
      return { place, ticks: Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k)) };
    }

    frame(across, up) {
      const { left, right, top, bottom } = this.edge;
      const label = (tick) => (tick === 0 || tick >= 0.001 && tick < 10000 ? String(Number(tick.toPrecision(6))) : tick.toExponential(0));
      for (const tick of up.ticks) {
        const y = up.place(tick);
        drawn("path", { d: `M${left} ${y}H${this.wide - right}`, class: "grid" }, this.svg);
        drawn("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, this.svg, label(tick));
      }
      for (const tick of across.ticks) {
        const x = across.place(tick);
        drawn("path", { d: `M${x} ${top}V${this.high - bottom}`, class: "grid" }, this.svg);
        drawn("text", { x, y: this.high - bottom + 16, "text-anchor": "middle" }, this.svg, label(tick));
      }
      drawn("text", { x: (left + this.wide - right) / 2, y: this.high - 6, "text-anchor": "middle" }, this.svg, across.name);
      drawn("text", { x: 0, y: 0, "text-anchor": "middle", transform: `translate(12 ${(top + this.high - bottom) / 2}) rotate(-90)` }, this.svg, up.name);
    }

    rails(up, across) {
      const { left, right, top, bottom } = this.edge;
      for (const limit of data.limits) {
        if (up) drawn("path", { d: `M${left} ${up.place(limit)}H${this.wide - right}`, class: "rail" }, this.svg);
        if (across) drawn("path", { d: `M${across.place(limit)} ${top}V${this.high - bottom}`, class: "rail" }, this.svg);
      }
    }
  }
  const extremes = (values) => [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
  const colour = (method) => COLOURS[data.methods.indexOf(method) % COLOURS.length];

  function cactus() {
    const solved = rows.filter((row) => data.solved[row]);
    if (!solved.length) { byId("cactus").replaceChildren("nothing was solved"); return; }
    const plot = new Plot(byId("cactus"), "Cactus plot");
    const { left, right, top, bottom } = plot.edge;
    const up = plot.axis([...solved.map((row) => data.drawn[row]), ...data.limits], plot.high - bottom, top);
    const curves = data.methods.map((method) => solved.filter((row) => value("method", row) === method).sort((a, b) => data.drawn[a] - data.drawn[b]));
    const most = curves.reduce((longest, curve) => Math.max(longest, curve.length), 1);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000].find((each) => most / each <= 8) ?? 100000;
    const place = (number) => left + ((plot.wide - right - left) * number) / (most + 0.5);
    const across = { place, name: "cases solved", ticks: Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => k * step) };
    up.name = "seconds";
    plot.frame(across, up);
    plot.rails(up, null);
    const legend = made("ul", undefined, byId("cactus"), { class: "legend" });
    curves.forEach((curve, k) => {
      const method = data.methods[k];
      const points = curve.map((row, number) => ({ x: place(number + 1), y: up.place(data.drawn[row]), row, words: `${number + 1}. ${words(row)}` }));
      if (points.length) {
        drawn("path", { d: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`, class: "curve", stroke: colour(method) }, plot.svg);
        drawn("path", { d: points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join(""), class: "points", stroke: colour(method) }, plot.svg);
      }
      plot.points.push(...points);
      const entry = made("li", undefined, legend);
      drawn("path", { d: "M0 5H20", stroke: colour(method), "stroke-width": 3 }, drawn("svg", { viewBox: "0 0 20 10", "aria-hidden": "true" }, entry));
      entry.append(`${method} (${curve.length})`);
    });
    plot.ready();
  }

  function scatter() {
    const parent = byId("scatter");
    if (data.methods.length < 2) { parent.replaceChildren("one method: nothing to compare"); return; }
    const plot = new Plot(parent, "Scatter plot", 480, 480);
    const [across, up] = [byId("across"), byId("up")];
    for (const choice of [across, up]) data.methods.forEach((method) => made("option", method, choice));
    [across.value, up.value] = data.pair;
    const draw = () => {
      plot.clear();
      const { left, right, top, bottom } = plot.edge;
      const mine = rows.filter((row) => value("method", row) === across.value);
      const theirs = new Map(rows.filter((row) => value("method", row) === up.value).map((row) => [data.instance[row], row]));
      const both = mine.filter((row) => theirs.has(data.instance[row])).map((row) => [row, theirs.get(data.instance[row])]);
      const all = [...both.flat().map((row) => data.drawn[row]), ...data.limits];
      if (!both.length) { drawn("text", { x: plot.wide / 2, y: plot.high / 2, "text-anchor": "middle" }, plot.svg, "no case in common"); plot.ready(); return; }
      const x = plot.axis(all, left, plot.wide - right);
      const y = plot.axis(all, plot.high - bottom, top);
      x.name = `${across.value}, seconds`;
      y.name = `${up.value}, seconds`;
      plot.frame(x, y);
      plot.rails(y, x);
      drawn("path", { d: `M${left} ${plot.high - bottom}L${plot.wide - right} ${top}`, class: "grid" }, plot.svg);
      plot.points = both.map(([row, other]) => ({ x: x.place(data.drawn[row]), y: y.place(data.drawn[other]), row, solved: data.solved[row] && data.solved[other], words: `${value("puzzle", row)} (${value("question", row)}): ${across.value} ${answer(row)}, ${seconds(row)}; ${up.value} ${answer(other)}, ${seconds(other)}` }));
      plot.points.sort((a, b) => a.x - b.x || a.y - b.y);
      const ends = plot.points.filter((point) => point.solved);
      const open = plot.points.filter((point) => !point.solved);
      drawn("path", { d: ends.map((point) => `M${point.x.toFixed(1)} ${point.y.toFixed(1)}h0`).join(""), class: "points", stroke: COLOURS[0] }, plot.svg);
      drawn("path", { d: open.map((point) => `M${(point.x - 3).toFixed(1)} ${(point.y - 3).toFixed(1)}l6 6m0-6l-6 6`).join(""), class: "unsolved" }, plot.svg);
      plot.ready();
    };
    across.addEventListener("change", draw);
    up.addEventListener("change", draw);
    draw();
  }

  // The table.
  const body = document.querySelector("#cases tbody");
  let order = [];
  let first = 0;
  function compare(a, b) {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number") return a - b;
    const whole = /^-?\d+$/;
    const [one, other] = whole.test(a) && whole.test(b) ? [BigInt(a), BigInt(b)] : [a, b];
    return one < other ? -1 : one > other ? 1 : 0;
  }
  function show() {
    const part = order.slice(first, first + PAGE);
    body.replaceChildren(...part.map((row) => {
      const line = document.createElement("tr");
      line.tabIndex = 0;
      if (value("category", row) === "disagrees") line.className = "wrong";
      for (const each of columns) {
        const cell = line.insertCell();
        if (each.number) cell.className = "number";
        cell.textContent = at(each, row) ?? "";
      }
      line.addEventListener("click", () => open(row));
      line.addEventListener("keydown", (event) => { if (event.key === "Enter") open(row); });
      return line;
    }));
    byId("where").textContent = order.length ? `${first + 1} to ${first + part.length} of ${order.length}` : "none";
  }
  function filter() {
    const text = byId("filter").value.toLowerCase();
    order = rows.filter((row) => ["method", "verdict", "category"].every((name) => !byId(name).value || value(name, row) === byId(name).value));
    if (text) order = order.filter((row) => columns.some((each) => String(at(each, row) ?? "").toLowerCase().includes(text)));
    sort();
  }
  function sort() {
    const head = document.querySelector("#cases th[aria-sort]");
    if (head) {
      const each = columns[head.cellIndex];
      const sign = head.ariaSort === "descending" ? -1 : 1;
      order.sort((p, q) => {
        const [a, b] = [at(each, p), at(each, q)];
        return (a === null) - (b === null) || sign * compare(a, b) || p - q;
      });
    }
    first = 0;
    show();
  }
  const heads = document.querySelector("#cases thead").insertRow();
  for (const each of columns) {
    const head = made("th", undefined, heads, each.number ? { class: "number" } : {});
    const button = made("button", each.name, head, { type: "button" });
    button.addEventListener("click", () => {
      const way = head.ariaSort === "ascending" ? "descending" : "ascending";
      for (const other of heads.cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", way);
      sort();
    });
  }
  for (const name of ["method", "verdict", "category"]) {
    made("option", "all", byId(name), { value: "" });
    column[name].words.filter((word) => word !== null).forEach((word) => made("option", word, byId(name), { value: word }));
    byId(name).addEventListener("change", filter);
  }
  byId("filter").addEventListener("input", filter);
  byId("back").addEventListener("click", () => { first = Math.max(0, first - PAGE); show(); });
  byId("on").addEventListener("click", () => { if (first + PAGE < order.length) first += PAGE; show(); });
  byId("plots").hidden = byId("controls").hidden = false;
  filter();
  cactus();
  scatter();
  document.documentElement.dataset.ready = "yes";
})();
