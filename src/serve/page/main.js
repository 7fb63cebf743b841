// The workbench: what the buttons and keys do, and what is open.

import * as api from './api.js'
import { content, editor, lock, say, setNames, show } from './editor.js'
import * as files from './files.js'
import { showResult } from './findings.js'
import { button, element, field, list, some, values } from './dom.js'
import { draw, drawing } from './machines.js'
import { frame, refused, run, running, status, stop } from './job.js'
import * as net from './net.js'
import * as program from './program.js'
import * as space from './space.js'
import { begin } from './step.js'
import { select } from './tabs.js'

const by = id => document.getElementById(id)
const open = { path: null, tag: null, saved: '', kind: 'text', binary: false }

function changed() { return open.path !== null && content() !== open.saved }

function refresh() {
  by('file').textContent = open.path === null ? 'no file is open'
    : open.path + (changed() ? ' (changed)' : '')
  document.title = open.path === null ? 'Heddle' : `${open.path} - Heddle`
  by('save').disabled = !changed()
  by('check').textContent = mains[open.kind]?.label ?? 'Check'
  by('check').disabled = !mains[open.kind] || running()
  by('begin').disabled = !['model', 'promela'].includes(open.kind) &&
    !(open.kind === 'recording' && /^kind states$/m.test(open.saved))
  by('stop').disabled = !running()
  for (const e of document.querySelectorAll('[data-for]'))
    e.hidden = !e.dataset.for.split(' ').includes(open.kind)
}

/* --- kinds of files --------------------------------------------------------- */

/* What the main button does, and what is beside the text at first. */
const mains = {
  model: { label: 'Check', act: check, tab: 'tab-machines' },
  promela: { label: 'Check', act: check, tab: 'tab-machines' },
  program: { label: 'Test', act: () => program.test(), tab: 'tab-program' },
  network: { label: 'Derive', act: derive, tab: 'tab-machines' },
  space: { label: 'Cover', act: () => space.cover(), tab: 'tab-space' },
  recording: { label: 'Show', act: () => program.recording(open.path), tab: 'tab-program' },
}

/** The file is of this kind: what is beside the text changes with it. */
function become(kind, language) {
  if (kind === 'space') space.language(language)
  if (open.kind === kind) return
  open.kind = kind
  refresh()
  if (mains[kind]) select(by(mains[kind].tab))
  if (kind === 'network') net.open(open.path, save)
  if (kind === 'space') {
    space.open(open.path, save)
    space.refresh()
  }
  if (kind === 'program' || kind === 'recording') program.open(open.path, save)
}

/* --- reading while one types ---------------------------------------------- */

let reading = false
let again = false
/** At once; while an answer is awaited, once more after it. */
async function read() {
  again = reading
  if (reading || open.path === null || open.binary) return
  reading = true
  const { path } = open
  try {
    const said = await api.read(path, editor.getValue())
    if (again || path !== open.path) return // there is a newer text
    become(said.kind, said.language)
    if (said.kind !== 'program') say(said.messages)
    if (said.names) setNames(said.names)
    if (said.machines) draw(said.machines)
  } catch (error) { refused(error) } finally {
    reading = false
    if (again) read()
  }
}

/** What a compiler or a reader has said of this file: "FILE:2:11: error: ...". */
function sayOf(text) {
  const own = new RegExp(`^(?:.*/)?${open.path.split('/').at(-1).replace(/\W/g, '\\$&')}:(\\d+):(\\d+): (error|warning): (.*)$`, 'gm')
  const found = [...(text ?? '').matchAll(own)].map(([, line, column, level, what]) =>
    ({ line: Number(line), column: Number(column), length: 1, level, text: what }))
  if (found.length || !text) say(found)
}
addEventListener('heddle-said', event => sayOf(event.detail))

editor.on('change', () => {
  refresh()
  if (open.kind === 'space') space.refresh()
  read()
})

/* --- files ---------------------------------------------------------------- */

/* How a text is coloured. */
const modes = [
  [/\.(c|h|cc|cpp|cxx|hpp|c\+\+|C)$/, 'text/x-c++src'],
  [/\.hed$/, 'heddle'],
  [/\.(pml|prom|promela|pr|spin)$/, 'promela'],
]

