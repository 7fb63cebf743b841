# make fuzz-lang   the parser under libFuzzer (needs clang); run
#                  build/fuzz/lang_fuzz -dict=tests/fuzz/lang.dict \
#                    -max_total_time=1800 CORPUS models tests/models
# make fuzz-tape   the reader of recordings likewise: see tape_fuzz.c
# make fuzz-promela  the reader of Promela: see promela_fuzz.c
# make fuzz-pnml   the reader of Petri nets likewise: see pnml_fuzz.c
# make fuzz-ltl    formulas and their automata: see ltl_fuzz.c
# make fuzz-serve  what comes to the workbench from outside: see serve_fuzz.c
# make fuzz-http   whole requests, through a socket: see http_fuzz.c
#
# (pointer-overflow would object to NULL + 0, the end of an empty vec, which
# every compiler and C2y define; ASan sees what matters.)

FUZZ_LANG := tests/fuzz/lang_fuzz.c tests/unit/valid.c $(wildcard src/model/*.c) \
             $(wildcard src/lang/*.c) $(filter-out src/base/progress.c,\
             $(wildcard src/base/*.c))

FUZZ_TAPE := tests/fuzz/tape_fuzz.c src/exec/tape.c src/exec/tape_read.c \
             src/exec/event.c src/exec/executor.c \
             $(filter-out src/base/progress.c,$(wildcard src/base/*.c))

FUZZ_PNML := tests/fuzz/pnml_fuzz.c tests/unit/valid.c \
             $(wildcard src/read/pnml*.c) src/read/xml.c $(wildcard src/model/*.c) \
             $(filter-out src/base/progress.c,$(wildcard src/base/*.c))

FUZZ_PROMELA := tests/fuzz/promela_fuzz.c $(wildcard src/promela/*.c) \
                $(wildcard src/model/*.c) $(filter-out src/base/progress.c,\
                $(wildcard src/base/*.c))

FUZZ_LTL := tests/fuzz/ltl_fuzz.c $(wildcard src/explore/ltl*.c) \
            $(wildcard src/lang/*.c src/promela/*.c src/model/*.c) \
            $(filter-out src/base/progress.c,$(wildcard src/base/*.c))

FUZZ_SERVE := tests/fuzz/serve_fuzz.c $(patsubst %,src/serve/%.c,body child \
                commands jobs outcome path token) \
              $(filter-out src/base/progress.c,$(wildcard src/base/*.c))

FUZZ_CC := clang -std=gnu11 -O1 -g -Isrc -D_GNU_SOURCE \
	  -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION \
	  -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	  -fno-sanitize=pointer-overflow

.PHONY: fuzz-lang fuzz-tape fuzz-pnml fuzz-promela fuzz-ltl \
	fuzz-serve fuzz-http
fuzz-http: build/fuzz/http_fuzz
build/fuzz/http_fuzz: tests/fuzz/http_fuzz.c $(filter-out %/no_server.c,\
    $(wildcard src/serve/*.c)) $(wildcard src/serve/*.h) $(BUILD)/libheddle.a
build/fuzz/http_fuzz: FUZZ_MORE := -Iinclude -DHAVE_SERVE \
    -DCODEMIRROR='"$(CODEMIRROR)"' $(BUILD)/libheddle.a $(LIB_LIBS) -pthread
fuzz-serve: build/fuzz/serve_fuzz
build/fuzz/serve_fuzz: $(FUZZ_SERVE) $(wildcard src/serve/*.h)
build/fuzz/serve_fuzz: FUZZ_MORE := -ljson-c
fuzz-ltl: build/fuzz/ltl_fuzz
build/fuzz/ltl_fuzz: $(FUZZ_LTL) $(wildcard src/explore/ltl*.h)
fuzz-promela: build/fuzz/promela_fuzz
build/fuzz/promela_fuzz: $(FUZZ_PROMELA) $(wildcard src/promela/*.h)
fuzz-lang: build/fuzz/lang_fuzz
fuzz-pnml: build/fuzz/pnml_fuzz
build/fuzz/pnml_fuzz: $(FUZZ_PNML) $(wildcard src/read/*.h tests/unit/*.h)
build/fuzz/pnml_fuzz: FUZZ_MORE := -DHAVE_EXPAT -lexpat
fuzz-tape: build/fuzz/tape_fuzz
build/fuzz/lang_fuzz: $(FUZZ_LANG) $(wildcard src/lang/*.h tests/unit/*.h)
build/fuzz/tape_fuzz: $(FUZZ_TAPE) $(wildcard src/exec/*.h)
build/fuzz/%_fuzz:
	@mkdir -p $(@D)
	@echo CC $@
	@$(FUZZ_CC) -o $@ $(filter %.c,$^) $(FUZZ_MORE)
