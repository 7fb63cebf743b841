// A network of machines: verified, its mutants, and the tests that kill them.

import * as api from './api.js'
import { button, element, field, number, some, table, values } from './dom.js'
import { content } from './editor.js'
import { frame, refused, run, running, status } from './job.js'
import { drawMatrix } from './matrix.js'
import { showMutant } from './mutant.js'

const LISTED = 5000 // mutants of the matrix

const box = document.getElementById('net')
let path = null
let save = async () => true

const form = element('form', 'bar')
const result = element('div')
form.setAttribute('aria-label', 'Options of the tests')
form.append(
  field({ name: 'mode', label: 'Mode', choices: ['quiet', 'paper'] }),
  field({ name: 'mutate', label: 'Mutants', value: 'initial,output,destination', size: 24 }),
  field({ name: 'verify', label: 'Verify only', type: 'checkbox' }),
  field({ name: 'all-tests', label: 'Keep superfluous tests', type: 'checkbox' }))
form.addEventListener('submit', event => { event.preventDefault(); derive() })
box.append(form, result)

const files = { tests: '.tests', tap: '.tap', c: '.tests.c' }

async function keep(job, option) {
  const to = path.replace(/\.\w+$/, '') + files[option]
  try {
    const old = await api.open(to).catch(() => null)
    await api.save(to, await api.written(job.id, option), old?.tag ?? null)
    status(`saved ${to}`)
    dispatchEvent(new Event('heddle-files'))
  } catch (error) { status(error.message, true) }
}

function facts(r) {
  const rows = [
    ['livelocks', number(r.livelocks)],
    ['receptions that get stuck', number(r.stuck)],
    ['transitions that never fire', number(r.dead)],
    ['strongly connected', r.strongly_connected ? 'yes' : 'no'],
    ['states, stable and unstable', `${number(r.stable)}, ${number(r.unstable)}`],
  ]
  return table(['', ''], rows, 'Verification')
}

function show(job, given) {
  const r = job.result
  result.replaceChildren()
  if (!r) {
    result.append(element('p', 'verdict failed', `no result: ${job.why ?? job.state}`),
      element('pre', 'said', job.messages ?? ''))
    return
  }
  result.append(element('p', `verdict ${r.verdict}`, r.verdict), facts(r))
  if (r.mutants) {
    const killed = r.nonequivalent
    result.append(element('p', 'searched', `${some(r.mutants, 'mutant')}: ${number(killed)} killed by ` +
      `${some(r.tests.length, 'test')} of length ${r.average_length.toFixed(1)} on average, ` +
      `${number(r.equivalent)} equivalent`),
    element('p', 'bar', ...Object.keys(files).filter(o => job.written.some(w => w.name === o))
      .map(o => button(`Save ${files[o]}`, () => keep(job, o)))))
    result.append(...matrix(r, given), tests(r))
  }
  const report = element('details', '', element('summary', '', 'The report'))
  // It is large: it is there when it is wanted.
  report.addEventListener('toggle', () => {
    if (report.children.length === 1)
      report.append(frame(job, 'html', 'The report: which test kills which mutant', '#mutants') ?? '')
  })
  if (job.written.some(w => w.name === 'html')) result.append(report)
}

function matrix(r, given) {
  if (!r.matrix?.length || !r.tests.length) return []
  const out = element('div', 'mutant')
  const show = (mutant, test) =>
    showMutant({ ...given, mutants: r.matrix, tests: r.tests }, mutant, test, out).catch(refused)
  const left = r.mutants - r.matrix.length
  return [element('h3', '', 'Which test kills which mutant'),
    drawMatrix(r.matrix, r.tests.length, show),
    left > 0 ? element('p', 'searched', `and ${number(left)} more mutants, which are not shown here`) : '', out]
}

function tests(r) {
  const part = element('details', '', element('summary', '', some(r.tests.length, 'test')))
  part.open = r.tests.length <= 20
  part.append(table(['', 'inputs', 'outputs', 'kills'], r.tests.slice(0, 500).map((t, i) =>
    [i + 1, t.inputs.join(' '), t.outputs.join(' '), number(t.kills)])))
  if (r.tests.length > 500) part.append(element('p', '', `and ${number(r.tests.length - 500)} more`))
  return part
}

export async function derive() {
  if (running() || !await save()) return
  const options = values(form)
  if (options.verify) delete options.mutate
  else Object.assign(options, { tests: true, tap: true, c: true, matrix: LISTED })
  // What is shown of a mutant is of the text as it was then.
  const given = { path, text: content(), mutate: options.mutate ?? 'initial,output,destination' }
  const job = await run({ command: 'derive', files: [path], options: { ...options, html: true } })
  if (job) show(job, given)
}

export function open(file, saving) {
  if (file !== path) result.replaceChildren()
  path = file
  save = saving
}
