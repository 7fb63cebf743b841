// A run: a column for each process, a row for each step; arrows say what came
// before what: a message its reception, the use of a variable or a lock the
// next one that it is in conflict with.
// Only the rows in view are there, however long it is.

import { light } from './editor.js'

const rowHeight = 30
const gap = 11 // on either side of a step
const svgName = 'http://www.w3.org/2000/svg'

function columnsOf(steps) {
  return [...new Set(steps.map(s => s.process))]
}

/** For each reception the step that sent what it takes, or -1; a step may say
    so itself. */
function sendersOf(steps) {
  const waiting = new Map()
  return steps.map((s, i) => {
    if (s.after !== undefined) return s.after
    const [, mark, message] = /([!?])(.*)$/.exec(s.step) ?? []
    // Promela has channels that are values: by the name that the step has.
    const object = s.object ?? /^([\w.]+(?:\[[^\]]*\])?)[!?]/.exec(s.step)?.[1]
    if (!object || !mark) return -1
    const queue = waiting.get(object) ?? waiting.set(object, []).get(object)
    if (mark === '!') {
      queue.push({ i, process: s.process, message })
      return -1
    }
    const exact = queue.findIndex(q => q.message === message && (!s.sender || q.process === s.sender))
    const at = exact < 0 && !s.object && queue.length ? 0 : exact
    return at < 0 ? -1 : queue.splice(at, 1)[0].i
  })
}

const reads = s => /^read\b/.test(s.step)

/** For each step on something that is no channel the last one of another
    process that it does not commute with, or -1. */
function causesOf(steps) {
  const last = new Map() // by object: the last write, and the last read since
  return steps.map((s, i) => {
    if (!s.object || /[!?]/.test(s.step)) return -1
    const { write, read } = last.get(s.object) ?? { write: -1, read: -1 }
    last.set(s.object, reads(s) ? { write, read: i } : { write: i, read: -1 })
    const cause = reads(s) || read < 0 ? write : read
    return cause >= 0 && steps[cause].process !== s.process ? cause : -1
  })
}

/** The width of a column: what is in it shall be shown, or nearly; where there
    is room they are wider. */
function widthOf(steps, columns) {
  const longest = steps.slice(0, 500).reduce((n, s) => Math.max(n, s.step.length), 0)
  const room = (document.querySelector('.side').clientWidth - 112) / columns.length
  const wanted = Math.min(2 * gap + 16 + 7.6 * longest, 260)
  return Math.floor(Math.max(100, wanted, Math.min(room, 220)))
}

function line(svg, cls, x1, y1, x2, y2) {
  const l = document.createElementNS(svgName, 'line')
  l.setAttribute('class', cls)
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) l.setAttribute(name, value)
  svg.append(l)
}

/** chosen: the step that is chosen at first; none if there is none.
    move: called with two steps when the first was put before the second, by
    dragging it there or with keys. */
