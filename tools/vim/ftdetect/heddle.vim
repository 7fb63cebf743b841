autocmd BufRead,BufNewFile *.hed setfiletype heddle
