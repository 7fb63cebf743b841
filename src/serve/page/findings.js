// The result of a check: the verdict, what was searched, findings, their runs.

import { element, number } from './dom.js'
import { go } from './editor.js'
import { drawRun } from './run.js'

const box = document.getElementById('result')
function title(f) {
  const where = f.where ?? f.title ?? ''
  return `${f.kind}: ${where}`
}

function finding(f, list) {
  const item = element('li')
  const button = element('button', 'finding', title(f))
  button.type = 'button'
  button.setAttribute('aria-expanded', 'false')
  const length = f.run?.length ?? 0
  if (length) button.append(element('span', 'length', ` ${length} step${length === 1 ? '' : 's'}`))
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'true'
    for (const other of list.querySelectorAll('.finding[aria-expanded=true]')) {
      other.setAttribute('aria-expanded', 'false')
      other.parentElement.querySelector('.run')?.remove()
    }
    if (open) return
    button.setAttribute('aria-expanded', 'true')
    if (length) item.append(drawRun(f))
    else if (f.line) go(f.line)
  })
  item.append(button)
  return item
}

function why(result) {
  return (result.because ?? []).map(b => b.why).filter(Boolean).join(', ')
}

export function showResult(job) {
  const result = job.result
  const parts = []
  if (!result) {
    parts.push(element('p', 'verdict failed', `no result: ${job.why ?? job.state}`))
    if (job.messages) parts.push(element('pre', 'said', job.messages))
    box.replaceChildren(...parts)
    return
  }
  const words = { holds: 'holds', violated: 'violated', incomplete: 'incomplete' }
  const verdict = element('p', `verdict ${result.verdict}`, words[result.verdict] ?? result.verdict)
  if (result.verdict === 'incomplete') verdict.append(element('span', 'why', `: ${why(result)}`))
  parts.push(verdict)
  parts.push(element('p', 'searched',
    `${number(result.states)} states, ${number(result.transitions)} transitions, ` +
    `strategy ${result.strategy}, ${result.seconds.toFixed(2)} s; ${result.stopped}`))
  const list = element('ol', 'findings')
  // A thousand of a kind say no more than a hundred.
  list.append(...result.findings.slice(0, 200).map(f => finding(f, list)))
  parts.push(list)
  if (result.findings.length > 200)
    parts.push(element('p', '', `and ${number(result.findings.length - 200)} more`))
  box.replaceChildren(...parts)
  list.querySelector('.finding')?.click()
}
