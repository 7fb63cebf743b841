/* libstdc++, as far as its functions are not compiled with the program
 * (include/heddle/c++): by their mangled names, patterns mostly.
 *
 * "iostream 0": a use of the stream that argument points to, a change of it;
 * the standard ones may be used by all threads at once, so that there it is
 * nothing (rt/iostream.c).  What a stream prints or reads is told apart.
 *
 * Exceptions are made and caught by a thread for itself; one that goes to
 * another thread does so by a future or an exception_ptr, whose counts are the
 * library's, and atomic.  What is not here has no model. */

/* --- exceptions, types --- */
PURE(__cxa_allocate_exception) PURE(__cxa_free_exception)
PURE(__cxa_begin_catch) PURE(__cxa_end_catch) PURE(__cxa_get_exception_ptr)
PURE(__cxa_init_primary_exception) PURE(__cxa_current_exception_type)
PURE(__cxa_allocate_dependent_exception) PURE(__cxa_free_dependent_exception)
PURE(__cxa_get_globals) PURE(__cxa_get_globals_fast)
PURE(__cxa_uncaught_exceptions) PURE(__cxa_bad_cast) PURE(__cxa_bad_typeid)
PURE(__cxa_throw_bad_array_new_length) PURE(__cxa_throw_bad_array_length)
PURE(__cxa_pure_virtual) PURE(__cxa_deleted_virtual)
PURE(__cxa_call_unexpected) PURE(__cxa_call_terminate)
PURE(__gxx_personality_v0) PURE(_Unwind_*) PURE(__clang_call_terminate)
CALL(__dynamic_cast, "reads pointer 0")
CALL(__cxa_demangle, "reads text 0, writes int 3")
PURE(_ZSt18uncaught_exceptionv) PURE(_ZSt19uncaught_exceptionsv)
PURE(_ZSt17current_exceptionv) PURE(_ZSt17rethrow_exception*)
PURE(_ZSt13get_terminatev)
PURE(_ZSt13set_terminatePFvvE) PURE(_ZSt10unexpectedv)
PURE(_ZSt14set_unexpectedPFvvE) PURE(_ZSt14get_unexpectedv)
PURE(_ZSt15set_new_handlerPFvvE) PURE(_ZSt15get_new_handlerv)
PURE(_ZNSt15__exception_ptr*) PURE(_ZNKSt15__exception_ptr*)
PURE(_ZN9__gnu_cxx27__verbose_terminate_handlerEv)
PURE(_ZSt*__throw_*) PURE(_ZN9__gnu_cxx*__throw_*)
PURE(_ZNSt9exception*) PURE(_ZNKSt9exception*)
PURE(_ZNSt13bad_exception*) PURE(_ZNKSt13bad_exception*)
PURE(_ZNSt9bad_alloc*) PURE(_ZNKSt9bad_alloc*)
PURE(_ZNSt20bad_array_new_length*) PURE(_ZNKSt20bad_array_new_length*)
PURE(_ZNSt8bad_cast*) PURE(_ZNKSt8bad_cast*)
PURE(_ZNSt10bad_typeid*) PURE(_ZNKSt10bad_typeid*)
PURE(_ZNSt17bad_function_call*) PURE(_ZNKSt17bad_function_call*)
PURE(_ZNSt12bad_weak_ptr*) PURE(_ZNKSt12bad_weak_ptr*)
PURE(_ZNSt16nested_exception*) PURE(_ZNSt9type_info*) PURE(_ZNKSt9type_info*)
CALL(_ZNSt11logic_errorC?EPKc, "reads text 1")
CALL(_ZNSt13runtime_errorC?EPKc, "reads text 1")
CALL(_ZNSt12domain_errorC?EPKc, "reads text 1")
CALL(_ZNSt16invalid_argumentC?EPKc, "reads text 1")
CALL(_ZNSt12length_errorC?EPKc, "reads text 1")
CALL(_ZNSt12out_of_rangeC?EPKc, "reads text 1")
CALL(_ZNSt11range_errorC?EPKc, "reads text 1")
CALL(_ZNSt14overflow_errorC?EPKc, "reads text 1")
CALL(_ZNSt15underflow_errorC?EPKc, "reads text 1")
CALL(_ZNSt*_errorC?ERKNSt7__cxx1112basic_string*, "reads bytes 1 of #16")
CALL(_ZNSt16invalid_argumentC?ERKNSt7__cxx1112basic_string*,
     "reads bytes 1 of #16")
