/* <locale.h>, <langinfo.h>, <libintl.h>, <nl_types.h>, <monetary.h>,
 * <regex.h>, <regexp.h>.  To change the locale while others run is not
 * modelled: nearly everything reads it. */
ALONE(setlocale) ALONE(newlocale) ALONE(freelocale) ALONE(duplocale)
ALONE(uselocale) ALONE(__newlocale) ALONE(__freelocale) ALONE(__duplocale)
ALONE(__uselocale)
CALL(localeconv, "races localeconv()")
PURE(nl_langinfo) PURE(nl_langinfo_l) PURE(__nl_langinfo_l)
ALONE(bind_textdomain_codeset) ALONE(bindtextdomain) ALONE(textdomain)
CALL(gettext, "reads text 0")
CALL(dgettext, "reads text 0, reads text 1")
CALL(dcgettext, "reads text 0, reads text 1")
CALL(ngettext, "reads text 0, reads text 1")
CALL(dngettext, "reads text 0, reads text 1, reads text 2")
SAME(dcngettext, dngettext) SAME(__dcgettext, dcgettext)
SAME(__dgettext, dgettext)
ALONE(catopen) ALONE(catgets) ALONE(catclose) NONE(__open_catalog)
DATA(_nl_domain_bindings) DATA(_nl_msg_cat_cntr) DATA(_nl_default_dirname)
DATA(_libc_intl_domainname)
NONE(strfmon) NONE(strfmon_l) NONE(__strfmon_l)

/* regular expressions: a compiled one is a struct and what it points to,
 * which only compiling and freeing change (regexec: rt/regex.c) */
CALL(regcomp, "reads text 1, writes bytes 0 of #64, allocates")
CALL(regerror, "reads bytes 1 of #64, writes text 2 max 3")
CALL(regfree, "updates bytes 0 of #64")
ALONE(re_compile_fastmap) ALONE(re_compile_pattern) ALONE(re_match)
ALONE(re_match_2) ALONE(re_search) ALONE(re_search_2) ALONE(re_set_registers)
ALONE(re_set_syntax) ALONE(re_comp) ALONE(re_exec) ALONE(advance) ALONE(step)
DATA(re_max_failures) DATA(re_syntax_options) DATA(loc1) DATA(loc2)
DATA(locs)
