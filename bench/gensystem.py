#!/usr/bin/env python3
"""A random system in .hed, from which strategies can leave out little.

usage: gensystem.py KIND P S MSG CAP DEG SEED
KIND: chan (a channel for each pair), ring, async, fifo, causal, mailbox (a
port for each process), values (fifo, messages carry a variable).  P processes
of S states, DEG + 1 edges for each, half of them sends; MSG messages,
capacity CAP."""
import random
import sys

kind = sys.argv[1]
P, S, MSG, CAP, DEG, seed = map(int, sys.argv[2:8])
R = random.Random(seed)
channels = kind in ("chan", "ring")
pairs = [(i, j) for i in range(P) for j in range(P)
         if i != j and (kind != "ring" or j == (i + 1) % P)]
if channels:
    for i, j in pairs:
        print(f"channel m{i} -> m{j} [{CAP}]")
elif kind not in ("fifo", "values"):
    print(f"scheme {kind}")
for i in range(P):
    print(f"process m{i} {{")
    if not channels:
        payload = "(0..1)" if kind == "values" else ""
        names = ", ".join(f"a{m}{payload}" for m in range(MSG))
        print(f"  port in [{CAP}]: {names}")
    if kind == "values":
        print("  var v: 0..1")
    for s in range(S):
        print(f"  s{s}:")
        for d in range(DEG + 1):
            send = R.random() < .5
            near = ([b for a, b in pairs if a == i] if send or not channels
                    else [a for a, b in pairs if b == i])
            j, m = R.choice(near), R.randrange(MSG)
            to = (s + 1) % S if d == 0 else R.randrange(S)
            if channels:
                print(f"    m{j}{'!' if send else '?'}a{m} -> s{to}")
            elif kind != "values":
                print(f"    {f'm{j}.in!' if send else 'in?'}a{m} -> s{to}")
            elif send:
                guard = "" if R.random() < .7 else f"when v == {R.randrange(2)} "
                print(f"    {guard}m{j}.in!a{m}(v) -> s{to}")
            else:
                keep = "" if R.random() < .3 else " { v = x }"
                print(f"    in?a{m}(x){keep} -> s{to}")
    print("}")
