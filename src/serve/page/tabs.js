// The tabs beside the text.

const tabs = [...document.querySelectorAll('[role=tab]')]
const panel = tab => document.getElementById(tab.getAttribute('aria-controls'))

export function select(tab) {
  for (const t of tabs) {
    t.setAttribute('aria-selected', String(t === tab))
    t.tabIndex = t === tab ? 0 : -1
    panel(t).hidden = t !== tab
  }
}

for (const tab of tabs) {
  tab.addEventListener('click', () => select(tab))
  tab.addEventListener('keydown', event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const there = tabs.filter(t => !t.hidden)
    const by = event.key === 'ArrowLeft' ? there.length - 1 : 1
    const other = there[(there.indexOf(tab) + by) % there.length]
    select(other)
    other.focus()
  })
}
