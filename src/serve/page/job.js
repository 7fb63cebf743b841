// Jobs: one at a time for the buttons, with its figures in the status line.

import * as api from './api.js'
import { about, element, number } from './dom.js'

let current = null

export const running = () => current !== null

export function status(text, bad = false) {
  const line = document.getElementById('status')
  line.textContent = text
  line.classList.toggle('bad', bad)
}

export function refused(error) {
  status(error.status === 401
    ? 'the token is missing: open the link that heddle serve printed'
    : error.message, true)
}

const figures = ({ job, seconds, ...rest }) =>
  `${job}: ` + Object.entries(rest).map(([name, n]) =>
    name === 'memory' ? `${n >> 20} MB`
      : name === 'remain about' ? `about ${about(n)} remain`
        : `${number(n)} ${name}`).join(', ') + `, ${seconds.toFixed(0)} s`

function told() { dispatchEvent(new Event('heddle-running')) }

/** The job when it has ended. A stream that breaks off, as when the machine
    sleeps, is opened again; while the server does not answer that is tried for
    a minute. */
async function toItsEnd(id, show) {
  for (let silent = 0; ;) {
    try {
      await api.watch(id, now => { silent = 0; show(now) })
      const job = await api.job(id)
      if (job.state !== 'running') return job
    } catch (error) {
      if ((error.status ?? 0) || ++silent > 30) throw error
      status('the server does not answer; once more ...', true)
      await new Promise(done => setTimeout(done, 2000))
    }
  }
}

/** Runs a command to its end and gives the job; null after a message.
    what: {command, files, written, options}; show: each set of figures. */
export async function run(what, show = () => {}) {
  if (current !== null) {
    status('something runs already: stop it, or wait', true)
    return null
  }
  try {
    current = await api.start(what)
    told()
    status(`${what.command} ...`)
    const job = await toItsEnd(current, now => { status(figures(now)); show(now) })
    status(job.state === 'stopped' ? 'stopped'
      : job.state === 'failed' ? `${what.command}: ${job.messages.trim() || job.why}`
        : `${what.command}: done`, job.state === 'failed')
    return job
  } catch (error) {
    refused(error)
    return null
  } finally {
    current = null
    told()
  }
}

export async function stop() {
  if (current === null) return
  try { await api.stop(current) } catch (error) { refused(error) }
}

/** A page that a job has written, in a frame that can do nothing else. */
export function frame(job, name, title, at = '') {
  const file = job.written?.find(w => w.name === name)
  if (!file) return null
  const f = element('iframe', 'story')
  f.title = title
  f.setAttribute('sandbox', 'allow-scripts')
  f.src = file.view + at
  return f
}
