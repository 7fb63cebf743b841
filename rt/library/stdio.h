/* <stdio.h>, <err.h>, <error.h>, <syslog.h>, <printf.h>, <fmtmsg.h>
 *
 * Formatted output and input, and what goes to standard output or error, is
 * modelled (rt/stdio.c, rt/scan.c).  "stream N": argument N is a stream, an
 * object whose calls depend on each other; "unlocked N": they may race. */

/* one character */
SAME(getc, fgetc) SAME(_IO_getc, fgetc)
CALL(fgetc_unlocked, "unlocked 0") SAME(getc_unlocked, fgetc_unlocked)
CALL(ungetc, "stream 1") SAME(_IO_ungetc, ungetc)
CALL(putw, "stream 1")
/* lines and blocks */
CALL(fgets_unlocked, "unlocked 2, writes text 0 max 1 if result")
CALL(fread_unlocked, "unlocked 3, writes bytes 0 of result*1 max 1*2")
/* where a stream is, and what it is */
CALL(fseek, "stream 0") CALL(fseeko, "stream 0") CALL(fseeko64, "stream 0")
CALL(ftell, "stream 0") CALL(ftello, "stream 0") CALL(ftello64, "stream 0")
CALL(rewind, "stream 0")
CALL(fgetpos, "stream 0, writes bytes 1 of #16")
CALL(fgetpos64, "stream 0, writes bytes 1 of #16")
CALL(fsetpos, "stream 0, reads bytes 1 of #16")
CALL(fsetpos64, "stream 0, reads bytes 1 of #16")
CALL(feof, "stream 0") CALL(ferror, "stream 0") CALL(clearerr, "stream 0")
CALL(feof_unlocked, "unlocked 0") CALL(ferror_unlocked, "unlocked 0")
CALL(clearerr_unlocked, "unlocked 0")
CALL(fileno, "") SAME(fileno_unlocked, fileno)
SAME(__fseeko64, fseeko64) SAME(__ftello64, ftello64)
CALL(__fbufsize, "stream 0") CALL(__flbf, "stream 0")
CALL(__fpending, "stream 0") CALL(__fpurge, "stream 0")
CALL(__freadable, "stream 0") CALL(__freading, "stream 0")
CALL(__fsetlocking, "stream 0") CALL(__fwritable, "stream 0")
CALL(__fwriting, "stream 0")
/* streams with memory or functions of the program behind them, or that are
 * changed into others */
NONE(fmemopen) NONE(open_memstream) NONE(open_wmemstream) NONE(fopencookie)
NONE(freopen) NONE(freopen64) NONE(fcloseall) NONE(popen) NONE(pclose)
NONE(_flushlbf)
/* names for files to be */
CALL(tmpnam, "writes text 0 max #20, races tmpnam() if null 0, writes text result if null 0")
CALL(tmpnam_r, "writes text 0 max #20")
CALL(tempnam, "reads text 0, reads text 1, allocates, writes text result")
CALL(mktemp, "updates text 0") SAME(__mktemp, mktemp)
CALL(ctermid, "writes text 0 max #9, races ctermid() if null 0, writes text result if null 0")
CALL(cuserid, "writes text 0 max #9, races cuserid() if null 0, writes text result if null 0")

SAME(_IO_printf, printf) SAME(_IO_fprintf, fprintf) SAME(_IO_sprintf, sprintf)
SAME(_IO_vfprintf, vfprintf) SAME(_IO_vsprintf, vsprintf)
SAME(__snprintf, snprintf) SAME(__vsnprintf, vsnprintf)
SAME(__asprintf, asprintf)
SAME(_IO_puts, puts) SAME(_IO_fputs, fputs) SAME(_IO_putc, putc)
SAME(_IO_fwrite, fwrite) SAME(_IO_fflush, fflush) SAME(_IO_fopen, fopen)
SAME(_IO_fclose, fclose) SAME(_IO_fdopen, fdopen) SAME(_IO_fread, fread)
SAME(_IO_fgets, fgets) NONE(_IO_gets) NONE(gets)
SAME(_IO_sscanf, sscanf) SAME(_IO_vfscanf, vfscanf)
SAME(_IO_feof, feof) SAME(_IO_ferror, ferror) SAME(_IO_ftell, ftell)
SAME(_IO_fgetpos, fgetpos) SAME(_IO_fgetpos64, fgetpos64)
SAME(_IO_fsetpos, fsetpos) SAME(_IO_fsetpos64, fsetpos64)
SAME(_IO_setvbuf, setvbuf) SAME(_IO_setbuffer, setbuffer)
SAME(__vfscanf, vfscanf) SAME(__vsscanf, vsscanf)
SAME(__isoc99_scanf, scanf) SAME(__isoc99_fscanf, fscanf)
SAME(__isoc99_sscanf, sscanf) SAME(__isoc99_vscanf, vscanf)
SAME(__isoc99_vfscanf, vfscanf) SAME(__isoc99_vsscanf, vsscanf)
SAME(__getdelim, getdelim)

/* elsewhere than to standard output and error, or in ways of their own */
NONE(syslog) NONE(vsyslog) NONE(openlog) NONE(closelog) NONE(setlogmask)
NONE(fmtmsg) NONE(addseverity) NONE(psignal) NONE(psiginfo)
NONE(obstack_printf) NONE(obstack_vprintf)
NONE(register_printf_function) NONE(register_printf_modifier)
NONE(register_printf_specifier) NONE(register_printf_type)
NONE(parse_printf_format) NONE(printf_size) NONE(printf_size_info)
NONE(__printf_fp)
DATA(stdin) DATA(stdout) DATA(stderr) DATA(error_message_count)
DATA(error_one_per_line) DATA(error_print_progname)
DATA(_IO_2_1_stderr_) DATA(_IO_2_1_stdin_) DATA(_IO_2_1_stdout_)
DATA(_IO_file_jumps) DATA(_IO_wfile_jumps) DATA(_IO_list_all)
/* the library's inside */
NONE(_IO_*) NONE(__overflow) NONE(__underflow) NONE(__uflow)
NONE(__woverflow) NONE(__wunderflow) NONE(__wuflow)
