// How a model (doc/language.md) is coloured.

const words = /\b(?:P|V|always|assert|async|at|atomic|await|bool|break|causal|channel|const|continue|count|else|ended|enum|eventually|exists|fair|false|fifo|final|for|forall|if|input|int|leads|len|lock|machine|mailbox|never|next|param|port|possibly|process|progress|repeat|return|scheme|select|sem|shared|skip|strong|thread|to|true|unbounded|unlock|until|var|when|while)\b/

CodeMirror.defineSimpleMode('heddle', {
  start: [
    { regex: /\/\/.*/, token: 'comment' },
    { regex: /\/\*/, token: 'comment', next: 'comment' },
    { regex: words, token: 'keyword' },
    { regex: /\d+/, token: 'number' },
    { regex: /[A-Za-z_]\w*/, token: 'variable' },
    { regex: /[-+*%<>=!&|?:]+/, token: 'operator' },
  ],
  comment: [
    { regex: /.*?\*\//, token: 'comment', next: 'start' },
    { regex: /.*/, token: 'comment' },
  ],
  meta: { lineComment: '//' },
})
