// must: lgamma sets signgam and nothing that stands beside it
// expect: holds
// build: -lm
#include "short.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>
extern int signgam;
F(f){lgamma(1.5);return 0;}F(g){return (void*)(long)((stdout!=0)+(stderr!=0)+(stdin!=0)+optind+opterr+optopt+(optarg!=0)+(environ!=0));}
int main(void){signgam=0;GO(x,f);GO(y,g);J(x);J(y);return 0;}