async function openFile(path, binary = false) {
  if (changed() && !confirm(`${open.path} has changes that are not saved. Leave it?`)) return
  try {
    const { text, tag } = binary ? { text: '', tag: null } : await api.open(path)
    Object.assign(open, { path, tag, binary, saved: text, kind: 'text' })
    // Who loads the page again finds the file again.
    if (!binary) history.replaceState(null, '', `#${encodeURIComponent(path)}`)
    draw([])
    setNames([])
    say([])
    // What was found in another file is not said of this one.
    for (const id of ['result', 'step', 'studied']) by(id).replaceChildren()
    if (binary) {
      lock()
      become('program')
      refresh()
      status(`${path}: a built program`)
      await files.show(openFile, path)
      return
    }
    show(text, modes.find(([end]) => end.test(path))?.[1] ?? null)
    refresh()
    status('')
    await files.show(openFile, path)
    read()
  } catch (error) { refused(error) }
}

/** Somebody else may have been at the folder while this page was not looked
    at: another editor, or this one in another window. */
async function lookAgain() {
  if (running()) return
  try {
    await files.show(openFile, open.path)
    if (open.path === null || open.binary) return
    const { text, tag } = await api.open(open.path)
    if (tag === open.tag) return
    if (changed()) {
      status(`${open.path} was changed on the disk, and here`, true)
      return
    }
    const at = editor.getCursor()
    const top = editor.getScrollInfo().top
    Object.assign(open, { tag, saved: text })
    show(text, editor.getOption('mode'))
    editor.setCursor(at)
    editor.scrollTo(null, top)
    status(`${open.path} was changed on the disk: this is what it is now`)
  } catch (error) { refused(error) }
}

async function save() {
  if (open.path === null || !changed()) return true
  const text = content()
  try {
    open.tag = await api.save(open.path, text, open.tag)
    open.saved = text
    status(`saved ${open.path}`)
  } catch (error) {
    if (error.status !== 409 ||
        !confirm(`${open.path} was changed on the disk by somebody else. Replace it?`)) {
      refused(error)
      return false
    }
    open.tag = (await api.open(open.path)).tag
    return save()
  } finally { refresh() }
  return true
}

by('new').addEventListener('submit', async event => {
  event.preventDefault()
  const name = by('name').value.trim()
  if (!name) return
  const path = files.within(name)
  try {
    await api.save(path, '', null)
    by('name').value = ''
    await openFile(path)
  } catch (error) { refused(error) }
})

/* --- jobs ----------------------------------------------------------------- */

const defines = () => by('defines').value.split(/[\s,]+/).filter(Boolean)

function options() {
  const wanted = {}
  const strategy = by('strategy').value.trim()
  if (strategy && strategy !== 'auto') wanted.strategy = strategy
  if (defines().length) wanted.define = defines()
  return wanted
}

async function check() {
  if (open.path === null || running() || !await save()) return
  const job = await run({ command: 'check', files: [open.path],
    options: { ...options(), record: true } })
  if (!job) return
  const text = editor.getValue()
  if (job.state === 'failed') sayOf(job.messages)
  const graph = element('div', 'state-graph')
  showResult(job, at => jump(job, at, text),
    ...(open.kind === 'model' ? [button('State graph', () => stateGraph(graph)), graph] : []))
  select(by('tab-result'))
  if (job.state === 'done')
    status(`${job.result.verdict}: ${some(job.result.findings.length, 'finding')}`)
}

/** To the end of the run of a finding, with all that can be done there. */
async function jump(job, at, text) {
  const file = job.written.find(w => Number(/^record\/(\d+)-/.exec(w.name)?.[1]) === at + 1)
  if (!file) return
  try {
    const recording = await api.written(job.id, file.name)
    select(by('tab-step'))
    await begin(open.path, text, defines(), recording)
  } catch (error) { refused(error) }
}

async function stateGraph(into) {
  const job = await run({ command: 'check', files: [open.path], options: { ...options(), graph: true } })
  if (!job) return
  if (!job.written.length) { status('there are too many states for a picture', true); return }
  try {
    into.replaceChildren(drawing(await api.written(job.id, 'graph')))
  } catch (error) { refused(error) }
}

/** A recording of a model that is in the folder: its last state. */
async function stepRecording() {
  const text = editor.getValue()
  const path = /^model (.*)$/m.exec(text)?.[1]
  const define = [...text.matchAll(/^param (\S+) (\S+)$/gm)].map(m => `${m[1]}=${m[2]}`)
  try {
    await begin(path, (await api.open(path)).text, define, text)
    select(by('tab-step'))
  } catch (error) { refused(error) }
}

