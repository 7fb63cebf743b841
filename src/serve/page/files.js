// The files of the folder, one folder at a time.

import * as api from './api.js'

const list = document.getElementById('files')
let at = ''

function row(name, label, hint, act, path) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.dataset.name = name
  if (hint) button.title = hint
  if (path) button.dataset.path = path
  button.addEventListener('click', act)
  item.append(button)
  return item
}

/** To the folder of this file, when it is shown next. */
export function enter(path) { at = path.split('/').slice(0, -1).join('/') }

export const within = name => (at ? `${at}/${name}` : name)

let shown = ''
/** Lists the folder; `open` is called with the path that was chosen. What has
    not changed stays, also under a finger that is about to click. */
export async function show(open, current) {
  const folder = await api.list(at)
  const mark = () => {
    for (const b of list.querySelectorAll('button'))
      if (b.dataset.path === current) b.setAttribute('aria-current', 'true')
      else b.removeAttribute('aria-current')
  }
  const now = JSON.stringify([at, folder])
  if (now === shown) { mark(); return }
  shown = now
  const go = to => { at = to; show(open, current) }
  const rows = folder.entries.map(e => e.type === 'folder'
    ? row(e.name, `${e.name}/`, 'a folder', () => go(within(e.name)))
    : row(e.name, e.name, e.binary ? 'a program that is built' : e.command && `for heddle ${e.command}`,
      () => open(within(e.name), e.binary), within(e.name)))
  if (at)
    rows.unshift(row('..', '..', 'the folder above',
      () => go(at.split('/').slice(0, -1).join('/'))))
  if (folder.more) {
    const item = document.createElement('li')
    item.className = 'more'
    item.textContent = 'There are more, which are not listed.'
    rows.push(item)
  }
  list.replaceChildren(...rows)
  mark()
  document.getElementById('folder').textContent = at || 'Files'
}