CALL(_ZNSt12out_of_rangeC?ERKNSt7__cxx1112basic_string*,
     "reads bytes 1 of #16")
PURE(_ZNSt11logic_error*) PURE(_ZNKSt11logic_error*)
PURE(_ZNSt13runtime_error*) PURE(_ZNKSt13runtime_error*)
PURE(_ZNSt12domain_error*) PURE(_ZNSt16invalid_argument*)
PURE(_ZNSt12length_error*) PURE(_ZNSt12out_of_range*)
PURE(_ZNSt11range_error*) PURE(_ZNSt14overflow_error*)
PURE(_ZNSt15underflow_error*) PURE(_ZNSt12system_error*)
PURE(_ZNKSt12system_error*) PURE(_ZNSt12future_error*)
PURE(_ZNKSt12future_error*) PURE(_ZSt15future_categoryv)
PURE(_ZNSt3_V215*_categoryv) PURE(_ZNSt3_V214error_category*)
PURE(_ZNKSt3_V214error_category*) PURE(_ZNKSt10error_code*)
PURE(_ZNKSt15error_condition*) PURE(_ZSt20__throw_system_errori)
PURE(_ZNSt15_Sp_make_shared_tag*)

/* --- at the end of a thread: by calls that are modelled --- */
PURE(_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE)
PURE(_ZNSt20__at_thread_exit_elt*)
PURE(_ZSt16__at_thread_exitPSt20__at_thread_exit_elt)

/* --- time, numbers, memory --- */
PURE(_ZNSt6chrono3_V212system_clock3nowEv)
PURE(_ZNSt6chrono3_V212steady_clock3nowEv)
PURE(_ZNSt6chrono12system_clock3nowEv)
CALL(_ZSt11_Hash_bytesPKvmm, "reads bytes 0 of 1")
CALL(_ZSt15_Fnv_hash_bytesPKvmm, "reads bytes 0 of 1")
CALL(_ZNKSt8__detail20_Prime_rehash_policy*, "updates bytes 0 of #16")
PURE(_ZNSt8__detail20_Prime_rehash_policyC*)
PURE(_ZSt20__is_constant_evaluatedv)
PURE(_ZSt7nothrow) PURE(_ZSt7__cloneRKSt9exception)

/* --- streams --- */
CALL(_ZSt16__ostream_insertI*, "iostream 0, reads bytes 1 of 2")
CALL(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,
     "iostream 0, reads text 1")
CALL(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, "iostream 0")
CALL(_ZStls*, "iostream 0")
CALL(_ZNSo5writeEPKcl, "iostream 0, reads bytes 1 of 2")
CALL(_ZNSolsEPFRSoS_E, "iostream 0, calls back")
CALL(_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES4_E,
     "iostream 0, calls back")
CALL(_ZNSolsEPFRSt8ios_baseS0_E, "iostream 0, calls back")
CALL(_ZNSo*, "iostream 0") CALL(_ZNKSo*, "iostream 0")
CALL(_ZSt4endlI*, "iostream 0") CALL(_ZSt5flushI*, "iostream 0")
CALL(_ZSt4endsI*, "iostream 0")
CALL(_ZNSirsERi, "iostream 0, writes int 1")
CALL(_ZNSirsERj, "iostream 0, writes int 1")
CALL(_ZNSirsERs, "iostream 0, writes short 1")
CALL(_ZNSirsERt, "iostream 0, writes short 1")
CALL(_ZNSirsERl, "iostream 0, writes long 1")
CALL(_ZNSirsERm, "iostream 0, writes long 1")
CALL(_ZNSirsERx, "iostream 0, writes long 1")
CALL(_ZNSirsERy, "iostream 0, writes long 1")
CALL(_ZNSirsERf, "iostream 0, writes float 1")
CALL(_ZNSirsERd, "iostream 0, writes double 1")
CALL(_ZNSirsERb, "iostream 0, writes char 1")
CALL(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_,
     "iostream 0, writes char 1")
CALL(_ZStrsIcSt11char_traitsIcESaIcEE*,
     "iostream 0, updates bytes 1 of #32")
CALL(_ZSt7getlineIcSt11char_traitsIcESaIcEE*,
     "iostream 0, updates bytes 1 of #32")
