// One mutant: its fault in the drawing of its machine, and the run of a test
// that shows it, or does not.

import * as api from './api.js'
import { element } from './dom.js'
import { light } from './editor.js'
import { drawing, pictureOf } from './machines.js'
import { drawRun } from './run.js'

const svgName = 'http://www.w3.org/2000/svg'

const titled = (frame, text) =>
  [...frame.querySelectorAll('g > title')].find(t => t.textContent === text)?.parentElement
const state = (frame, name) =>
  [...frame.querySelectorAll('g > title')].find(t => t.textContent.replace(/, line \d+$/, '') === name &&
    t.parentElement.querySelector('rect'))?.parentElement

/** An arrow where the specification has none: to the state where the mutant
    goes. */
function lead(frame, from, to) {
  const [a, b] = [from, to].map(g => g.querySelector('rect').getBBox())
  const middle = r => [r.x + r.width / 2, r.y + r.height / 2]
  const path = document.createElementNS(svgName, 'path')
  path.setAttribute('class', 'fault-arrow')
  const [x1, y1] = middle(a)
  const [x2, y2] = middle(b)
  if (from === to) {
    path.setAttribute('d', `M${a.x},${y1 + 5} c-26,8 -26,-18 0,-10 m-8,-5 l8,5 l-9,4`)
  } else {
    // As far as the outline of the other: by the side that it comes to first.
    const t = Math.min(b.width / 2 / Math.max(Math.abs(x2 - x1), 1e-6), b.height / 2 / Math.max(Math.abs(y2 - y1), 1e-6))
    const [x, y] = [x2 - t * (x2 - x1), y2 - t * (y2 - y1)]
    const long = Math.hypot(x2 - x1, y2 - y1)
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long]
    path.setAttribute('d', `M${x1},${y1} L${x},${y} m${-9 * dx + 4 * dy},${-9 * dy - 4 * dx} ` +
      `L${x},${y} l${-9 * dx - 4 * dy},${-9 * dy + 4 * dx}`)
  }
  frame.querySelector('svg').append(path)
}

function fault(m) {
  const picture = pictureOf(m.machine)
  const frame = picture ? drawing(picture) : null
  if (!frame) return element('p', 'searched', `${m.machine} is too large to be drawn: line ${m.line} of the text`)
  // Where things are is known when it is on the page.
  requestAnimationFrame(() => {
    const edge = titled(frame, `${m.from}: ${m.input} / ${m.output} -> ${m.to}`)
    edge?.classList.add(m.operator === 'missing' ? 'fault-missing' : 'fault')
    const from = state(frame, m.from)
    const to = m.operator === 'output' ? null : state(frame, m.becomes)
    if (m.operator === 'initial') to?.classList.add('fault')
    if (m.operator === 'destination' && from && to) lead(frame, from, to)
    // Into the middle of the frame; the page stays where it is.
    const [it, box] = [edge ?? to, frame].map(e => e?.getBoundingClientRect())
    if (it) frame.scrollBy(it.x + it.width / 2 - box.x - box.width / 2, it.y + it.height / 2 - box.y - box.height / 2)
  })
  return frame
}

/** What happened, as a run of steps: the environment and the machines. */
function stepsOf(steps, faulty) {
  const world = 'environment'
  return steps.map((s, i) => {
    if (s.gives !== undefined) return { process: world, step: `gives ${s.gives}`, after: -1 }
    if (s.machine !== undefined)
      return { process: s.machine, step: `${s.input} / ${s.output}`, edge: `${s.from}: ${s.input} / ${s.output} -> ${s.to}`,
        line: s.line, after: i - 1, bad: s.mutated }
    const seen = s.sees ?? `nothing (${s.silent})`
    const same = s.sees === s.expected
    return { process: world, after: s.sees === undefined ? -1 : i - 1, bad: !same, line: same ? 0 : faulty,
      step: `sees ${seen}${same ? '' : `, not ${s.expected ?? 'anything'}`}` }
  })
}

const answer = s => s.sees ?? `nothing (${s.silent})`

/** given: {path, text, mutate, mutants, tests} of a derivation. Shows the mutant,
    or the specification for -1, under the test, or none for -1. */
export async function showMutant(given, mutant, test, out) {
  const m = given.mutants[mutant]
  // A mutant by itself is shown under the first test that kills it.
  const t = test >= 0 ? test : (m?.tests[0] ?? 0) - 1
  const parts = []
  if (m) {
    parts.push(element('h3', '', `Mutant ${mutant + 1}: ${m.text}`), fault(m))
    light(m.line)
  }
  out.replaceChildren(...parts)
  if (t < 0) {
    out.append(element('p', 'searched', m.fate === 'equivalent'
      ? 'It is equivalent: no inputs tell it from the network.' : 'Whether a test kills it was not decided.'))
    return
  }
  const inputs = given.tests[t].inputs
  const found = await api.answers(given.path, given.text, inputs,
    { mutate: given.mutate, ...(m ? { mutant: mutant + 1 } : {}) })
  const last = found.steps.at(-1)
  const at = found.steps.filter(s => s.gives !== undefined).length
  out.append(element('h3', '', `Test ${t + 1}: ${inputs.join(' ')}`))
  if (m) {
    const said = element('p', `verdict ${found.differs ? 'holds' : 'incomplete'}`)
    said.setAttribute('role', 'status')
    out.append(said)
    said.append(found.differs
      ? `killed by input ${at}, ${inputs[at - 1]}: ${answer(last)} instead of ${last.expected ?? 'nothing'}`
      : 'not killed: it answers as the network does')
  }
  out.append(drawRun({ run: stepsOf(found.steps, m?.line ?? 0) }, found.differs ? found.steps.length - 1 : -1))
}
