/* The context switch: callee-saved registers on the stack of the one, then
 * the stack of the other.  (ucontext would make two system calls.)  The
 * floating-point control words are not switched: programs that change the
 * rounding mode in one thread only are not modelled. */
#include "rt/switch.h"

__asm__(".text\n.p2align 4\n"
        ".globl rt_switch\n"
        ".type rt_switch,@function\n"
        "rt_switch:\n"
        "  push %rbp\n  push %rbx\n"
        "  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  mov %rsp,(%rdi)\n"
        "  mov %rsi,%rsp\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n"
        "  pop %rbx\n  pop %rbp\n"
        "  ret\n"
        ".size rt_switch,.-rt_switch\n");
