// What is needed to show the frame of the page is there; the editor and the
// rest come when it has been painted.

import './api.js' // takes the token out of the address

function script(src) {
  const e = document.createElement('script')
  e.src = src
  e.async = false // in this order
  return new Promise((done, failed) => {
    e.onload = done
    e.onerror = () => failed(new Error(`${src} does not come`))
    document.head.append(e)
  })
}

function style(href) {
  const e = document.createElement('link')
  e.rel = 'stylesheet'
  e.href = href
  // Before ours, which has the last word.
  document.head.querySelector('style').before(e)
  return new Promise(done => { e.onload = e.onerror = done })
}

const painted = new Promise(done => {
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true })
  // A page that is not in view is not painted.
  if (document.hidden) done()
  setTimeout(done, 1000)
})

await painted
const editor = ['codemirror', 'show-hint', 'simple', 'matchbrackets', 'clike']
await Promise.all([
  ...['/codemirror/codemirror.css', '/codemirror/show-hint.css', '/page/svg.css'].map(style),
  ...editor.map(name => script(`/codemirror/${name}.js`)),
])
await import('./main.js')
document.documentElement.dataset.ready = 'true'
