// Which test kills which mutant: a row for each mutant, a column for each test.
// Only the cells in view are there, however many there are.

import { element, field, number, some } from './dom.js'

const rowHeight = 24

/* What of all mutants is shown. */
const kinds = {
  'all mutants': () => true,
  'killed by one test only': m => m.tests.length === 1,
  killed: m => m.fate === 'killed',
  equivalent: m => m.fate === 'equivalent',
  undecided: m => m.fate === 'undecided',
}

const fate = m => (m.fate !== 'killed' ? m.fate
  : `killed by ${m.tests.length === 1 ? 'test' : 'tests'} ${m.tests.slice(0, 8).join(', ')}` +
    (m.tests.length > 8 ? ` and ${number(m.tests.length - 8)} more` : ''))

/* The fault first, so that it is seen where there is little room; the state and
   the input say which transition it is. */
const short = m => ({ initial: `starts in ${m.becomes}: ${m.machine}`, output: `answers ${m.becomes}: `,
  destination: `leads to ${m.becomes}: `, missing: 'missing: ' }[m.operator] +
  (m.operator === 'initial' ? '' : `${m.machine} ${m.from}, ${m.input}`))

/** mutants: [{text, operator, fate, tests}], tests: how many; choose: called
    with the places of a mutant and a test, each -1 for none. */
