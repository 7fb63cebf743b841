// A program: options, its schedules run, what was found as a page to step
// through, and the same run in another order.

import * as api from './api.js'
import { about, because, button, element, field, list, number, some, values } from './dom.js'
import { frame, run, running, status } from './job.js'
import { drawRun } from './run.js'

const box = document.getElementById('program')
const strategies = ['auto', 'optimal', 'dpor', 'flip', 'unfold', 'contextual', 'reach', 'stateful',
  'stateful-naive', 'stateful-runs', 'full', 'random', 'pct', 'pos']

let path = null
let save = async () => true
const form = element('form', 'bar')
const live = element('p', 'figures')
const result = element('div')
live.setAttribute('role', 'status')
form.setAttribute('aria-label', 'Options of the test')
form.append(
  field({ name: 'strategy', label: 'Strategy', choices: strategies }),
  field({ name: 'time', label: 'Seconds', value: '60', size: 4 }),
  field({ name: 'define', label: 'Define', hint: 'N=3', size: 8 }),
  field({ name: 'arguments', label: 'Arguments', size: 6 }),
  field({ name: 'library', label: 'Libraries', hint: 'm', size: 5 }),
  field({ name: 'all', label: 'All findings', type: 'checkbox' }),
  field({ name: 'coverage', label: 'Coverage', type: 'checkbox', value: true }))
box.append(form, live, result)

/* --- the finding ------------------------------------------------------------ */

/** What happened, as a run of steps. */
function stepsOf(events, story) {
  const names = new Map(story?.threads.map(t => [t.thread, t.name]))
  const called = (_, n) => names.get(Number(n)) ?? `thread ${n}`
  // What a long read has given says little, and would make the columns wide.
  const words = what => what.replace(/\bthread (\d+)\b/g, called).replace(/ <- (?:\S+ ){4}.*$/, '')
  return events.map((e, i) => ({
    process: names.get(e.thread) ?? e.name, thread: e.thread, event: i, line: e.line ?? 0,
    step: e.pending ? `waits: ${words(e.what)}` : words(e.what),
    fixed: Boolean(e.silent), pending: Boolean(e.pending),
  }))
}

const words = { same: 'it still fails', other: 'it fails differently', nothing: 'it does not fail' }

async function another(record, steps, from, to, out) {
  const job = await run({ command: 'replay', written: [record],
    options: { move: `${steps[from].event}:${steps[to].event}`, record: true } })
  if (!job) return
  const said = element('p', 'verdict')
  out.replaceChildren(said)
  if (!job.result) {
    said.classList.add('failed')
    said.append(job.messages.trim().replace(/^heddle: /, '') || job.why)
    return
  }
  const { near, kind, events } = job.result
  said.classList.add(near === 'nothing' ? 'holds' : 'violated')
  said.append(`${steps[from].process}: ${steps[from].step}, before ` +
    `${steps[to].process}: ${steps[to].step}: ${words[near]}${kind ? `: ${kind}` : ''}`)
  status(`in the other order ${words[near]}`)
  if (events) out.append(drawRun({ run: stepsOf(events) }))
}

async function order(record, box) {
  const job = await run({ command: 'replay', written: [record], options: {} })
  if (!job?.result?.events) return
  const steps = stepsOf(job.result.events, job.result.story)
  const out = element('div', 'order-result')
  out.setAttribute('aria-live', 'polite')
  const help = element('p', 'searched', 'Drag a step before an earlier one of another thread, and the ' +
    'program is run in that order. With keys: m marks the step to be moved, Enter puts it before the chosen one.')
  box.replaceChildren(help, drawRun({ run: steps }, -1,
    (from, to) => another(record, steps, from, to, out)), out)
  box.querySelector('.run-view').focus()
}

/** The old schedule in the program as it is now. */
async function again(record, out) {
  if (!await save()) return
  const job = await run({ command: 'replay', written: [record], options: { try: true } })
  if (!job) return
  const r = job.result
  const near = r?.near ?? (r?.reproduced ? 'same' : null)
  const text = !r ? job.messages.trim() || job.why
    : near === 'nothing' ? `it no longer fails in ${some(r.executions, 'execution')} near the old schedule`
      : `${words[near]}: ${r.kind ?? r.finding}`
  out.replaceChildren(element('p', `verdict ${!r ? 'failed' : near === 'nothing' ? 'holds' : 'violated'}`, text))
}

async function keep(job, name) {
  try {
    await api.save(name, await api.written(job.id, 'record'), null)
    status(`saved ${name}`)
    dispatchEvent(new Event('heddle-files'))
  } catch (error) { status(error.message, true) }
}