CALL(_ZNSi3getERc, "iostream 0, writes char 1")
CALL(_ZNSi4readEPcl, "iostream 0, writes bytes 1 of 2")
CALL(_ZNSi3getEv, "iostream 0") CALL(_ZNSi4peekEv, "iostream 0")
CALL(_ZNSi5ungetEv, "iostream 0") CALL(_ZNSi6ignoreE*, "iostream 0")
CALL(_ZNSi6sentryC*, "iostream 1") CALL(_ZNSi5tellgEv, "iostream 0")
CALL(_ZNSi5seekgE*, "iostream 0")
CALL(_ZNKSt7__cxx11*stringstreamI*3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNKRSt7__cxx11*stringstreamI*3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNOSt7__cxx11*stringstreamI*3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNKSt7__cxx1115basic_stringbufI*3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNSt7__cxx11*stringstreamI*3strE*,
     "iostream 0, reads bytes 1 of #16")
CALL(_ZNSt7__cxx11*stringstreamI*C?ERK*,
     "iostream 0, reads bytes 1 of #16")
CALL(_ZNSt7__cxx11*stringstreamI*, "iostream 0")
CALL(_ZNKSt7__cxx11*stringstreamI*, "iostream 0")
CALL(_ZNKSt9basic_iosI*5rdbufEv, "reads pointer 0")
CALL(_ZNSt9basic_iosI*, "iostream 0") CALL(_ZNKSt9basic_iosI*, "iostream 0")

/* their buffers; one of the program's own is called back */
CALL(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sputnEPKcl,
     "iostream 0, reads bytes 1 of 2")
CALL(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl,
     "iostream 0, reads bytes 1 of 2")
CALL(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetnEPcl,
     "iostream 0, writes bytes 1 of result max 2")
CALL(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl,
     "iostream 0, writes bytes 1 of result max 2")
NONE(_ZNSt15basic_streambufI*9pubsetbufE*)
NONE(_ZNSt15basic_streambufI*6setbufE*)
NONE(_ZNSt15basic_streambufI*imbueE*) NONE(_ZNKSt15basic_streambufI*6getlocEv)
CALL(_ZNSt15basic_streambufIcSt11char_traitsIcEE*, "iostream 0")
CALL(_ZNKSt15basic_streambufIcSt11char_traitsIcEE*, "reads pointer 0")
CALL(_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,
     "iostream 1, writes bytes 0 of #32")
CALL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strE*,
     "iostream 0, updates bytes 1 of #32")
CALL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC?ERKS3_,
     "iostream 0")
CALL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC?EOS4_,
     "iostream 0, iostream 1")
CALL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC?Ev,
     "iostream 0")
CALL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEED?Ev,
     "iostream 0")

/* --- files: std::filesystem, and streams of them ---
 *
 * "through libc": what such a function does to files it does by calls of libc,
 * which are judged as it makes them (rt/strange.c); it depends on all files.  A
 * path is 40 bytes, what is behind them is seen by nobody but these functions.
 * What returns one, or space_info, has the place for it as argument 0. */
PURE(_ZNSt10filesystem7__cxx1116filesystem_error*)
PURE(_ZNKSt10filesystem7__cxx1116filesystem_error*)
CALL(_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE, "reads bytes 0 of #40")
CALL(_ZNSt10filesystem7__cxx114path5_ListC?ERKS2_,
     "writes pointer 0, reads pointer 1")
