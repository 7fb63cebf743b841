" Models of Heddle (*.hed); the words are those of src/lang/token.h.
if exists('b:current_syntax')
  finish
endif

syntax keyword heddleDeclare always channel const enum final lock machine never param port process scheme sem shared thread var
syntax keyword heddleStatement assert atomic await break continue else exists for forall if input repeat return select skip unlock when while
syntax keyword heddleType bool int
syntax keyword heddleConstant true false
syntax keyword heddleWord async at causal count ended eventually fair fifo leads len mailbox next possibly progress strong to unbounded until P V
syntax match heddleNumber /\<\d\+\>/
syntax match heddleState /^\s*\zs\w\+\ze\s*:/
syntax match heddleArrow /->/
syntax match heddleMessage /[!?]\s*\zs\h\w*/
syntax keyword heddleTodo contained TODO FIXME expect
syntax match heddleComment /\/\/.*$/ contains=heddleTodo
syntax region heddleComment start=/\/\*/ end=/\*\// contains=heddleTodo

highlight default link heddleDeclare Structure
highlight default link heddleStatement Statement
highlight default link heddleType Type
highlight default link heddleConstant Constant
highlight default link heddleWord Keyword
highlight default link heddleNumber Number
highlight default link heddleState Label
highlight default link heddleArrow Operator
highlight default link heddleMessage Identifier
highlight default link heddleTodo Todo
highlight default link heddleComment Comment

let b:current_syntax = 'heddle'
