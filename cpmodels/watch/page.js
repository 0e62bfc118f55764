"use strict";
// Plays the traces of the page on one clock. A trace is a board, and steps that change it; to show a
// moment, the nearest snapshot before it is taken and the steps after it are applied.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (name) => document.getElementById(name);
  const SVG = "http://www.w3.org/2000/svg";
  const SNAPSHOT = 64; // steps between two snapshots
  const TAGS = new Set(["svg", "g", "path", "rect", "polygon", "text", "line", "polyline", "circle", "title"]);
  const make = (tag, attributes = {}, parent = null, text = null) => {
    const node = TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== null) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  };
  const spell = (value) => (typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 4 }) : String(value));
  const SPECIAL = { "-1": "var(--paper)", "-2": "var(--hole)", "-3": "var(--ink)" };
  const fillOf = (fill) => (typeof fill === "string" ? fill : SPECIAL[fill] ?? data.palette[fill % data.palette.length]);
  const drawing = (parent, width, height, label) => {
    const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, parent);
    svg.caption = make("title", {}, svg, label);
    return svg;
  };

  // The cells of a puzzle: fills, letters, and thick lines around the pieces.
  class Board {
    constructor(board, parent) {
      const { width, height, cells, marks, lines, why } = board;
      if (why) make("p", { class: "about" }, parent, why);
      this.cells = cells;
      this.shown = cells.map(() => null);
      if (!cells.length) return;
      const svg = make("svg", { viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: "img", class: "board" }, parent);
      svg.style.maxWidth = `${Math.max(width * 2.2, 160)}px`;
      this.title = make("title", {}, svg);
      this.shapes = cells.map((cell) => make("polygon", { points: cell.points, class: "cell" }, svg));
      this.texts = cells.map((cell) => ({
        label: make("text", { x: cell.x, y: cell.y, "font-size": cell.size }, svg),
        small: make("text", { x: cell.x, y: cell.y, "font-size": Math.max(6, cell.size * 0.62) }, svg),
      }));
      for (const [x, y, toX, toY] of lines) make("line", { x1: x, y1: y, x2: toX, y2: toY, class: "rule" }, svg);
      this.sides = cells.map((cell) => {
        const points = cell.points.split(" ").map((point) => point.replace(",", " "));
        return (cell.beyond ?? []).map((other, k) => [other, `M${points[k]}L${points[(k + 1) % points.length]}`]);
      });
      this.outline = make("path", { class: "outline" }, svg);
      this.frame = make("rect", { class: "frame", fill: "none" }, svg);
      this.marks = marks.map((mark) => {
        if (mark.behind) make("rect", { x: mark.x - 7, y: mark.y - 7.5, width: 14, height: 15, fill: mark.behind }, svg);
        const text = make("text", { class: "note", x: mark.x, y: mark.y, "font-size": mark.size }, svg, mark.text);
        text.style.textAnchor = mark.anchor;
        if (mark.ink) text.style.fill = mark.ink;
        return text;
      });
      this.struck = {};
    }

    show(state, words, frame, sizes) {
      if (!this.shapes) return;
      let moved = false;
      state.cells.forEach((cell, k) => {
        const [fill, label, owner, small] = cell;
        const written = small ?? (sizes && owner < 0 && fill !== -2 ? (sizes[k] ?? "") : fill === -2 && sizes ? (sizes[k] ?? "") : "");
        const before = this.shown[k];
        if (before && before.cell === cell && before.written === written) return;
        moved ||= !before || before.cell[2] !== owner;
        this.shown[k] = { cell, written };
        this.shapes[k].setAttribute("fill", fillOf(fill));
        const { y, size } = this.cells[k];
        const texts = this.texts[k];
        const both = label !== "" && written !== "";
        texts.label.textContent = label;
        texts.label.setAttribute("y", both ? y - 0.22 * size : y);
        texts.small.textContent = written;
        texts.small.setAttribute("y", both ? y + 0.68 * size : y);
        const plain = typeof fill === "number" && fill < 0;
        texts.label.classList.toggle("note", plain);
        texts.small.classList.toggle("faint", plain);
      });
      if (moved) this.outline.setAttribute("d", this.around(state.cells));
      this.marks.forEach((mark, k) => mark.classList.toggle("struck", Boolean(state.struck[k])));
      this.frame.style.display = frame ? "" : "none";
      if (frame) ["x", "y", "width", "height"].forEach((name, k) => this.frame.setAttribute(name, frame[k]));
      this.title.textContent = words;
    }

    around(cells) {
      let path = "";
      this.sides.forEach((sides, k) => {
        for (const [other, side] of sides) {
          if (other < 0 || (cells[other][2] !== cells[k][2] && (k < other || cells[other][2] < 0))) path += side;
        }
      });
      return path;
    }
  }

  // What the options chosen leave of an exact cover's matrix.
  class Cover {
    constructor(cover, parent) {
      Object.assign(this, cover);
      this.paint = new Map(cover.colours.map(([option, item, colour]) => [`${option},${item}`, colour]));
      this.across = this.options.length > 2 * this.names.length; // options are columns then
      this.wide = this.across ? this.options.length : this.names.length;
      this.high = this.across ? this.names.length : this.options.length;
      const box = make("figure", {}, parent);
      const what = this.across ? "a column an option, a row an item" : "a row an option, a column an item";
      make("figcaption", {}, box, `the matrix: ${what}`);
      if (this.wide > 400 || this.high > 160) { make("p", { class: "about" }, box, `${this.options.length.toLocaleString("en")} options of ${this.names.length} items: too many to draw`); return; }
      this.unit = 6;
      this.svg = drawing(box, this.wide * this.unit, this.high * this.unit, "the matrix");
      this.svg.classList.add("matrix");
      this.svg.style.maxWidth = `${Math.min(900, this.wide * 16)}px`;
      make("rect", { width: this.wide * this.unit, height: this.high * this.unit, fill: "none", stroke: "var(--line)" }, this.svg);
      this.stripe = make("rect", { fill: "var(--hole)" }, this.svg);
      this.paths = { gone: make("path", { fill: "var(--line)", opacity: 0.35 }, this.svg), left: make("path", { fill: "var(--ink)" }, this.svg) };
      this.picked = make("g", {}, this.svg);
    }

    left(chosen) {
      const gone = this.names.map(() => false);
      const paint = new Map();
      for (const option of chosen) {
        for (const item of this.options[option]) {
          const colour = this.paint.get(`${option},${item}`);
          if (colour === undefined) gone[item] = true; else paint.set(item, colour);
        }
      }
      const sizes = this.names.map(() => 0);
      const rows = [];
      this.options.forEach((option, k) => {
        const dead = option.some((item) => gone[item] || (paint.has(item) && paint.get(item) !== this.paint.get(`${k},${item}`)));
        if (dead || chosen.includes(k)) return;
        rows.push(k);
        for (const item of option) sizes[item] += 1;
      });
      return { gone, sizes, rows, columns: this.names.map((_, k) => k).filter((k) => !gone[k]) };
    }

    // By number of the cell: how many options could cover it.
    small(left) {
      const sizes = {};
      this.cells.forEach((cell, item) => { if (cell >= 0 && !left.gone[item]) sizes[cell] = String(left.sizes[item]); });
      return sizes;
    }

    square(row, column) {
      const [x, y] = this.across ? [row, column] : [column, row];
      return `M${x * this.unit + 0.5} ${y * this.unit + 0.5}h${this.unit - 1}v${this.unit - 1}h${1 - this.unit}z`;
    }

    show(chosen, left, list) {
      if (!this.svg) return;
      const must = left.columns.filter((item) => item < this.must);
      let item = list ? this.names.indexOf(list[0]) : -1;
      if (item < 0 && list && must.length) item = must.reduce((best, other) => (left.sizes[other] < left.sizes[best] ? other : best));
      const place = (number, all) => (this.shrinking ? all.indexOf(number) : number);
      const alive = new Set(left.rows);
      const paths = { gone: "", left: "" };
      this.options.forEach((option, k) => {
        if (!alive.has(k) && this.shrinking) return;
        const row = place(k, left.rows);
        for (const one of option) paths[alive.has(k) ? "left" : "gone"] += this.square(row, place(one, left.columns));
      });
      this.paths.left.setAttribute("d", paths.left);
      this.paths.gone.setAttribute("d", paths.gone);
      this.picked.replaceChildren();
      if (!this.shrinking) {
        chosen.forEach((option, level) => make("path", { d: this.options[option].map((one) => this.square(option, one)).join(""), fill: data.palette[level % data.palette.length], stroke: "var(--ink)", "stroke-width": 0.5 }, this.picked));
      }
      const shown = item >= 0 && !left.gone[item];
      this.stripe.style.display = shown ? "" : "none";
      if (shown) {
        const at = place(item, left.columns) * this.unit;
        const long = (this.shrinking ? left.rows.length : this.options.length) * this.unit;
        const box = this.across ? { x: 0, y: at, width: long, height: this.unit } : { x: at, y: 0, width: this.unit, height: long };
        for (const [name, value] of Object.entries(box)) this.stripe.setAttribute(name, value);
      }
      this.svg.caption.textContent = `the matrix: ${left.rows.length} options and ${left.columns.length} items are left`;
    }

    lines(chosen, lists) {
      const name = (option) => `${option + 1}${this.labels[option] === String(option + 1) ? "" : ` ${this.labels[option]}`}`;
      const told = chosen.map((option, level) => {
        const [item, options] = lists[level] ?? ["", []];
        return `${level + 1}. ${item ? `${item}: ` : ""}option ${name(option)}, ${options.indexOf(option) + 1} of ${options.length}`;
      });
      const open = lists[chosen.length];
      if (open) {
        const more = open[1].length - 12;
        told.push(`${open[0] ? `list of ${open[0]}` : "rows of the column"}: ${open[1].slice(0, 12).map(name).join(", ") || "empty"}${more > 0 ? `, ${more} more` : ""}`);
      }
      return told;
    }
  }

  // The search tree in the order of the search: a node to the right of all before it.
  class Tree {
    constructor(steps, parent) {
      this.ends = []; // of the nodes, by step
      this.nodes = [];
      this.path = "";
      this.cuts = [0];
      this.solutions = [];
      const last = [];
      steps.forEach((step, k) => {
        if (step.level !== undefined) {
          const number = this.nodes.length;
          const from = step.level ? last[step.level - 1] ?? 0 : 0;
          this.path += `M${from} ${step.level - 1}H${number}V${step.level}`;
          this.cuts.push(this.path.length);
          last[step.level] = number;
          this.nodes.push([number, step.level]);
        }
        if (step.solution && this.nodes.length) this.solutions.push([k + 1, ...this.nodes.at(-1)]);
        this.ends.push(this.nodes.length);
      });
      this.deep = this.nodes.reduce((most, [, level]) => Math.max(most, level), 0);
      if (this.nodes.length < 2) return;
      const box = make("figure", {}, parent);
      this.caption = make("figcaption", {}, box);
      this.svg = drawing(box, 300, 70, "the search tree");
      this.group = make("g", { fill: "none" }, this.svg);
      this.branches = make("path", { class: "branch" }, this.group);
      this.dots = make("path", { class: "dots" }, this.group);
      this.here = make("path", { class: "here" }, this.group);
      this.svg.classList.add("chart");
    }

    show(count) {
      if (!this.svg) return;
      const number = count ? this.ends[count - 1] : 0;
      let room = 24;
      while (room < number) room *= 1.5;
      const depth = Math.max(this.deep + 1, 3);
      this.group.setAttribute("transform", `translate(4 8) scale(${292 / room} ${58 / depth}) translate(0 1)`);
      this.branches.setAttribute("d", this.path.slice(0, this.cuts[number]));
      const solved = this.solutions.filter(([step]) => step <= count);
      this.dots.setAttribute("d", solved.map(([, node, level]) => `M${node} ${level}h0`).join(""));
      const [x, y] = number ? this.nodes[number - 1] : [0, -1];
      this.here.setAttribute("d", `M${x} ${y}h0`);
      this.caption.textContent = `tree: ${number.toLocaleString("en")} nodes${solved.length ? `, ${solved.length.toLocaleString("en")} with a solution` : ""}`;
      this.svg.caption.textContent = this.caption.textContent;
    }
  }

  // Solutions, bounds and values over time: one chart, and where the clock is.
  class Timeline {
    constructor(steps, parent) {
      this.steps = steps;
      this.solutions = steps.flatMap((step, k) => (step.solution ? [k] : []));
      this.curves = ["objective", "bound"].map((name) => [name, steps.flatMap((step, k) => (typeof step.values?.[name] === "number" ? [[k, step.values[name]]] : []))]).filter(([, points]) => points.length);
      if (!this.solutions.length && !this.curves.length) return;
      const box = make("figure", {}, parent);
      this.caption = make("figcaption", {}, box);
      this.svg = drawing(box, 300, 48, "solutions over time");
      this.svg.classList.add("chart");
      this.lines = make("g", { fill: "none" }, this.svg);
      this.cursor = make("line", { y1: 0, y2: 44, class: "cursor" }, this.svg);
    }

    draw(clock, end) {
      if (!this.svg) return;
      const at = (k) => 2 + (296 * (clock === "steps" ? k + 1 : this.steps[k].t)) / (end || 1);
      this.at = (moment) => 2 + (296 * moment) / (end || 1);
      this.lines.replaceChildren();
      const total = this.solutions.length;
      let path = "M2 44";
      this.solutions.forEach((k, number) => { path += `H${at(k).toFixed(2)}V${(44 - (40 * (number + 1)) / total).toFixed(2)}`; });
      make("path", { d: `${path}H298`, class: "curve" }, this.lines);
      if (total <= 400) make("path", { d: this.solutions.map((k) => `M${at(k).toFixed(2)} 44v4`).join(""), class: "tick" }, this.lines);
      const values = this.curves.flatMap(([, points]) => points.map(([, value]) => value));
      const [low, high] = [Math.min(...values), Math.max(...values)];
      for (const [name, points] of this.curves) {
        const y = (value) => (high > low ? 42 - (38 * (value - low)) / (high - low) : 20).toFixed(2);
        make("path", { d: points.map(([k, value], n) => `${n ? `H${at(k).toFixed(2)}V` : `M${at(k).toFixed(2)} `}${y(value)}`).join("") + "H298", class: name }, this.lines);
      }
      const what = this.curves.map(([name, points]) => `${name} ${spell(points[0][1])} to ${spell(points.at(-1)[1])}`);
      this.caption.textContent = [`solutions over ${clock}: ${total.toLocaleString("en")} at the end`, ...what].join("; ");
      this.svg.caption.textContent = this.caption.textContent;
    }

    show(moment) {
      if (!this.svg || !this.at) return;
      for (const name of ["x1", "x2"]) this.cursor.setAttribute(name, this.at(moment));
    }
  }

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
      if (trace.note) make("p", { class: "about" }, this.section, trace.note);
      if (trace.cut) make("p", { class: "cut" }, this.section, trace.cut);
      this.text = make("p", { class: "step" }, this.section);
      this.board = new Board(trace.board, this.section);
      this.values = make("ul", { class: "values" }, this.section);
      this.items = new Map();
      this.rows = trace.rows ? make("table", { class: "rows" }, this.section) : null;
      this.lines = make("ol", { class: "lines" }, this.section);
      this.cover = trace.cover ? new Cover(trace.cover, this.section) : null;
      this.tree = trace.tree ? new Tree(this.steps, this.section) : null;
      this.timeline = new Timeline(this.steps, this.section);
      const box = make("figure", {}, this.section);
      this.profileCaption = make("figcaption", {}, box);
      this.bars = drawing(box, 300, 62, "");
      this.bars.classList.add("chart");
    }

    start() {
      const cells = this.trace.board.cells.map((cell) => [cell.fill ?? -1, cell.label ?? "", -1, undefined]);
      return { cells, values: { ...this.trace.values }, levels: [], rows: {}, now: null, struck: {}, chosen: [], lists: [] };
    }

    // The state after `count` steps.
    state(count) {
      const at = Math.floor(count / SNAPSHOT);
      while (this.snapshots.length <= at) {
        const from = this.snapshots.length - 1;
        this.snapshots.push(this.apply(this.snapshots[from], from * SNAPSHOT, (from + 1) * SNAPSHOT));
      }
      return this.apply(this.snapshots[at], at * SNAPSHOT, count);
    }

    apply(before, from, to) {
      const state = { ...before, cells: before.cells.slice(), values: { ...before.values }, levels: before.levels.slice(), rows: { ...before.rows }, struck: { ...before.struck }, chosen: before.chosen.slice(), lists: before.lists.slice() };
      for (let k = from; k < to; k += 1) {
        const step = this.steps[k];
        for (const [cell, fill, label, owner, small] of step.set ?? []) state.cells[cell] = [fill, label ?? "", owner ?? -1, small];
        Object.assign(state.values, step.values ?? {});
        if (step.level !== undefined) state.levels[step.level] = (state.levels[step.level] ?? 0) + (step.nodes ?? 1);
        if (step.clear) state.rows = {};
        if (step.rows) Object.assign(state.rows, step.rows);
        if (step.now !== undefined) state.now = String(step.now);
        for (const [mark, struck] of step.strike ?? []) state.struck[mark] = struck;
        if (step.open) { state.lists.length = step.open[0]; state.lists.push(step.open.slice(1)); }
        if (step.push !== undefined) { state.chosen.push(step.push); state.lists.length = state.chosen.length; }
        if (step.pop) { state.chosen.pop(); state.lists.length = state.chosen.length + 1; }
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
      const words = step ? step.text : this.trace.opening;
      this.text.textContent = words;
      this.text.classList.toggle("solved", Boolean(step && step.solution));
      const values = { ...state.values };
      let sizes = null;
      if (this.cover) {
        const left = this.cover.left(state.chosen);
        values["items left"] = left.columns.filter((item) => item < this.cover.must).length;
        values["options left"] = left.rows.length;
        this.cover.show(state.chosen, left, state.lists[state.chosen.length]);
        sizes = this.cover.small(left);
        this.write(this.cover.lines(state.chosen, state.lists));
      }
      this.board.show(state, words, step?.frame, sizes);
      this.list(values);
      if (this.rows) this.table(state);
      if (this.tree) this.tree.show(count);
      this.profile(state.levels);
      this.shown = count;
      this.section.dataset.step = count;
    }

    list(values) {
      for (const [name, value] of Object.entries(values)) {
        if (!this.items.has(name)) this.items.set(name, make("li", { "data-name": name }, this.values));
        const text = `${name}: ${value === "" ? "–" : spell(value)}`;
        const item = this.items.get(name);
        if (item.textContent !== text) item.textContent = text;
      }
      for (const [name, item] of this.items) if (!(name in values)) { item.remove(); this.items.delete(name); }
    }

    write(lines) {
      while (this.lines.children.length > lines.length) this.lines.lastChild.remove();
      lines.forEach((line, k) => {
        const item = this.lines.children[k] ?? make("li", {}, this.lines);
        if (item.textContent !== line) item.textContent = line;
        item.classList.toggle("now", k === lines.length - 1);
      });
    }

    // A row a name, with bars for its numbers.
    table(state) {
      const entries = Object.entries(state.rows).slice(-40);
      const { name, heads } = this.trace.rows;
      const most = Math.max(1, ...entries.map(([, numbers]) => numbers.reduce((sum, value) => sum + value, 0)));
      const lines = entries.map(([key, numbers]) => {
        const line = make("tr", key === state.now ? { class: "now" } : {});
        make("th", { scope: "row" }, line, name + key);
        const svg = make("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, make("td", { class: "bar" }, line));
        let x = 0;
        numbers.forEach((value, k) => {
          const wide = (100 * value) / most;
          make("rect", { x, y: 1, width: wide, height: 8, class: `bar${k}` }, svg);
          x += wide;
        });
        numbers.forEach((value) => make("td", { class: "number" }, line, value.toLocaleString("en")));
        return line;
      });
      const head = make("tr");
      make("th", {}, head, "");
      make("td", {}, head);
      heads.forEach((text) => make("th", { scope: "col", class: "number" }, head, text));
      this.rows.replaceChildren(...(lines.length ? [head, ...lines] : []));
    }

    // Bars: nodes at each level, or whatever the trace counts by level.
    profile(levels) {
      const known = Array.from(levels, (value) => value ?? 0);
      const some = known.some((value) => value);
      this.bars.parentNode.style.display = some ? "" : "none";
      if (!some) return;
      const most = Math.max(...known, 1);
      const wide = 300 / Math.max(known.length, 8);
      this.profileBars ??= [];
      while (this.profileBars.length < known.length) {
        this.profileBars.push({ bar: make("rect", { class: "bar0" }, this.bars), text: make("text", { class: "note", "font-size": 8 }, this.bars) });
      }
      this.profileBars.forEach(({ bar, text }, level) => {
        const value = known[level] ?? 0;
        const tall = (48 * Math.log1p(value)) / Math.log1p(most);
        for (const [name, number] of Object.entries({ x: level * wide, y: 62 - tall, width: level < known.length ? Math.max(wide - 1, 0.5) : 0, height: tall })) bar.setAttribute(name, number.toFixed(2));
        text.textContent = level < known.length && known.length <= 16 && value ? value.toLocaleString("en") : "";
        text.setAttribute("x", ((level + 0.5) * wide).toFixed(2));
        text.setAttribute("y", (57 - tall).toFixed(2));
      });
      const total = known.reduce((sum, value) => sum + value, 0);
      this.profileCaption.textContent = `${this.trace.levels} 0 to ${known.length - 1}: ${total.toLocaleString("en")}, most ${most.toLocaleString("en")}`;
      this.bars.caption.textContent = `${this.trace.levels}: ${known.join(", ")}`;
    }
  }

  const players = data.traces.map((trace) => new Player(trace, byId("traces")));
  const state = { moment: 0, playing: false, clock: "steps", last: 0, frames: 0, busy: 0, began: 0, from: 0, measure: "" };
  const end = () => Math.max(0, ...players.map((player) => (state.clock === "steps" ? player.steps.length : (player.steps.at(-1)?.t ?? 0))));
  const rate = () => 2 ** (byId("speed").value - (state.clock === "steps" ? 0 : 6));

  function draw() {
    for (const player of players) player.timeline.draw(state.clock, end());
  }

  function show(moment, { speak = false } = {}) {
    state.moment = Math.min(Math.max(moment, 0), end());
    for (const player of players) {
      player.show(player.count(state.moment, state.clock));
      player.timeline.show(state.moment);
    }
    const shown = state.clock === "steps" ? Math.round(state.moment).toLocaleString("en") : state.moment.toFixed(4);
    byId("scrub").max = end();
    byId("scrub").step = state.clock === "steps" ? 1 : "any";
    byId("scrub").value = state.moment;
    byId("moment").textContent = `${state.clock === "steps" ? "step" : "second"} ${shown} of ${state.clock === "steps" ? end().toLocaleString("en") : end().toFixed(4)}${state.measure}`;
    const step = Math.max(0, ...players.map((player) => player.shown));
    byId("link").href = `#step=${state.clock === "steps" ? Math.round(state.moment) : step}`;
    byId("rate").textContent = `${rate() < 10 ? rate().toFixed(rate() < 1 ? 3 : 1) : Math.round(rate())} ${state.clock} a second`;
    if (speak) byId("spoken").textContent = players.map((player) => `${player.trace.method}: ${player.text.textContent}`).join(". ");
  }

  function play(wanted) {
    if (state.playing && !wanted) measured();
    state.playing = wanted && players.length > 0;
    if (state.playing && state.moment >= end()) state.moment = 0;
    byId("play").textContent = state.playing ? "pause" : "play";
    byId("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
    state.last = state.began = performance.now();
    state.from = state.moment;
    state.frames = 0;
    state.busy = 0;
    if (state.playing) requestAnimationFrame(frame);
  }

  // The page's own measure: frames while it played.
  function measured() {
    const seconds = (performance.now() - state.began) / 1000;
    if (state.frames < 10 || seconds <= 0) return;
    const root = document.documentElement.dataset;
    root.framesASecond = (state.frames / seconds).toFixed(1);
    root.busy = (state.busy / state.frames).toFixed(2); // milliseconds of its own in each frame
    root.played = (state.moment - state.from).toFixed(state.clock === "steps" ? 0 : 4);
    state.measure = `; played ${root.played} ${state.clock} at ${Math.round(state.frames / seconds)} frames a second`;
  }

  function frame(now) {
    if (!state.playing) return;
    const before = performance.now();
    show(state.moment + (rate() * Math.max(0, now - state.last)) / 1000);
    state.busy += performance.now() - before;
    state.last = now;
    state.frames += 1;
    if (state.moment >= end()) { play(false); show(end(), { speak: true }); return; }
    requestAnimationFrame(frame);
  }

  // One step: on the clock of seconds, to the nearest step of any trace.
  function move(by) {
    play(false);
    if (state.clock === "steps") { show(Math.round(state.moment) + by, { speak: true }); return; }
    const times = players.flatMap((player) => player.steps.map((step) => step.t));
    const beyond = times.filter((time) => (by > 0 ? time > state.moment + 1e-9 : time < state.moment - 1e-9));
    const next = beyond.reduce((best, time) => ((by > 0) === (time < best) ? time : best), by > 0 ? end() : 0);
    show(next, { speak: true });
  }

  function toSolution(first) {
    play(false);
    const moments = players.flatMap((player) => player.solutions.map((count) => (state.clock === "steps" ? count : player.steps[count - 1].t)));
    const later = first ? moments : moments.filter((moment) => moment > state.moment + 1e-9);
    const least = later.reduce((best, moment) => Math.min(best, moment), Infinity);
    if (later.length) show(least, { speak: true });
    else byId("spoken").textContent = "no solution after this moment";
  }

  function fromLink() {
    const match = /^#step=(\d+)$/.exec(location.hash);
    if (!match) return false;
    play(false);
    state.clock = "steps";
    byId("clock").value = "steps";
    draw();
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
  byId("found").addEventListener("click", () => toSolution(true));
  byId("solution").addEventListener("click", () => toSolution(false));
  byId("theme").addEventListener("click", theme);
  byId("speed").addEventListener("input", () => show(state.moment));
  byId("scrub").addEventListener("input", () => { play(false); show(Number(byId("scrub").value)); });
  byId("scrub").addEventListener("change", () => show(state.moment, { speak: true }));
  byId("clock").addEventListener("change", () => {
    const shown = Math.max(0, ...players.map((player) => player.shown));
    state.clock = byId("clock").value;
    draw();
    const at = players.find((player) => player.shown === shown);
    show(state.clock === "steps" ? shown : (at && shown ? at.steps[shown - 1].t : 0));
  });
  addEventListener("hashchange", fromLink);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    const slider = event.target instanceof HTMLInputElement;
    const keys = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => byId("first").click(), End: () => byId("last").click(), " ": () => play(!state.playing), f: () => toSolution(true), s: () => toSolution(false), d: theme };
    if (!(event.key in keys) || (slider && event.key.startsWith("Arrow")) || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    keys[event.key]();
  });
  draw();
  if (!fromLink()) show(0);
  document.documentElement.dataset.ready = "yes";
})();