CALL(_ZNSt10filesystem7__cxx114path5_ListC?Ev, "writes pointer 0")
CALL(_ZNSt10filesystem7__cxx114path5_List*, "updates pointer 0")
CALL(_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleter*, "")
CALL(_ZNKSt10filesystem7__cxx114path5_List*, "reads pointer 0")
CALL(_ZNSt10filesystem7__cxx114path*RKS1_,
     "updates bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem7__cxx114path*, "updates bytes 0 of #40")
CALL(_ZNKSt10filesystem7__cxx114path7compareERKS1_,
     "reads bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNKSt10filesystem7__cxx114path7compareESt17basic_string_view*,
     "reads bytes 0 of #40, reads bytes 2 of 1")
CALL(_ZNKSt10filesystem7__cxx114path*has_*, "reads bytes 0 of #40")
CALL(_ZNKSt10filesystem7__cxx114path17_M_find_extensionEv,
     "reads bytes 0 of #40")
CALL(_ZNKSt10filesystem7__cxx114path*RKS1_,
     "writes bytes 0 of #40, reads bytes 1 of #40, reads bytes 2 of #40")
CALL(_ZNKSt10filesystem7__cxx114path*,
     "writes bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem7__cxx1118directory_iteratorC?ERKNS0_4pathE*,
     "through libc, writes bytes 0 of #16, reads bytes 1 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem7__cxx1118directory_iterator9incrementERSt10error_code,
     "through libc, updates bytes 0 of #16, writes bytes 1 of #16")
CALL(_ZNSt10filesystem7__cxx1118directory_iterator*,
     "through libc, updates bytes 0 of #16")
CALL(_ZNKSt10filesystem7__cxx1118directory_iterator*, "reads bytes 0 of #16")
CALL(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorC?ERKNS0_4pathE*,
     "through libc, writes bytes 0 of #16, reads bytes 1 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem7__cxx1128recursive_directory_iterator*ERSt10error_code,
     "through libc, updates bytes 0 of #16, writes bytes 1 of #16")
CALL(_ZNSt10filesystem7__cxx1128recursive_directory_iterator*,
     "through libc, updates bytes 0 of #16")
CALL(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator*,
     "reads bytes 0 of #16")
CALL(_ZNSt12__shared_ptrINSt10filesystem7__cxx11*C?Ev, "writes bytes 0 of #16")
CALL(_ZNSt12__shared_ptrINSt10filesystem7__cxx11*C?EOS*,
     "writes bytes 0 of #16, updates bytes 1 of #16")
CALL(_ZNSt12__shared_ptrINSt10filesystem7__cxx11*,
     "updates bytes 0 of #16, updates bytes 1 of #16")
CALL(_ZNSt10filesystem12current_pathB5cxx11Ev,
     "through libc, writes bytes 0 of #40")
CALL(_ZNSt10filesystem12current_pathB5cxx11ERSt10error_code,
     "through libc, writes bytes 0 of #40, writes bytes 1 of #16")
CALL(_ZNSt10filesystem19temp_directory_pathB5cxx11Ev,
     "through libc, environment, writes bytes 0 of #40")
CALL(_ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code,
     "through libc, environment, writes bytes 0 of #40, writes bytes 1 of #16")
CALL(_ZNSt10filesystem5spaceERKNS_7__cxx114pathE,
     "through libc, writes bytes 0 of #24, reads bytes 1 of #40")
CALL(_ZNSt10filesystem5spaceERKNS_7__cxx114pathERSt10error_code,
     "through libc, writes bytes 0 of #24, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathE,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathERSt10error_code,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem9canonicalERKNS_7__cxx114pathE,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem9canonicalERKNS_7__cxx114pathERSt10error_code,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathERSt10error_code,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem8absoluteERKNS_7__cxx114pathE,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem8absoluteERKNS_7__cxx114pathERSt10error_code,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_*,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, reads bytes 2 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_*,
     "through libc, writes bytes 0 of #40, reads bytes 1 of #40, reads bytes 2 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114pathES3_RSt10error_code,
     "through libc, reads bytes 0 of #40, reads bytes 1 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code,
     "through libc, reads bytes 0 of #40, reads bytes 1 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114pathES3_*,
     "through libc, reads bytes 0 of #40, reads bytes 1 of #40")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114pathERSt10error_code,
     "through libc, reads bytes 0 of #40, writes bytes 1 of #16")
CALL(_ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsERSt10error_code,
     "through libc, reads bytes 0 of #40, writes bytes 3 of #16")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114path*RSt10error_code,
     "through libc, reads bytes 0 of #40, writes bytes 2 of #16")
CALL(_ZNSt10filesystem*ERKNS_7__cxx114path*, "through libc, reads bytes 0 of #40")
/* open and close come to the runtime's own (tools/cxx-library) */
CALL(_ZNSt*basic_?fstreamI*C?EPKc*, "iostream 0, reads text 1")
CALL(_ZNSt*basic_fstreamI*C?EPKc*, "iostream 0, reads text 1")
CALL(_ZNSt*basic_*fstreamI*C?ERKNSt7__cxx1112basic_string*,
     "iostream 0, reads bytes 1 of #16")
CALL(_ZNSt*basic_*fstreamI*4openEPKc*, "iostream 0, reads text 1")
CALL(_ZNSt*basic_*fstreamI*4openERKNSt7__cxx1112basic_string*,
     "iostream 0, reads bytes 1 of #16")
