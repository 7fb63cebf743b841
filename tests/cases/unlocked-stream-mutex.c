// must: with a lock of the program it is none; the locked call needs none
// expect: holds
#include "short.h"
M(m);static FILE*file;
F(f){L(m);fputc_unlocked('x',file);fputs_unlocked("y",file);fwrite_unlocked("z",1,1,file);U(m);fputc('w',file);return 0;}
int main(void){file=tmpfile();GO(x,f);GO(y,f);J(x);J(y);assert(ftell(file)==8);fclose(file);return 0;}
