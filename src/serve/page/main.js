// The workbench: what the buttons and keys do, and what is open.

import * as api from './api.js'
import { editor, lock, say, setNames, show } from './editor.js'
import * as files from './files.js'
import { showResult } from './findings.js'
import { draw } from './machines.js'
import { run, running, status, refused, stop } from './job.js'
import * as program from './program.js'
import * as space from './space.js'
import { begin } from './step.js'
import { select } from './tabs.js'

const by = id => document.getElementById(id)
const open = { path: null, tag: null, saved: '', kind: 'text' }

function changed() { return open.path !== null && editor.getValue() !== open.saved }

function refresh() {
  by('file').textContent = open.path === null ? 'no file is open'
    : open.path + (changed() ? ' (changed)' : '')
  document.title = open.path === null ? 'Heddle' : `${open.path} - Heddle`
  by('save').disabled = !changed()
  by('check').textContent = mains[open.kind]?.label ?? 'Check'
  by('check').disabled = !mains[open.kind] || running()
  by('begin').disabled = open.kind !== 'model'
  by('stop').disabled = !running()
  for (const e of document.querySelectorAll('[data-for]'))
    e.hidden = !e.dataset.for.split(' ').includes(open.kind)
}

/* --- kinds of files --------------------------------------------------------- */

/* What the main button does, and what is beside the text at first. */
const mains = {
  model: { label: 'Check', act: check, tab: 'tab-machines' },
  promela: { label: 'Check', act: check, tab: 'tab-result' },
  program: { label: 'Test', act: () => program.test(), tab: 'tab-program' },
  space: { label: 'Cover', act: () => space.cover(), tab: 'tab-space' },
  recording: { label: 'Show', act: () => program.recording(open.path), tab: 'tab-program' },
}

/** The file is of this kind: what is beside the text changes with it. */
function become(kind) {
  if (open.kind === kind) return
  open.kind = kind
  refresh()
  if (mains[kind]) select(by(mains[kind].tab))
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
  if (reading || open.path === null) return
  reading = true
  const { path } = open
  try {
    const said = await api.read(path, editor.getValue())
    if (again || path !== open.path) return // there is a newer text
    become(said.kind)
    say(said.messages)
    if (said.names) setNames(said.names)
    if (said.machines) draw(said.machines)
  } catch (error) { refused(error) } finally {
    reading = false
    if (again) read()
  }
}

editor.on('change', () => {
  refresh()
  if (open.kind === 'space') space.refresh()
  read()
})

/* --- files ---------------------------------------------------------------- */

async function openFile(path, binary = false) {
  if (changed() && !confirm(`${open.path} has changes that are not saved. Leave it?`)) return
  try {
    const { text, tag } = binary ? { text: '', tag: null } : await api.open(path)
    Object.assign(open, { path, tag, saved: text, kind: 'text' })
    if (binary) {
      lock()
      become('program')
      refresh()
      status(`${path}: a built program`)
      await files.show(openFile, path)
      return
    }
    show(text, /\.(c|h|cc|cpp|cxx|hpp)$/.test(path) ? 'text/x-c++src' : /\.hed$/.test(path) ? 'heddle' : null)
    refresh()
    status('')
    await files.show(openFile, path)
    read()
  } catch (error) { refused(error) }
}

async function save() {
  if (open.path === null || !changed()) return true
  const text = editor.getValue()
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
  const job = await run({ command: 'check', files: [open.path], options: options() })
  if (!job) return
  showResult(job)
  select(by('tab-result'))
  if (job.state === 'done')
    status(`${job.result.verdict}: ${job.result.findings.length} findings`)
}

const main = () => { if (!running()) mains[open.kind]?.act() }

/* --- keys ----------------------------------------------------------------- */

by('save').addEventListener('click', save)
by('check').addEventListener('click', main)
by('stop').addEventListener('click', stop)
by('begin').addEventListener('click', async () => {
  select(by('tab-step'))
  await begin(open.path, editor.getValue(), defines())
})
addEventListener('heddle-running', refresh)
addEventListener('heddle-files', () => files.show(openFile, open.path))
addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey)) return
  if (event.key === 's') { event.preventDefault(); save() }
  if (event.key === 'Enter') { event.preventDefault(); main() }
})
addEventListener('beforeunload', event => { if (changed()) event.preventDefault() })

for (const name of ['auto', 'full', 'ample', 'lra', 'bsra', 'sra']) {
  const option = document.createElement('option')
  option.value = name
  by('strategies').append(option)
}

try {
  await api.version()
  await files.show(openFile, null)
} catch (error) { refused(error) }
refresh()