CALL(_ZNSt*basic_*fstreamI*C?EOS*, "iostream 0, iostream 1")
CALL(_ZNSt*basic_*fstreamI*aSEOS*, "iostream 0, iostream 1")
CALL(_ZNSt*basic_*fstreamI*4swapERS*, "iostream 0, iostream 1")
CALL(_ZNSt*basic_?fstreamI*, "iostream 0")
CALL(_ZNSt*basic_fstreamI*, "iostream 0")
CALL(_ZNKSt*basic_?fstreamI*, "reads pointer 0")
CALL(_ZNKSt*basic_fstreamI*, "reads pointer 0")
CALL(_ZNSt13basic_filebufI*4openEPKc*, "iostream 0, reads text 1")
CALL(_ZNSt13basic_filebufI*4openERKNSt7__cxx1112basic_string*,
     "iostream 0, reads bytes 1 of #16")
CALL(_ZNSt13basic_filebufI*, "iostream 0")
CALL(_ZNKSt13basic_filebufI*, "reads pointer 0")

/* --- locales: what facets do to texts of the program --- */
PURE(_ZNKSi6sentrycvbEv) PURE(_ZNKSo6sentrycvbEv)
CALL(_ZNKSt7__cxx117collateIcE9transformEPKcS3_,
     "writes bytes 0 of #32, reads text 2")
CALL(_ZNKSt8time_putI*3putE*, "iostream 1, reads bytes 5 of #56")
CALL(_ZNKSt7__cxx118time_getI*3getE*PKc*,
     "iostream 1, writes int 6, updates bytes 7 of #56")
CALL(_ZNSt13basic_ostreamIwSt11char_traitsIwEE*, "iostream 0")
CALL(_ZNKSt13basic_ostreamIwSt11char_traitsIwEE*, "iostream 0")

PURE(_ZNSt8ios_base4Init*) PURE(_ZSt21ios_base_library_initv)
PURE(_ZNSt8ios_baseC*) PURE(_ZNSt8ios_baseD*)
PURE(_ZNSt8ios_base15sync_with_stdioEb)
PURE(_ZNSt6localeC*) PURE(_ZNSt6localeD*) PURE(_ZNSt6localeaSERKS_)
PURE(_ZNSt6locale7classicEv) PURE(_ZNKSt6locale*)
PURE(_ZNKSt5ctypeIcE*) PURE(_ZSt9use_facetI*) PURE(_ZSt9has_facetI*)

/* --- the rest: of std and its like, without a model --- */
DATA(_ZTI*) DATA(_ZTV*) DATA(_ZTS*) DATA(_ZTT*) DATA(_ZTC*) DATA(_ZGV*)
DATA(_ZSt4cout) DATA(_ZSt4cerr) DATA(_ZSt4clog) DATA(_ZSt3cin)
DATA(_ZSt5wcout) DATA(_ZSt5wcerr) DATA(_ZSt5wclog) DATA(_ZSt4wcin)
NONE(_ZTh*_NS*) NONE(_ZTv*_NS*) NONE(_ZTv*_NKS*) NONE(_ZTc*) NONE(_ZGT*)
NONE(_ZNSt*) NONE(_ZNKSt*) NONE(_ZSt*) NONE(_ZNSi*) NONE(_ZNKSi*)
NONE(_ZNSd*) NONE(_ZNKSd*) NONE(_ZNSs*) NONE(_ZNKSs*) NONE(_ZNSbI*)
NONE(_ZNKSbI*) NONE(_ZNSaI*) NONE(_ZStI*) NONE(_ZN9__gnu_cxx*)
NONE(_ZNK9__gnu_cxx*) NONE(_ZN10__cxxabiv1*) NONE(_ZNK10__cxxabiv1*)
NONE(_ZN10__gnu_norm*) NONE(_ZNKRSt*) NONE(_ZNOSt*) NONE(_ZN11__gnu_debug*) NONE(_ZNK11__gnu_debug*) NONE(_ZN14__gnu_parallel*)
NONE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
NONE(_ZdlPvSt11align_val_tRKSt9nothrow_t) NONE(__atomic_flag_*)
NONE(__once_proxy) NONE(atomic_flag_*_explicit) NONE(_ITM_*) NONE(__cxa_*) NONE(__gxx_*) NONE(_ZNVSt*)
