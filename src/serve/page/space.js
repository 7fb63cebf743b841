// Parameters and their tests: tables that write the text, the array as it
// shrinks, what it covers, what a change costs.

import * as api from './api.js'
import { button, element, field, number, some, table, values } from './dom.js'
import { editor } from './editor.js'
import { run, running, status } from './job.js'

const box = document.getElementById('space')
const ROWS = 500 // in the table; more are in the file
const formats = ['tsv', 'csv', 'json', 'pict-json', 'markdown', 'html', 'pytest', 'junit', 'ctest']

let path = null
let save = async () => true
const tables = element('div')
const form = element('form', 'bar')
const live = element('p', 'figures')
const plot = element('div', 'drawing')
const result = element('div')
live.setAttribute('role', 'status')
form.setAttribute('aria-label', 'Options of the array')
form.append(
  field({ name: 'strength', label: 'Strength', choices: ['2', '3', '4', '5', '6', 'max'] }),
  field({ name: 'time', label: 'Seconds', value: '5', size: 4 }),
  field({ name: 'seed', label: 'Seed', value: '1', size: 4 }),
  field({ name: 'submodels', label: 'Sub-models as PICT', type: 'checkbox' }))
form.append(button('Existing tests', existing))
form.addEventListener('submit', event => { event.preventDefault(); cover() })
box.append(tables, form, live, plot, result)

/* --- the text as tables ----------------------------------------------------- */

