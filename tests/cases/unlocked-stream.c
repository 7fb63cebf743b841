// must: data race: putc_unlocked takes no lock of the stream
// expect: violated race
#include "short.h"
static FILE*file;
F(f){putc_unlocked('x',file);return 0;}
int main(void){file=tmpfile();GO(x,f);GO(y,f);J(x);J(y);fclose(file);return 0;}
