// The workbench: what the buttons and keys do, and what is open.

import * as api from './api.js'
import { editor, say, setNames, show } from './editor.js'
import * as files from './files.js'
import { showResult } from './findings.js'
import { draw } from './machines.js'
import { begin } from './step.js'

const by = id => document.getElementById(id)
const open = { path: null, tag: null, saved: '' }
let running = null

function status(text, bad = false) {
  by('status').textContent = text
  by('status').classList.toggle('bad', bad)
}

function refused(error) {
  status(error.status === 401
    ? 'the token is missing: open the link that heddle serve printed'
    : error.message, true)
}

function changed() { return open.path !== null && editor.getValue() !== open.saved }

function refresh() {
  by('file').textContent = open.path === null ? 'no file is open'
    : open.path + (changed() ? ' (changed)' : '')
  document.title = open.path === null ? 'Heddle' : `${open.path} - Heddle`
  by('save').disabled = !changed()
  by('check').disabled = open.path === null || running !== null
  by('begin').disabled = open.path === null
  by('stop').disabled = running === null
}

/* --- reading while one types ---------------------------------------------- */

let asked = 0
async function read() {
  const mine = ++asked
  try {
    const said = await api.read(open.path, editor.getValue())
    if (mine !== asked) return // there is a newer text
    say(said.messages)
    if (said.names) setNames(said.names)
    if (said.machines) draw(said.machines)
  } catch (error) { refused(error) }
}

let timer = 0
editor.on('change', () => {
  refresh()
  clearTimeout(timer)
  if (open.path !== null) timer = setTimeout(read, 120)
})

/* --- files ---------------------------------------------------------------- */

async function openFile(path) {
  if (changed() && !confirm(`${open.path} has changes that are not saved. Leave it?`)) return
  try {
    const { text, tag } = await api.open(path)
    Object.assign(open, { path, tag, saved: text })
    show(text)
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

const figures = ({ job, seconds, ...rest }) =>
  `${job}: ` + Object.entries(rest).map(([name, n]) =>
    name === 'memory' ? `${n >> 20} MB` : `${n.toLocaleString('en')} ${name}`).join(', ') +
  `, ${seconds.toFixed(0)} s`

async function check() {
  if (open.path === null || running !== null || !await save()) return
  try {
    running = await api.start('check', [open.path], options())
    refresh()
    status('checking ...')
    await api.watch(running, now => status(figures(now)))
    const job = await api.job(running)
    showResult(job)
    select(by('tab-result'))
    status(job.state === 'stopped' ? 'stopped' : job.result
      ? `${job.result.verdict}: ${job.result.findings.length} findings`
      : `no result: ${job.why}`, !job.result)
  } catch (error) {
    refused(error)
  } finally {
    running = null
    refresh()
  }
}

async function stop() {
  if (running === null) return
  try { await api.stop(running) } catch (error) { refused(error) }
}

/* --- tabs, keys ----------------------------------------------------------- */

const tabs = [...document.querySelectorAll('[role=tab]')]
function select(tab) {
  for (const t of tabs) {
    t.setAttribute('aria-selected', String(t === tab))
    t.tabIndex = t === tab ? 0 : -1
    by(t.getAttribute('aria-controls')).hidden = t !== tab
  }
}
for (const tab of tabs) {
  tab.addEventListener('click', () => select(tab))
  tab.addEventListener('keydown', event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length]
    select(other)
    other.focus()
  })
}

by('save').addEventListener('click', save)
by('check').addEventListener('click', check)
by('stop').addEventListener('click', stop)
by('begin').addEventListener('click', async () => {
  select(by('tab-step'))
  await begin(open.path, editor.getValue(), defines())
})
addEventListener('heddle-files', () => files.show(openFile, open.path))
addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey)) return
  if (event.key === 's') { event.preventDefault(); save() }
  if (event.key === 'Enter') { event.preventDefault(); check() }
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
