// The interface of the server (doc/serve.md), with the token.

const key = 'heddle-token'
const given = new URLSearchParams(location.search).get('token')
if (given) {
  sessionStorage.setItem(key, given)
  // Not to be seen, copied or found in the history.
  history.replaceState(null, '', location.pathname)
}

function headers(more = {}) {
  return { Authorization: `Bearer ${sessionStorage.getItem(key) ?? ''}`, ...more }
}

export class Refused extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

async function ask(method, path, { body, more } = {}) {
  let answer
  try {
    answer = await fetch(path, { method, body, headers: headers(more) })
  } catch {
    throw new Refused(0, 'the server does not answer: has it ended?')
  }
  if (answer.ok) return answer
  let said = answer.statusText
  try { said = (await answer.json()).error } catch { /* it said nothing */ }
  throw new Refused(answer.status, said)
}

const place = path => '/api/files/' + path.split('/').map(encodeURIComponent).join('/')

export const version = async () => (await ask('GET', '/api/version')).json()
export const list = async path => (await ask('GET', place(path))).json()

export async function open(path) {
  const answer = await ask('GET', place(path))
  try {
    // What is changed on the way could not be saved as it was.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(await answer.arrayBuffer())
    return { text, tag: answer.headers.get('ETag') }
  } catch { throw new Refused(415, `${path} is no text in UTF-8`) }
}

/** tag: of what it was made from; null: the file is new. Gives the new tag. */
export async function save(path, text, tag) {
  const more = tag ? { 'If-Match': tag } : { 'If-None-Match': '*' }
  return (await ask('PUT', place(path), { body: text, more })).headers.get('ETag')
}

export const read = async (path, text) =>
  (await ask('POST', '/api/read', { body: JSON.stringify({ path, text }) })).json()

/** What a network, or a mutant of it, does with these inputs. */
export const answers = async (path, text, inputs, options) =>
  (await ask('POST', '/api/answers', { body: JSON.stringify({ path, text, inputs, options }) })).json()

/** what: {command, files, written, options} */
export const start = async what =>
  (await (await ask('POST', '/api/jobs', { body: JSON.stringify(what) })).json()).id
export const output = async id => (await ask('GET', `/api/jobs/${id}/output`)).text()
export const written = async (id, name) => (await ask('GET', `/api/jobs/${id}/written/${name}`)).text()

/** A model to be stepped through: where it is, what can be done. */
export const steps = async (path, text, define, recording) =>
  (await ask('POST', '/api/steps', { body: JSON.stringify({ path, text, define, recording }) })).json()
export const move = async (id, move) =>
  (await ask('POST', `/api/steps/${id}`, { body: JSON.stringify({ move }) })).json()
export const recording = async id => (await ask('GET', `/api/steps/${id}/recording`)).text()

export const job = async id => (await ask('GET', `/api/jobs/${id}`)).json()
export const stop = id => ask('DELETE', `/api/jobs/${id}`)

/** What happens to a job, until it has ended: figures, to `show`. EventSource
    could not send the token. */
export async function watch(id, show) {
  const stream = (await ask('GET', `/api/jobs/${id}/events`)).body
    .pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await stream.read().catch(() => ({ done: true }))
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^event: progress\ndata: (.*)$/m.exec(event)
      if (data) show(JSON.parse(data[1]))
    }
  }
}
