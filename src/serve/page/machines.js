// The machines of a model or a network: drawn, and as tables of their
// transitions.  Both can be edited, and what is edited is the text.

import { button, element, pause, some, table } from './dom.js'
import { editor, go, light } from './editor.js'

const box = document.getElementById('machines')
const ROWS = 60 // of a table that is shown without being asked for

/* --- transitions in the text ------------------------------------------------ */

/* How a transition is written, in the part of its line from its column on:
   {does, to, length}, or null where it is written in another way. */
const languages = {
  hed: {
    read(rest) {
      const [all, does, to] = /^([^/]*?(?:\/[^/]*?)?)\s*->\s*([\w.]+)/.exec(rest) ?? []
      const after = all ? rest.slice(all.length) : 'x'
      return all && /^\s*(\/\/.*)?$/.test(after) ? { does: does.trim(), to, length: all.length } : null
    },
    write: (does, to) => `${does} -> ${to}`,
    state: (name, transition) => `\n  ${name}: ${transition}`,
  },
  xml: {
    read(rest) {
      const [all, i, o, to] = /^<transition input="([^"]*)" output="([^"]*)" to="([^"]*)"\s*\/>/.exec(rest) ?? []
      return all ? { does: `${i} / ${o}`, to, length: all.length } : null
    },
    write(does, to) {
      const [i, o = '-'] = does.split('/').map(s => s.trim())
      const quote = s => s.replace(/[&<"]/g, c => `&#${c.charCodeAt(0)};`)
      return `<transition input="${quote(i)}" output="${quote(o)}" to="${quote(to)}"/>`
    },
    state: null,
  },
}
const language = e => (/^</.test(editor.getLine(e.line - 1)?.slice(e.column - 1) ?? '') ? languages.xml : languages.hed)

function written(e) {
  const line = editor.getLine(e.line - 1)
  return line === undefined ? null : language(e).read(line.slice(e.column - 1))
}

const start = e => ({ line: e.line - 1, ch: e.column - 1 })

function change(e, does, to) {
  const now = written(e)
  if (!now || !does || !to) return
  editor.replaceRange(language(e).write(does, to), start(e),
    { line: e.line - 1, ch: e.column - 1 + now.length })
}

/** Its line goes; the name of the state goes to the next transition of it. */
function remove(m, e) {
  const own = m.edges.filter(x => x.from === e.from)
  const next = own[own.indexOf(e) + 1]
  const labelled = editor.getLine(e.line - 1).slice(0, e.column - 1).trim() !== ''
  if (labelled && next) editor.replaceRange('', start(e), start(next))
  else editor.replaceRange('', { line: e.line - 1, ch: 0 }, { line: e.line, ch: 0 })
}

/** After the last one of its state, or as a new state at the end. */
function add(m, from, does, to) {
  const last = m.edges.filter(e => e.from === from).at(-1) ?? m.edges.at(-1)
  const known = last?.from === from
  const { write, state } = last ? language(last) : languages.hed
  if (!last || (!known && !state)) return 'a new state of it is written in the text'
  const text = known ? `\n${' '.repeat(last.column - 1)}${write(does, to)}` : state(from, write(does, to))
  editor.replaceRange(text, { line: last.line - 1, ch: editor.getLine(last.line - 1).length })
  return ''
}

/* Where the name of a state stands before its first transition: "idle: ...". */
function label(m, name) {
  const e = m.edges.find(x => x.from === name)
  const [, before, word] = /^(\s*)(\w+)\s*:\s*$/.exec(e ? editor.getLine(e.line - 1)?.slice(0, e.column - 1) ?? '' : '') ?? []
  return word === name ? { line: e.line - 1, ch: before.length } : null
}

/** Another name, there and wherever a transition of the machine leads to it. */
function rename(m, from, to) {
  const at = label(m, from)
  if (!at || !/^\w+$/.test(to) || m.states.some(s => s.name === to)) return
  editor.operation(() => {
    // From the end on, so that what is before stays where it is.
    for (const e of [...m.edges].sort((a, b) => b.line - a.line || b.column - a.column)) {
      const now = e.to === from ? written(e) : null
      if (now) change(e, now.does, to)
      if (e.line - 1 === at.line) editor.replaceRange(to, at, { line: at.line, ch: at.ch + from.length })
    }
  })
}

