// Steps through a story.  The page is complete without this script; here it
// only says what is true after each step.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const id = name => document.getElementById(name);
  const rows = data.steps.map((_, i) => id("s" + (i + 1)));
  const last = data.steps.length;
  let now = 0;

  const make = (tag, text, cls) => {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (cls) e.className = cls;
    return e;
  };
  const dot = thread => {
    const e = make("span", undefined, "dot");
    e.style.setProperty("--t", `var(--t${data.threads[thread].colour})`);
    return e;
  };
  const lineRow = step => step.line ? id(`L${step.file}-${step.line}`) : null;

  // What the first n steps leave behind.
  const after = n => {
    const values = new Map(), at = new Map(), locks = new Map();
    data.steps.slice(0, n).forEach((step, i) => {
      for (const op of step.ops) {
        values.delete(op.object); // so that it is the newest
        values.set(op.object, {value: op.value, by: op.thread, wrote: op.wrote,
                               fresh: i === n - 1});
      }
      for (const place of step.places || []) at.set(place.thread, place);
      if (step.line) at.set(step.thread, step);
      locks.set(step.thread, step.locks);
    });
    return {values, at, locks};
  };

  const showValues = values => {
    const body = id("values");
    body.replaceChildren();
    for (const [name, v] of [...values].reverse()) { // the newest first
      const row = make("tr", undefined, v.fresh ? "changed" : "");
      row.append(make("td", name), make("td", v.value));
      const by = make("td", undefined, "by");
      by.append(dot(v.by), (v.wrote ? "by " : "read by ") +
                data.threads[v.by].name);
      row.append(by);
      body.append(row);
    }
    id("no-values").hidden = values.size > 0;
  };

  const showThreads = state => {
    const body = id("threads");
    body.replaceChildren();
    for (const [t, thread] of Object.entries(data.threads)) {
      const step = state.at.get(+t), row = make("tr");
      const name = make("td");
      name.append(dot(t), thread.name);
      const where = make("td");
      if (step) {
        const other = data.files[step.file];
        const link = make("a", (other ? other + ":" : "line ") + step.line);
        link.href = `#L${step.file}-${step.line}`;
        where.append(link);
      } else {
        where.append("has not begun");
      }
      const locks = state.locks.get(+t);
      const more = [locks && "holds " + locks, step && step.waits && step.what];
      row.append(name, where, make("td", more.filter(x => x).join(", ")));
      body.append(row);
    }
  };

  const showSource = state => {
    for (const row of document.querySelectorAll(".source tr.current"))
      row.classList.remove("current", "newest");
    for (const cell of document.querySelectorAll(".source td.at"))
      if (cell.firstChild) cell.replaceChildren();
    const more = new Map(); // cells with more threads than there is room for
    for (const [t, step] of state.at) {
      const row = lineRow(step);
      if (!row) continue;
      row.classList.add("current");
      const mark = dot(t), cell = row.querySelector(".at");
      mark.title = data.threads[t].name;
      if (cell.childElementCount < 3) cell.append(mark);
      else more.set(cell, (more.get(cell) || 0) + 1);
    }
    for (const [cell, count] of more) cell.append(`+${count}`);
  };

  // The row in the middle of its box; the page stays where it is.
  const center = (box, row, smooth) => {
    if (!box) return;
    const top = row.getBoundingClientRect().top -
                box.getBoundingClientRect().top + box.scrollTop -
                box.clientHeight / 2;
    box.scrollTo({top, behavior: smooth ? "smooth" : "auto"});
  };
  const reveal = (row, smooth) =>
    row && center(row.closest(".source-box"), row, smooth);

  // What is folded into a step.
  const unfold = button => {
    const open = button.getAttribute("aria-expanded") !== "true";
    const of = button.closest("tr").id.slice(1);
    button.setAttribute("aria-expanded", open);
    for (const row of document.querySelectorAll(`tr.inner[data-of="${of}"]`))
      row.classList.toggle("open", open);
  };

  const go = (n, quiet) => {
    now = Math.max(0, Math.min(last, n));
    const state = after(now), step = data.steps[now - 1];
    rows.forEach((row, i) => {
      row.classList.toggle("here", i === now - 1);
      row.classList.toggle("later", i >= now);
      if (i === now - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    showValues(state.values);
    showThreads(state);
    showSource(state);
    const row = step && lineRow(step);
    if (row) {
      row.classList.add("newest");
      reveal(row);
    }
    if (now && !quiet)
      rows[now - 1].scrollIntoView({block: "nearest"});
    else if (now)
      center(rows[now - 1].closest(".scroll"), rows[now - 1]);
    id("count").textContent = `step ${now} of ${last}`;
    id("slider").value = now;
    id("first").disabled = id("back").disabled = now === 0;
    id("forward").disabled = id("last").disabled = now === last;
    id("said").textContent = step
        ? `${data.threads[step.thread].name}: ${step.what}` : "the beginning";
    if (quiet) return; // at the beginning the head of the page stays in view
    try {
      history.replaceState(null, "", now ? "#s" + now : "#");
    } catch (e) { /* a page without an address */ }
  };

  // A link to a line: show it, and keep the step.
  const flash = name => {
    const row = id(name);
    if (!row) return;
    for (const old of document.querySelectorAll(".source tr.flash"))
      old.classList.remove("flash");
    row.classList.add("flash");
    reveal(row, true);
    row.scrollIntoView({block: "nearest"});
  };
  const follow = hash => {
    const step = /^#s(\d+)$/.exec(hash);
    if (step) go(+step[1]);
    else if (/^#L\d+-\d+$/.test(hash)) flash(hash.slice(1));
    else return false;
    return true;
  };

  document.addEventListener("click", e => {
    const fold = e.target.closest("button.unfold");
    if (fold) unfold(fold);
    const link = e.target.closest("a[href^='#']");
    if (link && follow(link.getAttribute("href"))) e.preventDefault();
    const row = e.target.closest(".steps tr[id]");
    if (!link && row) go(+row.id.slice(1));
  });
  const keys = {
    ArrowRight: () => go(now + 1), ArrowDown: () => go(now + 1),
    j: () => go(now + 1), n: () => go(now + 1),
    ArrowLeft: () => go(now - 1), ArrowUp: () => go(now - 1),
    k: () => go(now - 1), p: () => go(now - 1),
    Home: () => go(0), End: () => go(last),
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.id === "slider") return;
    if (!keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  });
  id("first").onclick = keys.Home;
  id("back").onclick = keys.ArrowLeft;
  id("forward").onclick = keys.ArrowRight;
  id("last").onclick = keys.End;
  id("slider").oninput = e => go(+e.target.value);
  window.addEventListener("hashchange", () => follow(location.hash));

  document.documentElement.classList.add("live");
  // The list is as high as what the head of the page leaves of the window.
  const list = document.querySelector(".scroll");
  const room = innerHeight - list.getBoundingClientRect().top - 16;
  list.style.setProperty("--room", Math.max(room, 320) + "px");
  if (!follow(location.hash)) go(data.at, true);
})();
