# make fuzz-lang   the parser under libFuzzer (needs clang); run
#                  build/fuzz/lang_fuzz -dict=tests/fuzz/lang.dict \
#                    -max_total_time=1800 CORPUS models tests/models
#
# (pointer-overflow would object to NULL + 0, the end of an empty vec, which
# every compiler and C2y define; ASan sees what matters.)

FUZZ_LANG := tests/fuzz/lang_fuzz.c tests/unit/valid.c $(wildcard src/model/*.c) \
             $(wildcard src/lang/*.c) $(filter-out src/base/progress.c,\
             $(wildcard src/base/*.c))

.PHONY: fuzz-lang
fuzz-lang: build/fuzz/lang_fuzz
build/fuzz/lang_fuzz: $(FUZZ_LANG) $(wildcard src/lang/*.h tests/unit/*.h)
	@mkdir -p $(@D)
	@echo CC $@
	@clang -std=gnu11 -O1 -g -Isrc -D_GNU_SOURCE \
	  -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION \
	  -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	  -fno-sanitize=pointer-overflow \
	  -o $@ $(FUZZ_LANG)