export function drawRun(finding, chosen = -1, move = null) {
  const steps = finding.run
  const columns = columnsOf(steps)
  const arrows = [[sendersOf(steps), ''], [causesOf(steps), ' cause']].map(([from, cls]) => {
    const to = new Map()
    from.forEach((f, t) => f >= 0 && to.set(f, t))
    return { from, to, cls }
  })
  const width = widthOf(steps, columns)
  const middle = i => columns.indexOf(steps[i].process) * width + width / 2 + 44

  const part = document.createElement('div')
  part.className = 'run'
  const head = document.createElement('div')
  head.className = 'run-head'
  columns.forEach((name, i) => {
    const cell = document.createElement('span')
    cell.textContent = name
    cell.style.left = `${44 + i * width}px`
    cell.style.width = `${width}px`
    head.append(cell)
  })
  head.style.width = `${44 + columns.length * width}px`
  const view = document.createElement('div')
  view.className = 'run-view'
  view.tabIndex = 0
  view.setAttribute('role', 'listbox')
  view.setAttribute('aria-label', `the run, ${steps.length} steps`)
  const all = document.createElement('div')
  all.className = 'run-all'
  all.style.height = `${steps.length * rowHeight}px`
  all.style.width = `${44 + columns.length * width}px`
  const svg = document.createElementNS(svgName, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const rows = document.createElement('div')
  rows.setAttribute('role', 'presentation')
  const note = document.createElement('p')
  note.className = 'run-note'
  note.setAttribute('role', 'status')
  all.append(svg, rows)
  view.append(head, all)
  part.append(view, note)
  let current = -1
  let marked = -1 // the step that is to be moved
  const there = new Map() // the rows that are there, by their numbers

  function arrow(from, to, top, cls) {
    const y1 = (from + 0.5) * rowHeight - top
    const y2 = (to + 0.5) * rowHeight - top
    const side = middle(to) > middle(from) ? -1 : 1
    const tip = middle(to) + side * (width / 2 - gap)
    line(svg, `arrow${cls}`, middle(from) - side * (width / 2 - gap), y1, tip, y2)
    const point = document.createElementNS(svgName, 'path')
    point.setAttribute('class', `arrow-head${cls}`)
    point.setAttribute('d', `M${tip},${y2} l${side * 8},-4 l0,8 z`)
    svg.append(point)
  }

  function step(i) {
    const s = steps[i]
    const item = document.createElement('div')
    item.className = 'step'
    item.id = `step-${i}`
    item.setAttribute('role', 'option')
    item.setAttribute('aria-setsize', steps.length)
    item.setAttribute('aria-posinset', i + 1)
    item.setAttribute('aria-label', `${i + 1}: ${s.process}: ${s.step}` + (s.line ? `, line ${s.line}` : ''))
    item.style.top = `${i * rowHeight}px`
    const number = document.createElement('span')
    number.className = 'number'
    number.textContent = i + 1
    const cell = document.createElement('span')
    cell.className = 'cell'
    cell.textContent = s.step
    cell.title = s.step
    cell.style.left = `${44 + columns.indexOf(s.process) * width + gap}px`
    cell.style.width = `${width - 2 * gap}px`
    item.append(number, cell)
    item.addEventListener('click', () => choose(i))
    if (s.pending) item.classList.add('pending')
    if (s.bad) item.classList.add('bad')
    if (move && !s.fixed) {
      item.classList.add('moves')
      item.addEventListener('pointerdown', event => drag(i, event))
    }
    return item
  }

  /* What may be put before what: an earlier step of another process. */
  const fits = (i, to) => move && to >= 0 && to < i && !steps[i].fixed &&
    !steps[to].pending && steps[to].process !== steps[i].process

  function mark(i, to) {
    marked = i
    for (const [n, item] of there) {
      item.classList.toggle('marked', n === i)
      item.classList.toggle('onto', n === to && fits(i, to))
    }
  }

  function drag(i, event) {
    if (event.button) return
    let to = i
    const at = e => Math.floor((e.clientY - all.getBoundingClientRect().top) / rowHeight)
    const moved = e => { to = at(e); mark(i, to) }
    const done = e => {
      removeEventListener('pointermove', moved)
      removeEventListener('pointerup', done)
      removeEventListener('pointercancel', done)
      mark(-1, -1)
      if (e.type === 'pointerup' && fits(i, to)) move(i, to)
    }
    addEventListener('pointermove', moved)
    addEventListener('pointerup', done)
    addEventListener('pointercancel', done)
  }

  function put() {
    const i = marked
    if (i < 0) return
    mark(-1, -1)
    if (fits(i, current)) move(i, current)
    else note.textContent = 'a step can be put before an earlier one of another thread'
  }

  function paint() {
    const top = Math.max(0, view.scrollTop - 40)
    const first = Math.max(0, Math.floor(top / rowHeight) - 5)
    const last = Math.min(steps.length, first + Math.ceil(view.clientHeight / rowHeight) + 12)
    const from = first * rowHeight
    const height = (last - first) * rowHeight
    svg.replaceChildren()
    svg.style.top = `${from}px`
    svg.setAttribute('width', 44 + columns.length * width)
    svg.setAttribute('height', height)
    columns.forEach((_, i) =>
      line(svg, 'life', 44 + (i + 0.5) * width, 0, 44 + (i + 0.5) * width, height))
    for (const [i, item] of there)
      if (i < first || i >= last) {
        item.remove()
        there.delete(i)
      }
    const fresh = document.createDocumentFragment()
    for (let i = first; i < last; i++) {
      if (!there.has(i)) {
        there.set(i, step(i))
        fresh.append(there.get(i))
      }
      there.get(i).setAttribute('aria-selected', String(i === current))
      for (const a of arrows)
        if (a.from[i] >= 0) arrow(a.from[i], i, from, a.cls)
        else if (a.to.get(i) >= last) arrow(i, a.to.get(i), from, a.cls)
    }
    rows.append(fresh)
  }

  function choose(i) {
    current = Math.max(0, Math.min(steps.length - 1, i))
    const s = steps[current]
    const y = current * rowHeight
    if (y < view.scrollTop) view.scrollTop = y
    if (y + 2 * rowHeight > view.scrollTop + view.clientHeight - 30)
      view.scrollTop = y + 2 * rowHeight - view.clientHeight + 30
    paint()
    view.setAttribute('aria-activedescendant', `step-${current}`)
    const changed = Object.entries(s.changed ?? {})
      .map(([name, value]) => `${name} ${value === '' ? 'is empty' : `is ${value}`}`)
    note.textContent = `step ${current + 1} of ${steps.length}: ${s.process}: ${s.edge ?? s.step}` +
      (changed.length ? `; then ${changed.join(', ')}` : '')
    light(s.line)
  }

  const keys = {
    ArrowDown: () => choose(current + 1),
    ArrowUp: () => choose(current - 1),
    PageDown: () => choose(current + 10),
    PageUp: () => choose(current - 10),
    Home: () => choose(0),
    End: () => choose(steps.length - 1),
  }
  if (move) {
    keys.m = () => {
      mark(current, -1)
      note.textContent = 'choose the step that it is to come before, and press Enter'
    }
    keys.Enter = put
  }
  view.addEventListener('keydown', event => {
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  })
  let due = false
  view.addEventListener('scroll', () => {
    if (due) return
    due = true
    requestAnimationFrame(() => { due = false; paint() })
  })
  requestAnimationFrame(() => (chosen < 0 ? paint() : choose(chosen)))
  return part
}
