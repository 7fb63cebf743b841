// How models are coloured: ours (doc/language.md), and Promela.

export const words = ('P V always assert async at atomic await bool break causal channel const continue ' +
  'count else ended enum eventually exists fair false fifo final for forall if input ' +
  'int leads len lock machine mailbox never next param port possibly process progress ' +
  'repeat return scheme select sem shared skip strong thread to true unbounded unlock ' +
  'until var when while').split(' ')

export const promela = ('active assert atomic bit bool break byte c_code chan d_proctype d_step do else empty ' +
  'enabled eval fi full goto hidden if init inline int len local ltl mtype nempty never nfull notrace od ' +
  'pc_value pid printf priority proctype provided run select short show skip timeout trace true false ' +
  'typedef unless unsigned xr xs').split(' ')

const mode = words => ({
  start: [
    { regex: /\/\/.*/, token: 'comment' },
    { regex: /^\s*#.*/, token: 'meta', sol: true },
    { regex: /\/\*/, token: 'comment', next: 'comment' },
    { regex: new RegExp(`\\b(?:${words.join('|')})\\b`), token: 'keyword' },
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

CodeMirror.defineSimpleMode('heddle', mode(words))
CodeMirror.defineSimpleMode('promela', mode(promela))