function finding(job) {
  const part = element('div')
  if (!job.written?.some(w => w.name === 'record')) return part
  const record = `${job.id}/record`
  const orders = element('div')
  const after = element('div')
  const name = path.replace(/\.\w+$/, '') + '.rec'
  part.append(
    element('p', 'bar',
      button('Another order', () => order(record, orders)),
      button('Try again after an edit', () => again(record, after)),
      button(`Save ${name}`, () => keep(job, name))),
    after, orders, frame(job, 'html', 'The run of the finding, to step through') ?? '')
  return part
}

/* --- the search ------------------------------------------------------------- */

function coverage(r) {
  const parts = []
  // Of what is tested, and not of the library whose templates it has.
  const all = r.coverage?.lines
  const own = all?.filter(l => !l.file || !l.file.startsWith('/'))
  const lines = own?.length ? own : all
  if (lines) {
    const missed = lines.filter(l => !l.run).map(l => l.line)
    parts.push(`lines ${lines.length - missed.length} of ${lines.length}` +
      (missed.length ? ` (not ${missed.slice(0, 20).join(', ')}${missed.length > 20 ? ', ...' : ''})` : ''))
  }
  if (r.pairs) parts.push(`pairs of accesses in both orders ${r.pairs.both} of ${r.pairs.seen}`)
  return parts.join(', ')
}

function figures(now) {
  const rate = now['/s'] ?? 0
  live.textContent = `${number(now.executions ?? 0)} executions, ${number(rate)} a second, ` +
    `${some(now.findings ?? 0, 'finding')}` +
    (now['% covered'] !== undefined ? `, ${now['% covered']} % covered` : '') +
    (now['remain about'] !== undefined ? `; about ${about(now['remain about'])} remain` : '')
}

function show(job) {
  const r = job.result
  result.replaceChildren()
  if (!r) {
    result.append(element('p', 'verdict failed', `no result: ${job.why ?? job.state}`),
      element('pre', 'said', job.messages ?? ''))
    dispatchEvent(new CustomEvent('heddle-said', { detail: job.messages ?? '' }))
    return
  }
  const verdict = element('p', `verdict ${r.verdict}`, r.verdict)
  if (r.verdict === 'incomplete' && because(r)) verdict.append(element('span', 'why', `: ${because(r)}`))
  const rate = r.seconds > 0 ? r.executions / r.seconds : 0
  live.textContent = `${some(r.executions, 'execution')}, ${number(rate < 10 ? rate.toFixed(1) : Math.round(rate))} a second`
  if (r.verdict !== 'holds' && r.remaining?.about >= 1)
    live.append(`; about ${about(r.remaining.about)} would remain`)
  result.append(verdict)
  if (coverage(r)) result.append(element('p', 'searched', coverage(r)))
  const findings = element('ul', 'findings')
  findings.append(...r.findings.map(f =>
    element('li', '', `${f.kind}${f.file ? ` at ${f.file}:${f.line}` : ''}${f.text && f.text !== f.kind ? `: ${f.text}` : ''}`)))
  result.append(findings, finding(job))
}

/** Every schedule that matters; the program runs only now. */
export async function test() {
  if (running() || !await save()) return
  const { define, library, arguments: words, ...options } = values(form)
  if (options.strategy === 'auto') delete options.strategy
  if (define) options.define = list(define)
  if (library) options.library = list(library)
  result.replaceChildren()
  dispatchEvent(new CustomEvent('heddle-said', { detail: null }))
  live.textContent = 'built and run ...'
  const job = await run({ command: 'test', files: [path], arguments: words?.split(/\s+/),
    options: { ...options, html: true, record: true } }, figures)
  live.textContent = ''
  if (job) show(job)
}

/** A recording of a program or a model: its page. */
export async function recording(of) {
  path = of
  result.replaceChildren()
  live.textContent = ''
  const job = await run({ command: 'show', files: [of], options: { html: true } })
  if (!job) return
  result.replaceChildren(frame(job, 'html', 'The recorded run') ??
    element('p', 'verdict failed', job.messages.trim() || job.why))
}

/** The program that is open; `saving` writes it if it has changed. */
export function open(file, saving) {
  if (file !== path) {
    result.replaceChildren()
    live.textContent = ''
  }
  path = file
  save = saving
  form.hidden = /\.rec$/.test(file)
}
form.addEventListener('submit', event => { event.preventDefault(); test() })
