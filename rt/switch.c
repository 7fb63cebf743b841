/* The context switch: the registers that functions keep on the stack of the one,
 * below the place where it goes on (switch.h), then the stack of the other.
 * (ucontext would make two system calls.)  Below them on the stack are rounding
 * and exceptions of arithmetic, which are a thread's own, in programs that have
 * functions for them (fenv.c). */
#include "rt/switch.h"

__asm__(".text\n.p2align 4\n"
        ".globl rt_switch_stacks\n"
        ".weak rt_switches_floats\n"
        ".type rt_switch_stacks,@function\n"
        "rt_switch_stacks:\n"
        "  push %rbp\n  push %rbx\n"
        "  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  mov rt_switches_floats@GOTPCREL(%rip),%rax\n"
        "  test %rax,%rax\n"
        "  jne 1f\n"
        "  mov %rsp,(%rdi)\n"
        "  mov %rsi,%rsp\n"
        "0:\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n"
        "  pop %rbx\n  pop %rbp\n"
        "  pop %rcx\n  jmp *%rcx\n"
        "1:\n"
        "  sub $32,%rsp\n"
        "  fnstenv (%rsp)\n"
        "  stmxcsr 28(%rsp)\n"
        "  mov %rsp,(%rdi)\n"
        "  mov %rsi,%rsp\n"
        "  fldenv (%rsp)\n"
        "  ldmxcsr 28(%rsp)\n"
        "  add $32,%rsp\n"
        "  jmp 0b\n"
        ".size rt_switch_stacks,.-rt_switch_stacks\n");
