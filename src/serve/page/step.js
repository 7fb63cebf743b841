// Stepping: what can be done, the state, and the run so far.

import * as api from './api.js'
import { button } from './dom.js'
import { drawRun } from './run.js'

const box = document.getElementById('step')
let now = null
let before = null // the state that was shown last
let name = ''

function show(after) {
  const bar = document.createElement('p')
  bar.className = 'bar'
  bar.append(
    button('Back', () => go({ back: 1 }), { disabled: !now.length }),
    button('Forward', () => go({ forward: 1 }), { disabled: !now.taken_back }),
    button('Random', () => go({ random: 10 }), { disabled: !now.moves.length }))
  const where = document.createElement('p')
  where.setAttribute('role', 'status')
  where.textContent = `after ${now.length} step${now.length === 1 ? '' : 's'}` +
    (now.error ? `: ${now.error}` : now.ended ? ': everything has ended' : '')
  where.className = now.error ? 'here bad' : 'here'
  const moves = document.createElement('ol')
  moves.className = 'moves'
  moves.append(...now.moves.map((m, i) => {
    const item = document.createElement('li')
    item.append(button(`${m.process}: ${m.step}`, () => go({ take: i + 1 })))
    return item
  }))
  const state = document.createElement('ul')
  state.className = 'state'
  state.setAttribute('aria-label', 'the state: processes, variables, queues')
  state.append(...now.state.map(text => {
    const item = document.createElement('li')
    item.textContent = text
    if (before && !before.includes(text)) item.className = 'changed'
    return item
  }))
  box.replaceChildren(bar, where, moves, state)
  if (now.length) box.append(drawRun({ run: now.run }, now.length - 1), saving())
  // The keyboard stays where it was: on the moves, or on the bar.
  const next = after === 'take' ? moves.querySelector('button')
    : [...bar.children].find(b => b.textContent.toLowerCase() === after)
  ;(next && !next.disabled ? next : bar.querySelector('button:enabled'))?.focus()
}

function refused(error) {
  const p = document.createElement('p')
  p.className = 'here bad'
  p.setAttribute('role', 'alert')
  p.textContent = error.message
  box.prepend(p)
}

async function go(move) {
  try {
    const last = now.state
    now = await api.move(now.id, move)
    before = last
    show(Object.keys(move)[0])
  } catch (error) { refused(error) }
}

/** The run so far as a recording, for replay and show. */
function saving() {
  const form = document.createElement('form')
  const label = document.createElement('label')
  const to = document.createElement('input')
  to.value = name.replace(/\.\w+$/, '') + '.rec'
  to.id = 'recording'
  label.append('Save the run as ', to)
  const button = document.createElement('button')
  button.textContent = 'Save the run'
  form.className = 'bar'
  form.append(label, button)
  form.addEventListener('submit', async event => {
    event.preventDefault()
    try {
      await api.save(to.value, await api.recording(now.id), null)
      button.textContent = 'Saved'
      dispatchEvent(new Event('heddle-files'))
    } catch (error) { refused(error) }
  })
  return form
}

/** From the initial state of this text, with parameters "N=5"; or from the end
    of a recording of it. */
export async function begin(path, text, define, recording) {
  name = path
  try {
    now = await api.steps(path, text, define, recording)
    before = null
    show('take')
  } catch (error) {
    box.replaceChildren()
    refused(error)
  }
}
