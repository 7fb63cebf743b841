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
  const there = new Map() // what is there, by row: {item, first, last}

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

  function cell(role, cls, column, row, label, text = '') {
    const c = element('span', cls, text)
    c.setAttribute('role', role)
    c.setAttribute('aria-colindex', column + 2)
    c.setAttribute('aria-label', label)
    c.id = id(row, column)
    c.dataset.column = column
    if (column >= 0) c.style.left = `${head + column * cellWidth}px`
    return c
  }

  function headCells(first, last) {
    const cells = [cell('columnheader', 'matrix-name', -1, -1, 'mutant', 'mutant \\ test')]
    for (let t = first; t < last; t++)
      cells.push(cell('columnheader', 'matrix-cell', t, -1, `test ${t + 1}`, t + 1))
    heads.replaceChildren(...cells)
  }

  function rowItem(row, first, last) {
    const i = rows[row]
    const m = mutants[i]
    const item = element('div', `matrix-row ${m.fate}`)
    item.setAttribute('role', 'row')
    item.setAttribute('aria-rowindex', row + 2)
    item.dataset.row = row
    item.style.top = `${(row + 1) * rowHeight}px`
    const name = cell('rowheader', 'matrix-name', -1, row, `mutant ${i + 1}, ${m.operator}: ${m.text}: ${fate(m)}`,
      `${i + 1} ${short(m)}`)
    name.title = `${m.text}: ${fate(m)}`
    item.append(name)
    for (let t = first; t < last; t++) {
      const kills = sets[i].has(t + 1)
      item.append(cell('gridcell', kills ? 'matrix-cell kills' : 'matrix-cell', t, row,
        `mutant ${i + 1}, test ${t + 1}: ${kills ? 'killed' : 'not killed'}`, kills ? '●' : ''))
    }
    return item
  }

  /* The chosen cell, its row and its column. */
  function light() {
    for (const c of view.querySelectorAll('[aria-selected]')) c.removeAttribute('aria-selected')
    for (const c of view.querySelectorAll('.matrix-line')) c.classList.remove('matrix-line')
    const now = document.getElementById(id(at.row, at.column))
    if (at.row >= 0 || at.column >= 0) now?.setAttribute('aria-selected', 'true')
    there.get(at.row)?.item.classList.add('matrix-line')
    if (at.column >= 0) document.getElementById(id(-1, at.column))?.classList.add('matrix-line')
    view.setAttribute('aria-activedescendant', id(at.row, at.column))
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
    const left = Math.max(0, Math.floor(view.scrollLeft / cellWidth) - 2)
    const right = Math.min(tests, left + Math.ceil((view.clientWidth - head) / cellWidth) + 5)
    for (const [row, x] of there)
      if (anew || row < top || row >= bottom || x.first !== left || x.last !== right) {
        x.item.remove()
        there.delete(row)
      }
    const fresh = document.createDocumentFragment()
    for (let row = top; row < bottom; row++) {
      if (there.has(row)) continue
      const item = rowItem(row, left, right)
      there.set(row, { item, first: left, last: right })
      fresh.append(item)
    }
    body.append(fresh)
    headCells(left, right)
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
    const c = event.target.closest('[data-column]')
    if (!c) return
    go(Number(c.parentElement.dataset.row ?? -1), Number(c.dataset.column))
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