/** The process, and the channels from it and to it. */
function removeProcess(m) {
  let depth = 0
  let end = m.line - 1
  for (; end < editor.lineCount(); end++) {
    const line = editor.getLine(end).replace(/\/\/.*/, '')
    depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length
    if (depth <= 0 && /\}/.test(line)) break
  }
  editor.operation(() => {
    editor.replaceRange('', { line: m.line - 1, ch: 0 }, { line: end + 1, ch: 0 })
    for (let i = editor.lineCount() - 1; i >= 0; i--)
      if (/^channel /.test(editor.getLine(i)) && editor.getLine(i).split(/\W+/).includes(m.name))
        editor.replaceRange('', { line: i, ch: 0 }, { line: i + 1, ch: 0 })
  })
}

/** One more, which receives from the first. */
function addProcess(machines) {
  const names = new Set(machines.map(m => m.name))
  let n = machines.length + 1
  while (names.has(`P${n}`)) n++
  const lines = editor.getValue().split('\n')
  const after = lines.findLastIndex(l => /^channel /.test(l))
  editor.operation(() => {
    editor.replaceRange(`\nprocess P${n} {\n  0: ${machines[0].name}?m -> 0\n}\n`,
      { line: editor.lineCount(), ch: 0 })
    editor.replaceRange(`\nchannel ${machines[0].name} -> P${n} [1]`,
      { line: after, ch: lines[after].length })
  })
}

/* --- what is shown ---------------------------------------------------------- */

const lineOf = title => Number(/, line (\d+)$/.exec(title?.textContent ?? '')?.[1])

/** The picture; pointing at a state lights its line, and chooses it as one end
    of a new transition. */
export function drawing(svg, point) {
  // The page has the style, and its policy allows no other.
  const plain = svg.replace(/<style>[^]*?<\/style>/g, '')
  const picture = new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement
  if (picture.nodeName !== 'svg') return ''
  const frame = element('div', 'drawing', document.importNode(picture, true))
  // A wide one is made smaller as long as it can be read, and then scrolled.
  frame.firstChild.style.minWidth = `${0.75 * (picture.width?.baseVal.value ?? 0)}px`
  for (const title of frame.querySelectorAll('g > title'))
    if (lineOf(title)) title.parentElement.classList.add('goes')
  const at = event => event.target.closest?.('g.goes')?.querySelector('title')
  const choose = event => {
    const title = at(event)
    if (!title) return
    light(lineOf(title))
    point?.(title.textContent.replace(/, line \d+$/, ''))
  }
  frame.addEventListener('click', choose)
  // One stop for Tab; the arrow keys go from state to state.
  const states = [...frame.querySelectorAll('g.goes')]
  states.forEach((g, i) => {
    g.setAttribute('tabindex', i ? '-1' : '0')
    g.setAttribute('role', 'button')
    g.setAttribute('aria-label', `state ${g.querySelector('title').textContent}`)
  })
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
  frame.addEventListener('keydown', event => {
    const now = states.indexOf(event.target.closest?.('g.goes'))
    if (now < 0) return
    if (event.key === 'Enter' || event.key === ' ') choose(event)
    else if (by[event.key]) {
      const other = states[(now + by[event.key] + states.length) % states.length]
      states[now].setAttribute('tabindex', '-1')
      other.setAttribute('tabindex', '0')
      other.focus()
    } else return
    event.preventDefault()
  })
  frame.addEventListener('dblclick', event => { if (at(event)) go(lineOf(at(event))) })
  return frame
}

function input(label, value, act) {
  const i = element('input', 'cell-input')
  i.value = value
  i.spellcheck = false
  i.setAttribute('aria-label', label)
  i.addEventListener('change', () => act(i.value.trim()))
  return i
}

function transition(m, e) {
  const now = m.thread ? null : written(e)
  const what = `${m.name}: ${e.from}, ${e.text}`
  const line = button(String(e.line), () => go(e.line, e.column), { cls: 'line', label: `go to line ${e.line}` })
  const named = now && m.edges.find(x => x.from === e.from) === e && label(m, e.from)
  return now
    ? [named ? input(`name of state ${e.from} of ${m.name}`, e.from, to => rename(m, e.from, to)) : e.from,
      input(`what ${what} does`, now.does, does => change(e, does, now.to)),
      input(`where ${what} leads`, now.to, to => change(e, now.does, to)), line,
      button('Remove', () => remove(m, e), { cls: 'line', label: `remove ${what}` })]
    : [e.from, e.text.replace(/ -> [^>]*$/, ''), e.to, line, '']
}

