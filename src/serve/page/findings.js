// The result of a check: the verdict, what was searched, findings, their runs.

import { because, button, element, number } from './dom.js'
import { go } from './editor.js'
import { drawRun } from './run.js'

const box = document.getElementById('result')
function title(f) {
  const where = f.where ?? f.title ?? ''
  return `${f.kind}: ${where}`
}

/* at: its place among the findings; jump: to stepping, at its end. */
function finding(f, at, list, jump) {
  const item = element('li')
  const head = element('button', 'finding', title(f))
  head.type = 'button'
  head.setAttribute('aria-expanded', 'false')
  const length = f.run?.length ?? 0
  if (length) head.append(element('span', 'length', ` ${length} step${length === 1 ? '' : 's'}`))
  head.addEventListener('click', () => {
    const open = head.getAttribute('aria-expanded') === 'true'
    for (const other of list.querySelectorAll('.finding[aria-expanded=true]')) {
      other.setAttribute('aria-expanded', 'false')
      for (const e of [...other.parentElement.children].slice(1)) e.remove()
    }
    if (open) return
    head.setAttribute('aria-expanded', 'true')
    if (length) item.append(drawRun(f), jump ? button('Step from here', () => jump(at)) : '')
    else if (f.line) go(f.line)
  })
  item.append(head)
  return item
}

/** jump: called with the number of a finding, to step on from its end; more: what
    else can be done, above the findings. */
export function showResult(job, jump, ...more) {
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
  if (result.verdict === 'incomplete') verdict.append(element('span', 'why', `: ${because(result)}`))
  parts.push(verdict)
  parts.push(element('p', 'searched',
    `${number(result.states)} states, ${number(result.transitions)} transitions, ` +
    `strategy ${result.strategy}, ${result.seconds.toFixed(2)} s; ${result.stopped}`))
  parts.push(...more)
  const list = element('ol', 'findings')
  // A thousand of a kind say no more than a hundred.
  list.append(...result.findings.slice(0, 200).map((f, i) => finding(f, i, list, jump)))
  parts.push(list)
  if (result.findings.length > 200)
    parts.push(element('p', '', `and ${number(result.findings.length - 200)} more`))
  box.replaceChildren(...parts)
  list.querySelector('.finding')?.click()
}
