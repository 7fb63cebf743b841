// The machines of a model: drawn, and as a table of their transitions.

import { go } from './editor.js'

const box = document.getElementById('machines')

const lineOf = title => Number(/, line (\d+)$/.exec(title?.textContent ?? '')?.[1])

/** The picture; pointing at a state goes to its line. */
function drawing(svg) {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  if (picture.nodeName !== 'svg') return ''
  const frame = document.createElement('div')
  frame.className = 'drawing'
  frame.append(document.importNode(picture, true))
  for (const title of frame.querySelectorAll('g > title'))
    if (lineOf(title)) title.parentElement.classList.add('goes')
  frame.addEventListener('click', event => {
    const line = lineOf(event.target.closest?.('g.goes')?.querySelector('title'))
    if (line) go(line)
  })
  return frame
}

function transition(e) {
  const row = document.createElement('tr')
  for (const text of [e.from, e.text.replace(/ -> [^>]*$/, ''), e.to]) {
    const cell = document.createElement('td')
    cell.textContent = text
    row.append(cell)
  }
  const cell = document.createElement('td')
  const link = document.createElement('button')
  link.type = 'button'
  link.className = 'line'
  link.textContent = e.line
  link.setAttribute('aria-label', `go to line ${e.line}`)
  link.addEventListener('click', () => go(e.line, e.column))
  cell.append(link)
  row.append(cell)
  return row
}

function machine(m) {
  const part = document.createElement('article')
  const head = document.createElement('h3')
  head.textContent = m.copies > 1 ? `${m.name} (${m.copies} alike)` : m.name
  const more = document.createElement('details')
  const what = document.createElement('summary')
  what.textContent = `${m.states.length} states, ${m.edges.length} transitions`
  const table = document.createElement('table')
  const names = table.createTHead().insertRow()
  for (const text of ['from', 'does', 'to', 'line']) {
    const cell = document.createElement('th')
    cell.scope = 'col'
    cell.textContent = text
    names.append(cell)
  }
  table.createTBody().append(...m.edges.map(transition))
  more.append(what, table)
  more.open = !m.drawing
  part.append(head, m.drawing ? drawing(m.drawing) : '', more)
  return part
}

let shown = ''
/** Draws them; what has not changed stays as it is. */
export function draw(machines) {
  const now = JSON.stringify(machines)
  if (now === shown) return
  shown = now
  box.replaceChildren(...machines.map(machine))
}
