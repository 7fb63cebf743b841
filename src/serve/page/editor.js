// The text: CodeMirror, with what is wrong under its line, and completion.

import { promela, words } from './mode.js'

let names = []
let marks = []
let widgets = []

export const editor = CodeMirror(document.getElementById('editor'), {
  lineNumbers: true,
  matchBrackets: true,
  mode: 'heddle',
  indentUnit: 2,
  readOnly: 'nocursor',
  inputStyle: 'contenteditable', // what screen readers understand
  screenReaderLabel: 'The text of the file',
  extraKeys: {
    'Ctrl-Space': complete,
    // Tab leaves the text, as everywhere on a page; indenting has other keys.
    Tab: false,
    'Shift-Tab': false,
    'Ctrl-]': 'indentMore',
    'Ctrl-[': 'indentLess',
  },
})

/* What may follow what is begun at the cursor: names of the model, words of the
   language, and what else stands in the text. */
function hints() {
  const at = editor.getCursor()
  const line = editor.getLine(at.line)
  let from = at.ch
  while (from > 0 && /\w/.test(line[from - 1])) from--
  const begun = line.slice(from, at.ch)
  const text = new Set([...names, ...({ heddle: words, promela }[editor.getOption('mode')] ?? []),
    ...(editor.getValue().match(/[A-Za-z_]\w*/g) ?? [])])
  text.delete(begun)
  return {
    list: [...text].filter(n => n.startsWith(begun)).sort().slice(0, 50),
    from: CodeMirror.Pos(at.line, from),
    to: at,
  }
}

function complete() { editor.showHint({ completeSingle: true, hint: hints }) }

/* While one types they come by themselves; then Enter still ends the line, and
   Tab takes one. */
function offer() {
  const at = editor.getCursor()
  const begun = /[A-Za-z_]\w*$/.exec(editor.getLine(at.line).slice(0, at.ch))?.[0] ?? ''
  const token = editor.getTokenTypeAt(at) ?? ''
  if (begun.length < 2 || editor.state.completionActive || /comment|string/.test(token)) return
  // Of what is offered the word under the cursor, which is in the text, is none.
  if (!hints().list.length) return
  editor.showHint({
    completeSingle: false,
    hint: hints,
    extraKeys: { Enter: (cm, list) => { list.close(); cm.execCommand('newlineAndIndent') } },
  })
}
editor.on('inputRead', (_, change) => { if (/^\w$/.test(change.text[0]) && change.origin === '+input') offer() })

let ends = '\n'
/** The text, with lines that end as they did. */
export const content = () => editor.getValue(ends)

/** mode: how it is coloured, 'heddle' or a type that CodeMirror knows. */
export function show(text, mode) {
  ends = text.includes('\r\n') ? '\r\n' : '\n'
  editor.setOption('mode', mode)
  editor.setOption('readOnly', false)
  editor.setValue(text)
  editor.clearHistory()
  editor.focus()
}

/** There is no text to be edited. */
export function lock() {
  editor.setOption('readOnly', 'nocursor')
  editor.setValue('')
}

export function setNames(list) { names = list }

export function go(line, column = 1) {
  editor.setCursor(line - 1, column - 1)
  editor.scrollIntoView({ line: line - 1, ch: 0 }, 100)
  editor.focus()
}

let lit = null
/** The line of a step, without going there. */
export function light(line) {
  if (lit !== null) editor.removeLineClass(lit, 'background', 'lit')
  lit = line ? editor.addLineClass(line - 1, 'background', 'lit') : null
  if (!line) return
  // Within the text only: on a phone the page stays where it is.
  const at = editor.charCoords({ line: line - 1, ch: 0 }, 'local')
  const view = editor.getScrollInfo()
  if (at.top < view.top || at.bottom > view.top + view.clientHeight) editor.scrollTo(null, at.top - view.clientHeight / 2)
}

function underline(m) {
  const from = { line: m.line - 1, ch: m.column - 1 }
  const to = { line: m.line - 1, ch: m.column - 1 + Math.max(m.length, 1) }
  marks.push(editor.markText(from, to, { className: `mark-${m.level}` }))
}

function below(m) {
  const line = document.createElement('div')
  line.className = `below ${m.level}`
  line.textContent = m.text + (m.hint ? ` (${m.hint})` : '')
  // Of a height that is nearly right: it is measured when it is in view, and
  // not one by one while typing.
  widgets.push(editor.addLineWidget(m.line - 1, line, { height: 18 }))
}

/** Errors and warnings, under their lines and in the list below the text. */
export function say(messages) {
  const list = document.getElementById('messages')
  editor.operation(() => {
    for (const m of marks) m.clear()
    for (const w of widgets) w.clear()
    marks = []
    widgets = []
    for (const m of messages.slice(0, 30)) {
      if (!m.line || m.line > editor.lineCount()) continue
      underline(m)
      below(m)
    }
  })
  list.replaceChildren(...messages.map(m => {
    const item = document.createElement('li')
    const link = document.createElement('button')
    link.type = 'button'
    link.className = m.level
    link.textContent = `${m.line || ''}: ${m.level}: ${m.text}`
    link.addEventListener('click', () => go(m.line || 1, m.column || 1))
    item.append(link)
    return item
  }))
}
