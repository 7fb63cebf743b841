// The files of the folder, one folder at a time.

import * as api from './api.js'

const list = document.getElementById('files')
let at = ''

function row(name, label, hint, act, current) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.dataset.name = name
  if (hint) button.title = hint
  if (current) button.setAttribute('aria-current', 'true')
  button.addEventListener('click', act)
  item.append(button)
  return item
}

export const within = name => (at ? `${at}/${name}` : name)

/** Lists the folder; `open` is called with the path that was chosen. */
export async function show(open, current) {
  const folder = await api.list(at)
  const go = to => { at = to; show(open, current) }
  const rows = folder.entries.map(e => e.type === 'folder'
    ? row(e.name, `${e.name}/`, 'a folder', () => go(within(e.name)))
    : row(e.name, e.name, e.binary ? 'a program that is built' : e.command && `for heddle ${e.command}`,
      () => open(within(e.name), e.binary), within(e.name) === current))
  if (at)
    rows.unshift(row('..', '..', 'the folder above',
      () => go(at.split('/').slice(0, -1).join('/'))))
  list.replaceChildren(...rows)
  document.getElementById('folder').textContent = at || 'Files'
}
