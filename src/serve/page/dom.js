// Elements in few words.

export function element(name, cls, ...content) {
  const e = document.createElement(name)
  if (cls) e.className = cls
  e.append(...content.filter(c => c !== null && c !== undefined && c !== ''))
  return e
}

export function button(text, act, { disabled = false, cls = '', label } = {}) {
  const b = element('button', cls, text)
  b.type = 'button'
  b.disabled = disabled
  if (label) b.setAttribute('aria-label', label)
  b.addEventListener('click', act)
  return b
}

/** A labelled input: {name, label, value, type, choices, size, hint}. */
export function field(f) {
  const input = document.createElement(f.choices ? 'select' : 'input')
  input.name = f.name
  if (f.choices) {
    input.append(...f.choices.map(c => {
      const option = element('option', '', c)
      option.value = c
      return option
    }))
  } else {
    input.type = f.type ?? 'text'
    input.spellcheck = false
    if (f.size) input.size = f.size
    if (f.hint) input.placeholder = f.hint
  }
  if (input.type === 'checkbox') input.checked = Boolean(f.value)
  else input.value = f.value ?? (f.choices ? f.choices[0] : '')
  return input.type === 'checkbox'
    ? element('label', '', input, ` ${f.label}`) : element('label', '', `${f.label} `, input)
}

/** What is in a form: {name: value}; what is empty is left out. */
export function values(form) {
  const all = {}
  for (const e of form.elements) {
    if (!e.name) continue
    const value = e.type === 'checkbox' ? e.checked : e.value.trim()
    if (value !== '' && value !== false) all[e.name] = value
  }
  return all
}

export function table(heads, rows, caption) {
  const t = element('table')
  if (caption) t.append(element('caption', '', caption))
  const head = t.createTHead().insertRow()
  for (const h of heads) {
    const cell = element('th', '', h)
    cell.scope = 'col'
    head.append(cell)
  }
  const body = t.createTBody()
  for (const r of rows) body.append(element('tr', '', ...r.map(c => element('td', '', c))))
  return t
}

/** Until what has changed is on the screen, and keys have been heard. */
export const pause = () => new Promise(done =>
  (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))))

/* Why not everything was looked at, in the words of src/base/why.h. */
const whys = {
  input: 'inputs that were not followed', unmodelled: 'a call without a model', assembly: 'assembly',
  library: 'code that was not instrumented', threads: 'too many threads', steps: 'the bound on steps',
  bound: 'a bound on schedules', memory: 'the memory is used up', time: 'the time is over',
  runs: 'the number of runs is reached', interrupted: 'interrupted', strategy: 'a strategy that does not cover it',
}

/** Of a result that is incomplete: why, as far as it says so. */
export function because(result) {
  const all = (result.because ?? []).map(b =>
    (b.name ? `${b.why === 'input' || b.why === 'strategy' ? `${b.why} ` : ''}${b.name}` : whys[b.why] ?? b.why ?? '') +
    (b.file ? ` (${b.file}:${b.line})` : ''))
  return [...new Set(all)].filter(Boolean).join(', ')
}

export const number = n => Number(n).toLocaleString('en')
/** A number that nobody counts to is a power of ten. */
export const about = n => (n < 1e12 ? number(Math.round(n)) : `10^${Math.round(Math.log10(n))}`)
export const some = (n, what) => `${number(n)} ${what}${n === 1 ? '' : 's'}`
export const list = text => text.split(/[\s,]+/).filter(Boolean)