/** from, does, to: a new transition. */
function adding(m) {
  const form = element('form', 'bar')
  const part = (name, hint) => {
    const i = element('input')
    i.name = name
    i.placeholder = hint
    i.size = 8
    i.spellcheck = false
    i.setAttribute('aria-label', `${name}, of a new transition of ${m.name}`)
    return i
  }
  const said = element('span', 'why')
  said.setAttribute('role', 'status')
  const submit = element('button', '', 'Add a transition')
  form.append(part('from', 'from'), part('does', m.edges[0] ? m.edges[0].text.replace(/ -> .*/, '') : ''),
    part('to', 'to'), submit, said)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const [from, does, to] = ['from', 'does', 'to'].map(n => form.elements[n].value.trim())
    said.textContent = !from || !does || !to ? 'from, what it does, to' : add(m, from, does, to)
  })
  return form
}

function point(form, state) {
  const { from, to, does } = form.elements
  if (!from.value || to.value) {
    from.value = state
    to.value = ''
  } else {
    to.value = state
    does.focus()
  }
}

function machine(m) {
  const part = element('article')
  const form = m.thread || !m.edges.some(written) ? null : adding(m)
  const more = element('details', '',
    element('summary', '', m.net ? `${m.states.length} places and transitions, ${some(m.edges.length, 'arc')}`
      : `${some(m.states.length, 'state')}, ${some(m.edges.length, 'transition')}`))
  const fill = () => {
    if (more.open && more.children.length === 1)
      more.append(table(['from', 'does', 'to', 'line', ''], m.edges.map(e => transition(m, e))),
        form && /^\s*(process|machine) /.test(editor.getLine(m.line - 1) ?? '')
          ? button(`Remove ${m.name}`, () => removeProcess(m)) : '')
  }
  more.open = opened.has(m.name) || (!m.drawing && m.edges.length <= ROWS)
  more.addEventListener('toggle', () => {
    if (more.open) opened.add(m.name)
    else opened.delete(m.name)
    fill()
  })
  fill()
  part.append(element('h3', '', m.copies > 1 ? `${m.name} (${m.copies} alike)` : m.name),
    m.drawing ? drawing(m.drawing, form && (state => point(form, state)))
      : element('p', 'searched', `Too large to be drawn${m.edges.length ? ': the table has it' : ''}.`), form ?? '', more)
  return part
}

/** The picture of a machine that is drawn; none: undefined. */
export const pictureOf = name => shown.get(name)?.picture

const opened = new Set()
let shown = new Map() // what each was drawn from, and what came of it
let latest = 0

/** Draws them, when what was said about the text is on the screen: one after
    the other, so that who types waits for one at most. What has not changed
    stays as it is, and what is newer comes instead. */
export async function draw(machines) {
  const mine = ++latest
  const next = new Map()
  await pause()
  for (const m of machines) {
    const from = JSON.stringify(m)
    const old = shown.get(m.name)
    if (old?.from !== from) await pause()
    if (mine !== latest) return
    next.set(m.name, old?.from === from ? old : { from, part: machine(m), picture: m.drawing })
  }
  for (const [name, { part }] of next) // opened while it was made anew
    if (shown.get(name)?.part.querySelector('details').open) part.querySelector('details').open = true
  shown = next
  const parts = [...next.values()].map(x => x.part)
  if (parts.length === box.querySelectorAll(':scope > article').length && parts.every(p => p.isConnected)) return
  const at = document.activeElement?.closest('#machines input')?.getAttribute('aria-label')
  box.replaceChildren(...parts)
  const processes = machines.filter(m => !m.thread && m.edges.some(written))
  if (processes.length && /^channel /m.test(editor.getValue()))
    box.append(button('Add a process', () => addProcess(machines)))
  if (at) box.querySelector(`[aria-label="${CSS.escape(at)}"]`)?.focus()
}
