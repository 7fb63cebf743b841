// must: the assertion fails: fflush(NULL) writes what every stream has kept
// expect: violated assertion
#include "short.h"
static int file;
F(f){fflush(NULL);return 0;}
int main(void){FILE*s=tmpfile();file=fileno(s);fputs("abc",s);GO(x,f);struct stat b;fstat(file,&b);J(x);assert(!b.st_size);fclose(s);return 0;}