/** What stands where: parameters, relations ("{ A, B } @ 3"), rules. */
function parts(text) {
  const all = { parameters: [], relations: [], rules: [] }
  let rule = null
  text.split('\n').forEach((line, at) => {
    if (rule) {
      rule.text += `\n${line}`
      rule.to = at
    } else if (/^\s*(#|$)/.test(line)) {
      return
    } else if (/^\s*\{.*\}\s*(@\s*\w+)?\s*$/.test(line)) {
      all.relations.push({ from: at, to: at, text: line.trim() })
      return
    } else {
      // "Size: 10, 12", or as PICT takes it, too, "Size, 10, 12".
      const [, name, between, list] = /^\s*([^:#[\](){}<>=;"]+?)(\s*:\s*)(.*)$/.exec(line) ??
        /^\s*([^,:#[\](){}<>=;"]+?)(\s*,\s*)(.*)$/.exec(line) ?? []
      if (name && !all.rules.length) {
        all.parameters.push({ from: at, to: at, name, between, values: list.trim() })
        return
      }
      rule = { from: at, to: at, text: line }
      all.rules.push(rule)
    }
    if (/;\s*(#.*)?$/.test(line)) rule = null
  })
  return all
}

function replace(part, text) {
  editor.replaceRange(text, { line: part.from, ch: 0 },
    { line: part.to, ch: editor.getLine(part.to).length })
}

function remove(part) {
  editor.replaceRange('', { line: part.from, ch: 0 }, { line: part.to + 1, ch: 0 })
}

function insert(after, text) {
  const line = after ? after.to : -1
  if (line < 0) editor.replaceRange(`${text}\n`, { line: 0, ch: 0 })
  else editor.replaceRange(`\n${text}`, { line, ch: editor.getLine(line).length })
}

function cell(label, value, change) {
  const input = element('input', 'cell-input')
  input.value = value
  input.spellcheck = false
  input.setAttribute('aria-label', label)
  input.addEventListener('change', () => change(input.value.trim()))
  return input
}

const drop = (what, part) =>
  button('Remove', () => remove(part), { cls: 'line', label: `remove ${what}` })

const FOLDED = 30 // a longer table is opened by who wants it

function section(title, heads, rows, label, add) {
  const part = element('details')
  part.open = rows.length <= FOLDED
  part.append(element('summary', '', title), table(heads, rows),
    button(label, add))
  return part
}

/* The notation of the text; the tables write that of PICT. */
let notation = 'pict'
const notations = { acts: 'ACTS', ctwedge: 'CTWedge' }

/** The same in PICT's notation, beside it. */
async function convert() {
  if (!await save()) return
  const job = await run({ command: 'cover', files: [path], options: { convert: 'pict' } })
  if (!job || job.state === 'failed') return
  const to = name('.pict')
  try {
    const old = await api.open(to).catch(() => null)
    if (old && !confirm(`Replace ${to}?`)) return
    await api.save(to, await api.output(job.id), old?.tag ?? null)
    dispatchEvent(new CustomEvent('heddle-open', { detail: to }))
  } catch (error) { status(error.message, true) }
}

function drawTables() {
  if (notation !== 'pict') {
    tables.replaceChildren(element('p', 'searched', `This is the notation of ${notations[notation] ?? notation}, ` +
      'which is edited as text; tables write that of PICT.'), button('Convert to PICT', convert))
    return
  }
  const all = parts(editor.getValue())
  const last = list => list.at(-1)
  const lines = (list, what) => list.map((p, i) => [
    cell(`${what} ${i + 1}`, p.text.replace(/\s*\n\s*/g, ' '), text => replace(p, text)),
    drop(`${what} ${i + 1}`, p)])
  // Open or shut as they were.
  const were = new Map([...tables.querySelectorAll('summary')].map(s => [s.dataset.of, s.parentElement.open]))
  tables.replaceChildren(
    section(some(all.parameters.length, 'parameter'), ['name', 'values', ''],
      all.parameters.map(p => [
        cell(`name of ${p.name}`, p.name, name => replace(p, name + p.between + p.values)),
        cell(`values of ${p.name}`, p.values, list => replace(p, p.name + p.between + list)),
        drop(p.name, p)]),
      'Add a parameter', () => insert(last(all.parameters), `P${all.parameters.length + 1}: yes, no`)),
    section(some(all.relations.length, 'relation'), ['parameters @ strength', ''],
      lines(all.relations, 'relation'), 'Add a relation', () => insert(last(all.relations) ?? last(all.parameters),
        `{ ${all.parameters.slice(0, 3).map(p => p.name).join(', ')} } @ 3`)),
    section(some(all.rules.length, 'rule'), ['rule', ''], lines(all.rules, 'rule'), 'Add a rule',
      () => {
        const [a, b] = all.parameters
        const first = p => p.values.split(/[,|]/)[0].trim()
        if (b) insert(last(all.rules) ?? last(all.relations) ?? last(all.parameters),
          `IF [${a.name}] = "${first(a)}" THEN [${b.name}] <> "${first(b)}";`)
      }))
  ;['parameters', 'relations', 'rules'].forEach((of, i) => {
    const summary = tables.children[i].querySelector('summary')
    summary.dataset.of = of
    if (were.has(of)) tables.children[i].open = were.get(of)
  })
}

/* --- the array -------------------------------------------------------------- */

let sizes = []

/** How it shrinks. */
function draw() {
  const most = Math.max(...sizes.map(s => s.tests))
  const least = Math.min(...sizes.map(s => s.tests))
  const end = Math.max(sizes.at(-1).seconds, 0.1)
  const x = s => 40 + 340 * s.seconds / end
  const y = s => 12 + 70 * (most - s.tests) / Math.max(most - least, 1)
  const points = sizes.map((s, i) => (i ? `H${x(s)} V${y(s)}` : `M${x(s)},${y(s)}`)).join(' ')
  plot.innerHTML = '<svg viewBox="0 0 400 100" width="400" height="100" role="img">' +
    `<title>from ${most} tests to ${least}</title><path class="life-line" d="${points}"/>` +
    `<text x="34" y="16" text-anchor="end">${most}</text>` +
    `<text x="34" y="86" text-anchor="end">${least}</text></svg>`
}

function figures(now) {
  if (now.tests === undefined) return
  sizes.push({ tests: now.tests, seconds: now.seconds })
  live.textContent = `${some(now.tests, 'test')} after ${number(now.steps ?? 0)} steps`
  if (sizes.some(s => s.tests !== now.tests)) draw()
}

function options() {
  const wanted = values(form)
  if (wanted.strength === '2') delete wanted.strength
  return wanted
}

const ask = (more, show) => run({ command: 'cover', files: [path], options: { ...options(), ...more } }, show)
const name = ending => path.replace(/\.\w+$/, '') + ending

let tag = null
let shown = null // the result whose tests are in the table
/** The tests as they are, changed by hand or not, beside the parameters. */
async function saveTests() {
  const to = name('.tsv')
  const text = [shown.parameters, ...shown.tests].map(r => r.join('\t')).join('\n') + '\n'
  try {
    tag = await api.save(to, text, tag)
  } catch (error) {
    if (error.status !== 409 || !confirm(`Replace ${to}?`)) { status(error.message, true); return null }
    tag = (await api.open(to)).tag
    tag = await api.save(to, text, tag)
  }
  status(`saved ${to}`)
  dispatchEvent(new Event('heddle-files'))
  return to
}

async function measure(out) {
  const file = await saveTests()
  if (!file) return
  const wanted = form.elements.strength.value
  const job = await ask({ measure: file, strength: wanted === 'max' ? wanted : String(Math.min(6, Number(wanted) + 1)) })
  if (!job?.result) return
  out.replaceChildren(table(['strength', 'covered', 'possible', ''],
    job.result.coverage.map(c => [c.strength, number(c.covered), number(c.possible),
      `${(100 * c.covered / Math.max(c.possible, 1)).toFixed(1)} %`]), 'Coverage by strength'))
}

/** What a change costs: the tests that there are kept and extended, or new ones. */
async function cost(out) {
  if (!await save()) return
  const kept = await ask({ keep: name('.tsv') })
  const fresh = kept && await ask({})
  if (!fresh?.result || !kept.result) {
    out.replaceChildren(element('p', 'verdict failed', (kept ?? fresh)?.messages ?? 'no answer'))
    return
  }
  const k = kept.result
  const use = (job, text) => button(text, () => showTests(job))
  out.replaceChildren(table(['', 'tests', 'new', ''], [
    ['keep and extend', number(k.size), number(k.size - k.kept), use(kept, 'Take these')],
    ['fresh', number(fresh.result.size), number(fresh.result.size), use(fresh, 'Take these')],
  ], 'What the change costs'))
}

async function exported(out) {
  const format = out.querySelector('select').value
  const kept = await saveTests()
  const job = kept && await ask({ format, keep: kept })
  if (!job || job.state === 'failed') return
  const text = await api.output(job.id)
  const endings = { markdown: 'md', pytest: 'py', 'pict-json': 'pict.json', junit: 'xml', ctest: 'cmake' }
  const to = name(`.tests.${endings[format] ?? format}`)
  try {
    const old = await api.open(to).catch(() => null)
    await api.save(to, text, old?.tag ?? null)
    status(`saved ${to}`)
    dispatchEvent(new Event('heddle-files'))
  } catch (error) { status(error.message, true) }
  out.querySelector('pre').textContent = text.slice(0, 4000)
}

function testsTable(r) {
  const t = table(['', ...r.parameters], r.tests.slice(0, ROWS).map((row, i) => [i + 1, ...row]))
  t.className = 'tests'
  for (const row of t.tBodies[0].rows)
    [...row.cells].slice(1).forEach((c, i) => {
      c.contentEditable = 'plaintext-only'
      c.setAttribute('aria-label', `test ${row.rowIndex}, ${r.parameters[i]}`)
      c.addEventListener('input', () => { r.tests[row.rowIndex - 1][i] = c.textContent.trim() })
    })
  return t
}

/** r: {parameters, tests}; with what is said of them. */
function showTable(r, ...said) {
  shown = r
  const covered = element('div')
  const costs = element('div')
  const out = element('div', 'export')
  const rows = element('div', '', testsTable(r))
  out.append(field({ name: 'format', label: 'Format', choices: formats }),
    button('Export', () => exported(out)), element('pre', 'said'))
  result.replaceChildren(...said,
    element('p', 'bar', button(`Save ${name('.tsv')}`, saveTests),
      button('Coverage by strength', () => measure(covered)),
      button('What a change costs', () => cost(costs)),
      button('Add a test', () => {
        r.tests.push([...(r.tests.at(-1) ?? r.parameters.map(() => ''))])
        rows.replaceChildren(testsTable(r))
        rows.querySelector('tr:last-child td:nth-child(2)')?.focus()
      })),
    covered, costs, out, rows,
    r.tests.length > ROWS ? element('p', '', `and ${number(r.tests.length - ROWS)} more`) : '')
}

/** The tests that are saved beside the parameters, to be changed by hand. */
async function existing() {
  try {
    const saved = await api.open(name('.tsv'))
    tag = saved.tag
    const [parameters, ...tests] = saved.text.trimEnd().split('\n').map(l => l.split('\t'))
    live.textContent = ''
    plot.replaceChildren()
    showTable({ parameters, tests }, element('p', 'verdict', `${some(tests.length, 'test')}, as saved`))
  } catch (error) {
    status(error.status === 404 ? `there is no ${name('.tsv')}: Cover makes tests, Save keeps them` : error.message, true)
  }
}

function showTests(job) {
  const r = job.result
  result.replaceChildren()
  if (!r) {
    result.append(element('p', 'verdict failed', `no result: ${job.why ?? job.state}`),
      element('pre', 'said', job.messages ?? ''))
    return
  }
  showTable(r, element('p', 'verdict holds', some(r.size, 'test')),
    element('p', 'searched', `${number(r.covered)} of ${number(r.tuples)} tuples of ${r.strength} covered, ` +
      `${number(r.infeasible_count)} impossible; no set has fewer than ${number(r.bounds.lower)} tests`))
  live.textContent = r.first_size > r.size ? `from ${r.first_size} to ${r.size} tests` : ''
}

/** A small set of tests; shown as it gets smaller. */
export async function cover() {
  if (running() || !await save()) return
  sizes = []
  plot.replaceChildren()
  live.textContent = ''
  // Below long tables nobody would see it.
  form.scrollIntoView({ block: 'nearest' })
  const job = await ask({}, figures)
  if (!job) return
  showTests(job)
  form.scrollIntoView({ block: 'start' })
}

export function language(of) {
  if (of === notation) return
  notation = of
  drawTables()
}

export function open(file, saving) {
  if (file !== path) {
    result.replaceChildren()
    plot.replaceChildren()
    live.textContent = ''
    tag = null
    tables.replaceChildren()
  }
  path = file
  save = saving
}

/** After each change of the text; what is being typed into stays. */
export function refresh() {
  if (tables.contains(document.activeElement) && document.activeElement.matches('input:focus')) {
    const at = document.activeElement.getAttribute('aria-label')
    drawTables()
    tables.querySelector(`[aria-label="${CSS.escape(at)}"]`)?.focus()
  } else drawTables()
}