export function drawMatrix(mutants, tests, choose) {
  const cellWidth = tests > 99 ? 27 : 20
  const sets = mutants.map(m => new Set(m.tests))
  let rows = mutants.map((_, i) => i) // those that are shown
  let at = { row: -1, column: -1 } // the cell that is chosen; -1: the heads
  let head = 0 // the width of the heads of rows
  const there = new Map() // the rows that are there
  let columns = { first: 0, last: -1 } // that are there

  const part = element('div', 'matrix-part')
  const view = element('div', 'matrix')
  view.tabIndex = 0
  view.setAttribute('role', 'grid')
  view.setAttribute('aria-colcount', tests + 1)
  const all = element('div', 'matrix-all')
  const heads = element('div', 'matrix-heads')
  heads.setAttribute('role', 'row')
  heads.setAttribute('aria-rowindex', 1)
  const body = element('div')
  body.setAttribute('role', 'presentation')
  const note = element('p', 'run-note')
  note.setAttribute('role', 'status')
  all.append(heads, body)
  view.append(all)

  const id = (row, column) => `cell-${row}-${column}`

  function name(role, row, label, text) {
    const c = element('span', 'matrix-name', text)
    c.setAttribute('role', role)
    c.setAttribute('aria-colindex', 1)
    c.setAttribute('aria-label', label)
    c.id = id(row, -1)
    return c
  }

  /* Of a row the cells that say something, from one column to another: where a
     test does not kill there is nothing, and a column is known by its place. */
  function strip(role, row, first, last, says) {
    const s = element('div', 'matrix-strip')
    s.setAttribute('role', 'presentation')
    for (let t = first; t < last; t++) {
      const said = says(t)
      if (!said) continue
      const c = element('span', `matrix-cell${said.cls ?? ''}`, said.text)
      c.setAttribute('role', role)
      c.setAttribute('aria-colindex', t + 2)
      c.setAttribute('aria-label', said.label)
      c.style.left = `${head + t * cellWidth}px`
      s.append(c)
    }
    return s
  }

  /* The cell that is chosen, whatever is in it. */
  const chosen = element('span', 'matrix-cell matrix-chosen')
  chosen.setAttribute('role', 'gridcell')
  chosen.id = 'matrix-chosen'

  function headCells(first, last) {
    heads.replaceChildren(name('columnheader', -1, 'mutant', 'mutant \\ test'),
      strip('columnheader', -1, first, last, t => ({ text: t + 1, label: `test ${t + 1}`, cls: t === at.column ? ' matrix-line' : '' })))
  }

  function rowItem(row, first, last) {
    const i = rows[row]
    const m = mutants[i]
    const item = element('div', `matrix-row ${m.fate}`)
    item.setAttribute('role', 'row')
    item.setAttribute('aria-rowindex', row + 2)
    item.dataset.row = row
    item.style.top = `${(row + 1) * rowHeight}px`
    const head = name('rowheader', row, `mutant ${i + 1}, ${m.operator}: ${m.text}: ${fate(m)}`, `${i + 1} ${short(m)}`)
    head.title = `${m.text}: ${fate(m)}`
    item.append(head, strip('gridcell', row, first, last, t =>
      sets[i].has(t + 1) && { text: '●', cls: ' kills', label: `killed by test ${t + 1}` }))
    return item
  }

  /* The chosen cell, its row and its column. */
  function light() {
    for (const c of view.querySelectorAll('[aria-selected]')) c.removeAttribute('aria-selected')
    for (const c of view.querySelectorAll('.matrix-line')) c.classList.remove('matrix-line')
    chosen.remove()
    const i = rows[at.row]
    const row = at.row < 0 ? heads : there.get(at.row)
    row?.classList.toggle('matrix-line', at.row >= 0)
    heads.querySelector(`[aria-colindex="${at.column + 2}"]:not(.matrix-name)`)?.classList.add('matrix-line')
    if (at.row < 0 && at.column < 0) return
    if (at.column < 0) row?.firstChild.setAttribute('aria-selected', 'true')
    else {
      chosen.style.left = `${head + at.column * cellWidth}px`
      chosen.setAttribute('aria-colindex', at.column + 2)
      chosen.setAttribute('aria-selected', 'true')
      chosen.setAttribute('aria-label', i === undefined ? `test ${at.column + 1}`
        : `mutant ${i + 1}, test ${at.column + 1}: ${sets[i].has(at.column + 1) ? 'killed' : 'not killed'}`)
      row?.append(chosen)
    }
    view.setAttribute('aria-activedescendant', at.column < 0 ? id(at.row, -1) : chosen.id)
  }

  function paint(anew = false) {
    const wide = Math.round(Math.max(Math.min(280, view.clientWidth * 0.52),
      Math.min(480, view.clientWidth - tests * cellWidth - 8)))
    if (wide !== head) { head = wide; anew = true }
    view.style.setProperty('--head', `${head}px`)
    view.style.setProperty('--cell', `${cellWidth}px`)
    all.style.width = `${head + tests * cellWidth + 4}px`
    all.style.height = `${(rows.length + 1) * rowHeight}px`
    const top = Math.max(0, Math.floor(view.scrollTop / rowHeight) - 3)
    const bottom = Math.min(rows.length, top + Math.ceil(view.clientHeight / rowHeight) + 6)
    const left = Math.floor(view.scrollLeft / cellWidth)
    const right = Math.min(tests, left + Math.ceil((view.clientWidth - head) / cellWidth) + 1)
    // Somewhat more than is in view: most that is scrolled to is there already.
    if (anew || left < columns.first || right > columns.last) {
      columns = { first: Math.max(0, left - 6), last: Math.min(tests, right + 6) }
      headCells(columns.first, columns.last)
      anew = true
    }
    for (const [row, x] of there)
      if (anew || row < top || row >= bottom) {
        x.remove()
        there.delete(row)
      }
    const fresh = document.createDocumentFragment()
    for (let row = top; row < bottom; row++) {
      if (there.has(row)) continue
      const item = rowItem(row, columns.first, columns.last)
      there.set(row, item)
      fresh.append(item)
    }
    body.append(fresh)
    light()
  }

  function say() {
    const i = rows[at.row]
    if (i === undefined) note.textContent = at.column < 0 ? '' : `test ${at.column + 1}`
    else {
      const m = mutants[i]
      note.textContent = `mutant ${i + 1}: ${m.text}: ` +
        (at.column < 0 || m.fate !== 'killed' ? fate(m)
          : `test ${at.column + 1} ${sets[i].has(at.column + 1) ? 'kills it' : 'does not kill it'}`)
    }
  }

  function go(row, column) {
    at = { row: Math.max(-1, Math.min(rows.length - 1, row)), column: Math.max(-1, Math.min(tests - 1, column)) }
    const y = (at.row + 1) * rowHeight
    if (at.row >= 0 && y < view.scrollTop + rowHeight) view.scrollTop = y - rowHeight
    if (y + rowHeight > view.scrollTop + view.clientHeight) view.scrollTop = y + rowHeight - view.clientHeight
    const x = at.column * cellWidth
    if (at.column >= 0 && x < view.scrollLeft) view.scrollLeft = x
    const room = view.clientWidth - head - cellWidth
    if (at.column >= 0 && x > view.scrollLeft + room) view.scrollLeft = x - room
    paint()
    say()
  }

  const open = () => { if (at.row >= 0 || at.column >= 0) choose(rows[at.row] ?? -1, at.column) }
  /* To the next test that kills the mutant. */
  const next = () => {
    const t = mutants[rows[at.row]]?.tests.find(n => n > at.column + 1)
    if (t) go(at.row, t - 1)
  }
  const page = () => Math.max(1, Math.floor(view.clientHeight / rowHeight) - 2)
  const keys = {
    ArrowDown: () => go(at.row + 1, at.column), ArrowUp: () => go(at.row - 1, at.column),
    ArrowRight: () => go(at.row, at.column + 1), ArrowLeft: () => go(at.row, at.column - 1),
    PageDown: () => go(at.row + page(), at.column), PageUp: () => go(at.row - page(), at.column),
    Home: e => go(e.ctrlKey ? 0 : at.row, -1), End: e => go(e.ctrlKey ? rows.length - 1 : at.row, tests - 1),
    Enter: open, ' ': open, n: next,
  }
  view.addEventListener('keydown', event => {
    if (!keys[event.key] || (event.ctrlKey && event.key === 'Enter')) return
    event.preventDefault()
    keys[event.key](event)
  })
  view.addEventListener('click', event => {
    const row = event.target.closest('[role=row]')
    if (!row) return
    const x = event.clientX - row.getBoundingClientRect().left - head
    const column = event.target.closest('.matrix-name') ? -1 : Math.floor(x / cellWidth)
    if (column >= tests) return
    go(Number(row.dataset.row ?? -1), column)
    open()
  })
  let due = false
  const later = () => {
    if (due) return
    due = true
    requestAnimationFrame(() => { due = false; paint() })
  }
  view.addEventListener('scroll', later)
  new ResizeObserver(later).observe(view)

  const bar = element('form', 'bar',
    field({ name: 'which', label: 'Show', choices: Object.keys(kinds).filter(k =>
      k === 'all mutants' || mutants.some(kinds[k])) }),
    field({ name: 'with', label: 'With', hint: 'a machine, a state, an output', size: 18 }))
  bar.setAttribute('aria-label', 'Which mutants are shown')
  function filter() {
    const wanted = kinds[bar.elements.which.value]
    const word = bar.elements.with.value.trim().toLowerCase()
    rows = mutants.flatMap((m, i) => (wanted(m) && `${i + 1} ${m.operator}: ${m.text}`.toLowerCase().includes(word) ? [i] : []))
    at = { row: -1, column: -1 }
    view.scrollTop = 0
    view.setAttribute('aria-rowcount', rows.length + 1)
    view.setAttribute('aria-label', `which test kills which mutant: ${some(rows.length, 'mutant')}, ${some(tests, 'test')}`)
    paint(true)
    note.textContent = rows.length === mutants.length ? '' : `${some(rows.length, 'mutant')} of ${number(mutants.length)}`
  }
  bar.addEventListener('input', filter)
  bar.addEventListener('submit', event => event.preventDefault())
  const help = element('p', 'searched', 'A cell, or Enter on it, shows the mutant in its machine and the run of the test. ' +
    'The arrow keys go through the table, n to the next test that kills.')
  part.append(help, bar, view, note)
  requestAnimationFrame(filter)
  return part
}
