// A network of machines: verified, its mutants, and the tests that kill them.

import * as api from './api.js'
import { button, element, field, number, some, table, values } from './dom.js'
import { frame, run, running, status } from './job.js'

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

const files = { tests: '.tests.txt', tap: '.tap', c: '.tests.c' }

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

function show(job) {
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
      `${number(r.equivalent)} ${r.deterministic ? 'equivalent' : 'that conform'}`),
    element('p', 'bar', ...Object.keys(files).filter(o => job.written.some(w => w.name === o))
      .map(o => button(`Save ${files[o]}`, () => keep(job, o)))),
    table(['', 'inputs', 'outputs', 'kills'], r.tests.slice(0, 500).map((t, i) =>
      [i + 1, t.inputs?.join(' ') ?? '', t.outputs ? t.outputs.join(' ') : t.text, number(t.kills)]), 'Tests'))
    if (r.tests.length > 500) result.append(element('p', '', `and ${number(r.tests.length - 500)} more`))
  }
  const report = frame(job, 'html', 'The report: which test kills which mutant', '#mutants')
  if (report) result.append(element('h3', '', 'Which test kills which mutant'), report)
}

export async function derive() {
  if (running() || !await save()) return
  const options = values(form)
  if (options.verify) delete options.mutate
  else Object.assign(options, { tests: true, tap: true, c: true })
  const job = await run({ command: 'derive', files: [path], options: { ...options, html: true } })
  if (job) show(job)
}

export function open(file, saving) {
  if (file !== path) result.replaceChildren()
  path = file
  save = saving
}
