"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const cases = data.cases, classes = data.classes;
  const form = document.querySelector(".filters"), body = document.getElementById("rows");
  const STEP = 120;

  const make = (tag, text, name) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (name) node.className = name;
    return node;
  };
  const special = { Infinity: Infinity, "-Infinity": -Infinity, NaN: NaN };
  const number = (value) => typeof value === "number" ? value : value in special ? special[value] : undefined;
  const fixed = (value, digits) => value === undefined ? "" : value === Infinity ? "exact" : value.toFixed(digits);
  const seconds = (value) => value < 1 ? Math.round(value * 1000) + " ms" : value.toFixed(1) + " s";

  const plain = (value) => typeof value === "object" ? JSON.stringify(value) :
    typeof value === "number" && !Number.isInteger(value) ? String(+value.toPrecision(5)) : String(value);
  const share = (value) => (100 * value).toFixed(value === 1 ? 0 : 2) + "%";
  const scaled = (step, units) => (value) => {
    let i = 0;
    while (value >= step && i < units.length - 1) { value /= step; i += 1; }
    return value.toFixed(value < 10 && i ? 1 : 0) + " " + units[i];
  };
  const decibel = (value) => number(value) === Infinity ? "exact" : plain(value) + " dB";
  // how the metrics that we know are told; others are shown as they are
  const shown_as = {
    lowered_share: ["lowered", share], flops: ["of", scaled(1000, ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"])],
    parameter_share: ["parameters converted", share], casts: ["casts", plain], autocast_casts: ["torch.autocast's", plain],
    snr_db: ["signal to noise", decibel], bound_db: ["bound", decibel],
    max_eps: ["largest error", (value) => plain(value) + " eps"], agreement: ["agreement", share],
    peak_bytes: ["peak memory", scaled(1024, ["B", "KiB", "MiB", "GiB", "TiB"])], exec: ["computed by", plain],
  };

  const metric = (name) => (one) => number((one.metrics || {})[name]);
  const own = [...new Set(cases.flatMap((one) => Object.keys(one.row || {})))];
  const columns = [
    { title: "sample", value: (one) => one.sample },
    { title: "target", value: (one) => one.column },
    { title: "outcome", value: (one) => one.code || one.outcome },
    { title: "op", value: (one) => one.op || "" },
    { title: "SNR dB", value: metric("snr_db"), show: (v) => fixed(v, 1), numeric: true },
    { title: "lowered", value: metric("lowered_share"), show: (v) => v === undefined ? "" : share(v), numeric: true },
    { title: "casts", value: metric("casts"), show: (v) => fixed(v, 0), numeric: true },
    { title: "time", value: (one) => one.seconds, show: (v) => v === undefined ? "" : seconds(v), numeric: true },
    ...own.map((name) => ({
      title: name, value: (one) => (one.row || {})[name], show: (v) => v === undefined || v === null ? "" : String(v),
      numeric: cases.every((one) => ["number", "undefined"].includes(typeof (one.row || {})[name])),
    })),
  ].filter((column) => !column.numeric || cases.some((one) => column.value(one) !== undefined));

  const haystack = cases.map((one) => [one.id, one.op, one.code, (classes[one.code] || {}).name, one.message, one.at,
    ...Object.values(one.row || {})].join("\n").toLowerCase());
  const fields = ["query", "outcome", "code", "source", "column"];
  const state = Object.fromEntries(fields.map((name) => [name, ""]));
  let order = { by: -1, down: false }, found = [], shown = 0, open = new Set();

  const options = (name, values, label = (v) => v) => {
    for (const value of values) {
      const option = make("option", label(value));
      option.value = value;
      form.elements[name].append(option);
    }
  };
  const distinct = (key) => [...new Set(cases.map((one) => one[key]).filter(Boolean))].sort();
  options("code", distinct("code"), (code) => code + " " + (classes[code] || {}).name);
  options("source", distinct("source"));
  options("column", [...new Set(cases.map((one) => one.column))]);

  const matches = (one, i, words) =>
    (!state.outcome || (state.outcome === "flaky" ? (one.metrics || {}).flaky : one.outcome === state.outcome)) &&
    (!state.code || one.code === state.code) && (!state.source || one.source === state.source) &&
    (!state.column || one.column === state.column) && words.every((word) => haystack[i].includes(word));

  const compare = (column) => (a, b) => {
    const x = column.value(cases[a]), y = column.value(cases[b]);
    const lost = (v) => v === undefined || v === "" || v === null;
    if (lost(x) || lost(y)) return lost(x) - lost(y) || a - b;
    const less = column.numeric ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
    return (order.down ? -less : less) || a - b;
  };
  // failures first, as the journal has them, until another order is asked for
  const rank = { failed: 0, skipped: 1, passed: 2 };
  const natural = (a, b) => rank[cases[a].outcome] - rank[cases[b].outcome] || a - b;

  function update() {
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    found = [];
    cases.forEach((one, i) => { if (matches(one, i, words)) found.push(i); });
    found.sort(order.by < 0 ? natural : compare(columns[order.by]));
    for (const name of fields) if (form.elements[name].value !== state[name]) form.elements[name].value = state[name];
    form.elements.found.textContent = found.length.toLocaleString("en") + (found.length === 1 ? " case" : " cases");
    body.replaceChildren();
    shown = 0;
    grow();
    const hash = new URLSearchParams(fields.filter((name) => state[name]).map((name) => [name, state[name]])).toString();
    try { history.replaceState(null, "", hash ? "#" + hash : "#"); } catch { /* a page without an address */ }
  }

  function grow() {
    const rows = document.createDocumentFragment();
    for (const i of found.slice(shown, shown + STEP)) {
      rows.append(row(i));
      if (open.has(i)) rows.append(detail(i));
    }
    shown = Math.min(found.length, shown + STEP);
    body.append(rows);
    document.getElementById("more").textContent = !found.length ? "No case matches." :
      shown < found.length ? (found.length - shown).toLocaleString("en") + " more …" : "";
  }

  function row(i) {
    const one = cases[i], line = make("tr", undefined, "case" + (open.has(i) ? " open" : ""));
    line.dataset.index = i;
    for (const column of columns) {
      const cell = make("td", undefined, column.numeric ? "n" : column.title === "op" ? "op mono" : "");
      const value = column.value(one);
      if (column.title === "sample") {
        const cut = one.sample.lastIndexOf("/") + 1, button = make("button");
        button.type = "button";
        button.append(make("span", one.sample.slice(0, cut)), one.sample.slice(cut));
        button.setAttribute("aria-expanded", open.has(i));
        cell.className = "name";
        cell.append(button);
      } else if (column.title === "outcome") {
        const name = one.code ? one.code + " " + (classes[one.code] || {}).name : one.outcome;
        cell.append(make("span", name + ((one.metrics || {}).flaky ? " (flaky)" : ""), one.outcome));
      } else {
        cell.textContent = column.show ? column.show(value) : value;
        if (column.title === "op") cell.title = value;
      }
      line.append(cell);
    }
    return line;
  }

  function detail(i) {
    const one = cases[i], line = make("tr", undefined, "detail"), cell = make("td"), list = make("dl");
    cell.colSpan = columns.length;
    const fact = (name, value, kind) => {
      if (value === undefined || value === "") return null;
      const entry = make("dd", value, kind);
      list.append(make("dt", name), entry);
      return entry;
    };
    fact("message", one.message, "message mono");
    if (one.code) fact("means", (classes[one.code] || {}).summary);
    fact("remedy", one.remedy);
    fact("stage", one.stage);
    fact("op", one.op, "mono");
    fact("node", one.at, "mono");
    fact("line", one.line === undefined ? undefined : (one.file || "model.py") + ":" + one.line, "mono");
    fact("operands", (one.operands || []).join("\n"), "mono");
    fact("origin", one.origin, "mono");
    for (const text of one.warnings || []) fact("warning", text);
    if (one.stages) {
      const times = make("dd", undefined, "times");
      list.append(make("dt", "time"), times);
      for (const [stage, value] of Object.entries(one.stages)) times.append(make("span", stage + " " + seconds(value)));
    }
    const { islands, ...metrics } = one.metrics || {};
    const kept = Object.entries(islands || {}).map(([reason, count]) => reason + " (" + count + ")");
    fact("kept in source dtype", kept.join("\n"));
    if (Object.keys(metrics).length) {
      const values = make("dd", undefined, "times");
      list.append(make("dt", "metrics"), values);
      for (const name of new Set([...Object.keys(shown_as), ...Object.keys(metrics)])) {
        if (!(name in metrics)) continue;
        const [title, show] = shown_as[name] || [name.replaceAll("_", " "), plain];
        values.append(make("span", title + " " + show(metrics[name])));
      }
    }
    if (one.node) {
      const command = 'pytest "' + one.node + '"', entry = fact("again", command, "mono"), copy = make("button", "copy", "copy");
      copy.type = "button";
      copy.addEventListener("click", () => navigator.clipboard.writeText(command).then(() => { copy.textContent = "copied"; }, () => {}));
      entry.append(copy);
    }
    cell.append(list);
    line.append(cell);
    return line;
  }

  columns.forEach((column, i) => {
    const head = make("th", undefined, column.numeric ? "n" : ""), button = make("button", column.title);
    button.type = "button";
    head.scope = "col";
    button.addEventListener("click", () => {
      order = order.by === i ? { by: i, down: !order.down } : { by: i, down: Boolean(column.numeric) };
      document.querySelectorAll("#head th").forEach((th, j) => {
        if (j === i) th.setAttribute("aria-sort", order.down ? "descending" : "ascending");
        else th.removeAttribute("aria-sort");
      });
      update();
    });
    head.append(button);
    document.getElementById("head").append(head);
  });

  body.addEventListener("click", (event) => {
    const line = event.target.closest("tr.case");
    if (!line || String(getSelection())) return;
    const i = Number(line.dataset.index), now = !open.has(i);
    if (now) { open.add(i); line.after(detail(i)); } else { open.delete(i); line.nextElementSibling.remove(); }
    line.classList.toggle("open", now);
    line.querySelector("button").setAttribute("aria-expanded", now);
  });
  let waiting = 0;
  form.addEventListener("input", () => {
    for (const name of fields) state[name] = form.elements[name].value;
    clearTimeout(waiting);
    waiting = setTimeout(update, 80);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { for (const name of fields) state[name] = ""; setTimeout(update); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-filter]");
    if (!link) return;
    event.preventDefault();
    for (const name of fields) state[name] = link.dataset[name] || "";
    update();
    document.getElementById("cases").scrollIntoView();
  });
  new IntersectionObserver((seen) => { if (seen[0].isIntersecting && shown < found.length) grow(); },
    { rootMargin: "600px" }).observe(document.getElementById("more"));

  const root = document.documentElement;
  const remember = (value) => { try { if (value) localStorage.dtypegenTheme = value; return localStorage.dtypegenTheme; } catch { return value; } };
  const theme = remember();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = remember(dark ? "light" : "dark");
  });

  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const name of fields) if (wanted.has(name)) state[name] = wanted.get(name);
  const linked = cases.findIndex((one) => one.id === wanted.get("case"));
  if (linked >= 0) { state.query = cases[linked].id; open.add(linked); }
  update();
  if (fields.some((name) => state[name])) document.getElementById("cases").scrollIntoView({ behavior: "instant" });
})();