async function study() {
  if (open.path === null || !await save()) return
  select(by('tab-study'))
  const { strategy, ...rest } = values(by('study').querySelector('form'))
  const job = await run({ command: 'study', files: [open.path],
    options: { ...rest, ...(strategy ? { strategy: list(strategy).join(',') } : {}),
      ...(defines().length ? { define: defines() } : {}), html: true } })
  if (!job) return
  by('studied').replaceChildren(frame(job, 'html', 'Strategies side by side') ??
    element('pre', 'said', job.messages))
}

/** A protocol by options, saved under its name and opened. */
async function synthesize(event) {
  event.preventDefault()
  const options = values(by('synth'))
  const job = await run({ command: 'synth', options: { ...options, count: 1 } })
  const file = job?.written.find(w => w.name.endsWith('.hed'))
  if (!file) return
  const path = files.within(`protocol-${options.seed ?? 1}.hed`)
  try {
    const old = await api.open(path).catch(() => null)
    if (old && !confirm(`Replace ${path}?`)) return
    await api.save(path, await api.written(job.id, file.name), old?.tag ?? null)
    await openFile(path)
  } catch (error) { refused(error) }
}

async function derive() {
  select(by('tab-net'))
  await net.derive()
}

const main = () => { if (!running()) mains[open.kind]?.act() }

/* --- keys ----------------------------------------------------------------- */

by('save').addEventListener('click', save)
by('check').addEventListener('click', main)
by('stop').addEventListener('click', stop)
by('begin').addEventListener('click', async () => {
  if (open.kind === 'recording') { stepRecording(); return }
  select(by('tab-step'))
  await begin(open.path, editor.getValue(), defines())
})
addEventListener('heddle-running', refresh)
addEventListener('heddle-open', event => openFile(event.detail))
addEventListener('heddle-files', () => files.show(openFile, open.path))
addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey)) return
  if (event.key === 's') { event.preventDefault(); save() }
  if (event.key === 'Enter') { event.preventDefault(); main() }
})
document.addEventListener('visibilitychange', () => { if (!document.hidden) lookAgain() })
addEventListener('focus', lookAgain)
addEventListener('beforeunload', event => { if (changed()) event.preventDefault() })

by('synth').append(
  field({ name: 'processes', label: 'Processes', value: '3', size: 5 }),
  field({ name: 'messages', label: 'Messages', value: '3', size: 3 }),
  field({ name: 'capacity', label: 'Capacity', value: '2', size: 3 }),
  field({ name: 'topology', label: 'Topology', choices: ['arbitrary', 'cyclic', 'multi-cyclic'] }),
  field({ name: 'omit', label: 'Left out, %', value: '25', size: 3 }),
  field({ name: 'states', label: 'States', hint: '2..6', size: 5 }),
  field({ name: 'global', label: 'Global states', value: '20..5000', size: 8 }),
  field({ name: 'seed', label: 'Seed', value: '1', size: 4 }),
  element('button', '', 'Synthesize'))
by('synth').addEventListener('submit', synthesize)
by('study').querySelector('form').append(
  field({ name: 'strategy', label: 'Strategies', value: 'full, ample, lra, bsra, sra', size: 24 }),
  field({ name: 'find', label: 'Kinds', value: 'deadlock,blocking', size: 16 }),
  field({ name: 'time', label: 'Seconds each', value: '60', size: 4 }),
  element('button', '', 'Study'))
by('study').querySelector('form').addEventListener('submit', event => { event.preventDefault(); study() })

for (const name of ['auto', 'full', 'ample', 'sleep', 'ample-sleep', 'symmetry', 'lra', 'bsra', 'bsra-ample',
  'bsra-sleep', 'bsra-ample-sleep', 'sra', 'fra', 'era', 'era-refined', 'era-peng']) {
  const option = document.createElement('option')
  option.value = name
  by('strategies').append(option)
}

try {
  await api.version()
  if (location.hash) {
    const path = decodeURIComponent(location.hash.slice(1))
    files.enter(path)
    // Its folder may be gone.
    await files.show(openFile, null).catch(() => { files.enter(''); return files.show(openFile, null) })
    await openFile(path)
  } else await files.show(openFile, null)
} catch (error) { refused(error) }
refresh()
