"""The events of a recorded run, in gdb.

`heddle replay --gdb RECORDING` starts gdb on the program with this file and
tells it where the notes about the run are (src/cli/replay_gdb.c).  The
program's threads are fibers of its runtime (rt/), so gdb sees one thread; the
commands here know the others.  Going back is running again: a replay is the
same every time.
"""

import os
import re

import gdb

HOOKS = ("heddle_event_stop", "heddle_failure_hook", "heddle_end_hook")
# What rt/switch.c saves, from the stack pointer up.
SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")


class Notes:
    """What heddle knows about the run."""

    def __init__(self, path):
        self.finding = self.image = self.recording = ""
        self.stop, self.stop_event = "failure", 0
        self.threads, self.ops, self.events = {}, {}, {}
        self.plain = {}  # "thread 1" for the thread that is called "worker"
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                self.read(line.rstrip("\n").split("\t"))
        self.finding = self.with_names(self.finding)

    def read(self, fields):
        key, rest = fields[0], fields[1:]
        if key in ("finding", "image", "recording"):
            setattr(self, key, rest[0])
        elif key == "stop":
            self.stop, self.stop_event = rest[0], int(rest[1])
        elif key == "thread":
            self.threads[int(rest[0])] = rest[1]
            self.plain[int(rest[0])] = rest[2]
        elif key == "op":
            self.ops[int(rest[0])] = rest[1]
        elif key == "event":
            what = self.with_names(rest[3])
            self.events[int(rest[0])] = (int(rest[1]), rest[2], what)

    def thread_name(self, number):
        return self.threads.get(number, "thread number %d" % number)

    def with_names(self, text):
        for number in sorted(self.plain, key=lambda n: -len(self.plain[n])):
            text = re.sub(
                r"\b%s(?![.\d])" % re.escape(self.plain[number]),
                self.threads[number],
                text,
            )
        return text

    def thread_and_rest(self, argument):
        """The thread that the argument begins with, and what follows."""
        words = argument.split()
        for count in range(min(len(words), 3), 0, -1):
            name = " ".join(words[:count])
            for number, known in self.threads.items():
                plain = self.plain[number]
                if name in (known, plain, plain.replace("thread ", "")):
                    return number, " ".join(words[count:])
        raise gdb.GdbError(
            "no thread '%s': expected one of %s"
            % (
                argument.strip(),
                ", ".join(self.threads[k] for k in sorted(self.threads)),
            )
        )

    def describe(self, number):
        if number not in self.events:
            return "event %d" % number
        thread, place, what = self.events[number]
        return "event %d of %d: %s, %s%s" % (
            number,
            len(self.events),
            self.thread_name(thread),
            place + ", " if place else "",
            what,
        )


notes = None


def the_notes():
    if notes is None:
        raise gdb.GdbError("no recording: start with 'heddle replay --gdb'")
    return notes


# --- the inferior ------------------------------------------------------------


def is_alive():
    return bool(gdb.selected_inferior().pid)


def runtime(name):
    symbol = gdb.lookup_global_symbol(name)
    if symbol is None:
        raise gdb.GdbError("this program was not built by 'heddle cc'")
    return symbol.value()


def position():
    """The event that is about to be or was the last to be; 0 before all."""
    return int(runtime("heddle_event_number")) if is_alive() else 0


def poke(name, number):
    address = int(runtime(name).address)
    gdb.selected_inferior().write_memory(address, number.to_bytes(4, "little"))


def hook_at():
    """The hook the program stands in, or None."""
    if not is_alive():
        return None
    name = gdb.newest_frame().name()
    return name if name in HOOKS else None


def runtime_folder():
    symbol = gdb.lookup_global_symbol("heddle_event_hook")
    return os.path.dirname(symbol.symtab.fullname()) if symbol else None


def is_runtime(frame):
    symtab = frame.find_sal().symtab
    if symtab is None:
        return frame.name() in ("rt_switch_stacks", None)
    return os.path.dirname(symtab.fullname()) == runtime_folder()


def program_frame():
    """The innermost frame of the program itself, or None."""
    frame = gdb.newest_frame()
    while frame is not None and is_runtime(frame):
        frame = frame.older()
    return frame


class ProgramFrames:
    """Leaves the runtime's frames out of 'backtrace' (-no-filters: shows
    them)."""

    def __init__(self):
        self.name = "heddle"
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        for decorated in frames:
            frame = decorated.inferior_frame()
            if not is_runtime(frame) and frame.pc() != 0:
                yield decorated


class Begin(gdb.Breakpoint):
    """Before the run: says where to stop."""

    def __init__(self):
        super().__init__("heddle_replay_begin", internal=True)
        self.silent = True
        self.until = 0

    def stop(self):
        poke("heddle_stop_at", self.until)
        return False


class Hook(gdb.Breakpoint):
    def __init__(self, name):
        super().__init__(name, internal=True)
        self.silent = True
        self.wanted = True

    def stop(self):
        return self.wanted


begin = None
hooks = {}
ours = False  # a command of ours lets the program run


def resume(command):
    """Runs a command that lets the program go on; what gdb says of a stop that
    is not ours is shown."""
    global ours
    ours = True
    try:
        said = gdb.execute(command, to_string=True)
    finally:
        ours = False
    if not is_alive():
        gdb.write("the run has ended\n")
    elif hook_at() is None:
        for line in said.splitlines(keepends=True):
            if "libthread_db" not in line:
                gdb.write(line)


def start_again(number):
    """From the beginning to an event, past the user's own breakpoints."""
    begin.until = number
    aside = [b for b in gdb.breakpoints() if b.visible and b.enabled]
    confirm = gdb.parameter("confirm")
    gdb.execute("set confirm off")
    try:
        if number:
            for b in aside:
                b.enabled = False
        resume("run")
    finally:
        for b in aside:
            if number and b.is_valid():
                b.enabled = True
        gdb.execute("set confirm %s" % ("on" if confirm else "off"))


def go_to(number):
    """Stops before the event with this number."""
    count = len(the_notes().events)
    if not 1 <= number <= count:
        raise gdb.GdbError("no event %d: expected 1 to %d" % (number, count))
    hooks["heddle_end_hook"].wanted = True
    if not is_alive() or number <= position():
        start_again(number)
    else:
        poke("heddle_stop_at", number)
        resume("continue")
    show()


def go_to_failure():
    n = the_notes()
    if n.stop == "event":
        start_again(n.stop_event)
    else:
        hooks["heddle_end_hook"].wanted = n.stop == "end"
        start_again(0)
        hooks["heddle_end_hook"].wanted = True
        if is_alive() and hook_at() is None and not has_stopped_at_breakpoint():
            gdb.write(n.finding + "\n")
    show()


def has_stopped_at_breakpoint():
    said = gdb.execute("info program", to_string=True)
    return "breakpoint" in said


def stopped(event):
    """The program came to a hook while the user let it run."""
    if ours or notes is None:
        return
    if hook_at() is not None or isinstance(event, gdb.SignalEvent):
        show()


def keep_to_program(breakpoint):
    """A name that the program and the runtime both have means the
    program's.  (gdb before 13 does not tell locations apart.)"""
    if not breakpoint.visible or not hasattr(breakpoint, "locations"):
        return
    if breakpoint.type != gdb.BP_BREAKPOINT:
        return
    inside = [
        at
        for at in breakpoint.locations
        if at.fullname and os.path.dirname(at.fullname) == runtime_folder()
    ]
    if len(inside) < len(breakpoint.locations):
        for at in inside:
            at.enabled = False


def title():
    n = the_notes()
    at, number = hook_at(), position()
    crashed = at is None and gdb.selected_thread() is not None
    if at == "heddle_failure_hook" or (
        at == "heddle_end_hook" and n.stop == "end"
    ):
        return "%s\nafter %s" % (n.finding, n.describe(number))
    if at == "heddle_end_hook":
        return "the end of the run, after %s" % n.describe(number)
    if at == "heddle_event_stop":
        text = "before %s" % n.describe(number)
        if n.stop == "event" and n.stop_event == number:
            return "%s\n%s" % (n.finding, text)
        return text
    if number == 0:
        return "before the first event"
    return "%s %s" % ("after" if crashed else "in", n.describe(number))


def show():
    if not is_alive():
        return
    gdb.write(title() + "\n")
    frame = program_frame()
    if frame is None:
        gdb.write("no frame of the program is left on this thread's stack\n")
        return
    frame.select()
    gdb.execute("frame")


# --- the program's threads ---------------------------------------------------


def fiber(number):
    return runtime("rt")["fibers"][number]


def in_set(name, number):
    rt = runtime("rt")
    word = number // 64
    return word < int(rt["words"]) and bool(
        int(rt[name]["at"][word]) >> number % 64 & 1)


def running():
    return int(runtime("rt")["current"].dereference()["id"])


def symbol_at(address):
    said = gdb.execute("info symbol 0x%x" % address, to_string=True)
    name = said.split(" in section")[0].strip()
    return name if not said.startswith("No symbol") else "0x%x" % address


def place_of(f):
    site = f["site"]
    if not int(site):
        return ""
    row = site.dereference()
    return "%s:%d, %s" % (
        os.path.basename(row["file"].string()),
        int(row["line"]),
        row["function"].string().replace("heddle_user_main", "main"),
    )


def stands_at(number):
    """One thread in words."""
    f = fiber(number)
    if bool(f["finished"]):
        return "has ended"
    waits = in_set("gated", number) or in_set("blocked", number)
    parked = waits or in_set("ready", number)
    if number == running() and not parked:
        frame = program_frame()
        if frame is None:
            return "runs"
        sal = frame.find_sal()
        where = os.path.basename(sal.symtab.filename) if sal.symtab else "?"
        return "runs: %s:%d, %s" % (where, sal.line, frame.name())
    if not in_set("live", number):
        return "has failed"
    if in_set("fresh", number):
        return "is about to start"
    what = the_notes().ops.get(int(f["kind"]), "?")
    if int(f["kind"]) and what not in ("join", "stopped"):
        what += " " + symbol_at(int(f["object"]))
    elif what == "join":
        what += " " + the_notes().thread_name(int(f["object"]))
    place = place_of(f)
    return "%s%s%s" % (
        "waits: " if waits else "ready: ",
        what,
        ", " + place if place else "",
    )


class InThread:
    """Makes gdb see another thread: the registers that its last switch saved
    are put in place, and taken back at the end."""

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        if not is_alive():
            raise gdb.GdbError("the program is not running")
        if not in_set("made", self.number):
            raise gdb.GdbError(
                "%s does not exist yet" % the_notes().thread_name(self.number)
            )
        self.level = gdb.selected_frame().level()
        self.kept = None
        if self.number == running():
            return self
        f = fiber(self.number)
        if bool(f["finished"]) or not in_set("live", self.number):
            raise gdb.GdbError(
                "%s %s, and has no stack any more"
                % (the_notes().thread_name(self.number), stands_at(self.number))
            )
        frame = gdb.newest_frame()
        frame.select()
        names = SAVED + ("rsp",)
        self.kept = [(r, int(frame.read_register(r)) % 2**64) for r in names]
        sp = int(f["sp"])
        memory = bytes(gdb.selected_inferior().read_memory(sp, 8 * len(SAVED)))
        for i, register in enumerate(SAVED):
            value = int.from_bytes(memory[8 * i : 8 * i + 8], "little")
            gdb.execute("set $%s = 0x%x" % (register, value))
        gdb.execute("set $rsp = 0x%x" % (sp + 8 * len(SAVED)))
        return self

    def __exit__(self, *unused):
        if self.kept:
            gdb.newest_frame().select()
            for register, value in self.kept:
                gdb.execute("set $%s = 0x%x" % (register, value))
        frame = gdb.newest_frame()
        for _ in range(self.level):
            frame = frame.older()
        frame.select()
        return False


# --- commands ----------------------------------------------------------------


class Heddle(gdb.Command):
    """The events and threads of the recorded run.

    heddle run-to-failure     from the beginning to the failure
    heddle event N            stop before event N, forward or back
    heddle next [COUNT]       stop before the next event, of whatever thread
    heddle back [COUNT]       stop one event earlier, by running again
    heddle where              the event and the line the program stands at
    heddle events [FROM [TO]] list the events of the run
    heddle threads            every thread of the program, and where it stands
    heddle bt THREAD [ARG]... backtrace of another thread ("full" as usual)
    heddle in THREAD COMMAND  a command of gdb in another thread's frame

    THREAD is main, worker 2 ... as 'heddle threads' prints it; the first child
    of main is also 1, its second child 1.2.  An event is stopped at before it
    happens, on the stack of its thread.  Breakpoints, watchpoints and
    variables work as usual; 'heddle event' and 'heddle back' run past
    breakpoints when they have to start again.  'next' and 'step' leave the
    runtime first; while they step, other threads run as the schedule says."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, argument, from_tty):
        gdb.execute("help heddle")


class Sub(gdb.Command):
    """A subcommand; the text is the help of the class that has it."""

    name = ""

    def __init__(self):
        super().__init__("heddle " + self.name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        self.dont_repeat_unless_moving()
        the_notes()
        self.run(argument)

    def dont_repeat_unless_moving(self):
        if self.name not in ("next", "back"):
            self.dont_repeat()


def read_number(argument, default=None):
    argument = argument.strip()
    if not argument and default is not None:
        return default
    try:
        return int(gdb.parse_and_eval(argument))
    except (gdb.error, ValueError) as error:
        raise gdb.GdbError("expected a number, got '%s'" % argument) from error


def arguments():
    """The program's arguments as gdb has quoted them.  (gdb.parameter does not
    know those of the command line.)"""
    said = gdb.execute("show args", to_string=True)
    return said[said.index('"') + 1 : said.rindex('"')]


class Load(Sub):
    """heddle load FILE: the notes that heddle wrote about a run."""

    name = "load"

    def invoke(self, argument, from_tty):
        global notes, begin
        self.dont_repeat()
        notes = Notes(argument.strip())
        gdb.execute("set environment HEDDLE_REPLAY " + notes.image)
        gdb.execute("unset environment LINES")
        gdb.execute("unset environment COLUMNS")
        gdb.execute("set disable-randomization on")
        gdb.execute("set breakpoint pending off")
        gdb.execute("set args %s </dev/null" % arguments())
        begin = Begin()
        for name in HOOKS:
            hooks[name] = Hook(name)
        gdb.execute("skip -gfi %s/*" % runtime_folder(), to_string=True)
        ProgramFrames()
        gdb.events.stop.connect(stopped)
        gdb.events.breakpoint_created.connect(keep_to_program)
        go_to_failure()


class RunToFailure(Sub):
    """heddle run-to-failure: from the beginning to the failure."""

    name = "run-to-failure"

    def run(self, argument):
        go_to_failure()


class Event(Sub):
    """heddle event N: stop before event N, forward or back."""

    name = "event"

    def run(self, argument):
        go_to(read_number(argument))


class Next(Sub):
    """heddle next [COUNT]: stop before the next event, of whatever thread."""

    name = "next"

    def run(self, argument):
        to = position() + read_number(argument, 1)
        if position() == len(the_notes().events) or not is_alive():
            raise gdb.GdbError("there is no event after the last one")
        go_to(min(to, len(the_notes().events)))


class Back(Sub):
    """heddle back [COUNT]: stop one event earlier, by running again.

    Inside an event, or at the failure, that is the beginning of the event."""

    name = "back"

    def run(self, argument):
        if not is_alive():
            raise gdb.GdbError("the program is not running: heddle event N")
        to = position() - read_number(argument, 1)
        if hook_at() != "heddle_event_stop":
            to += 1
        if position() == 0 or to < 1:
            raise gdb.GdbError("there is no event before the first one")
        go_to(to)


class Where(Sub):
    """heddle where: the event and the line the program stands at."""

    name = "where"

    def run(self, argument):
        if not is_alive():
            raise gdb.GdbError("the program is not running: heddle event N")
        show()


class Events(Sub):
    """heddle events [FROM [TO]]: list the events of the run."""

    name = "events"

    def run(self, argument):
        words = argument.split()
        n = the_notes()
        first = read_number(words[0]) if words else 1
        last = read_number(words[1]) if len(words) > 1 else len(n.events)
        here = position()
        for number in range(max(first, 1), min(last, len(n.events)) + 1):
            thread, place, what = n.events[number]
            gdb.write(
                "%s %4d  %-12s  %-18s  %s\n"
                % (
                    ">" if number == here else " ",
                    number,
                    n.thread_name(thread),
                    place,
                    what,
                )
            )


class Threads(Sub):
    """heddle threads: every thread of the program, and where it stands."""

    name = "threads"

    def run(self, argument):
        if not is_alive():
            raise gdb.GdbError("the program is not running: heddle event N")
        n = the_notes()
        for number in sorted(n.threads):
            if in_set("made", number):
                gdb.write(
                    "%s %-12s  %s\n"
                    % (
                        "*" if number == running() else " ",
                        n.thread_name(number),
                        stands_at(number),
                    )
                )


class Bt(Sub):
    """heddle bt THREAD [ARG]...: backtrace of another thread."""

    name = "bt"

    def run(self, argument):
        number, rest = the_notes().thread_and_rest(argument)
        with InThread(number):
            gdb.execute("backtrace " + rest)


class In(Sub):
    """heddle in THREAD COMMAND: a command of gdb in another thread's frame."""

    name = "in"

    def run(self, argument):
        number, command = the_notes().thread_and_rest(argument)
        if not command:
            raise gdb.GdbError("expected: heddle in THREAD COMMAND")
        with InThread(number):
            frame = program_frame()
            if frame is not None:
                frame.select()
            gdb.execute(command)


class Leave(Sub):
    """heddle leave: from a hook of the runtime to the program's own frame.

    'next' and 'step' do this first."""

    name = "leave"

    def run(self, argument):
        frame = gdb.newest_frame() if is_alive() else None
        if hook_at() is None or program_frame() is None:
            return
        if hook_at() != "heddle_event_stop":
            raise gdb.GdbError(
                "this thread goes no further: 'continue' lets the others end,"
                " 'heddle back' goes back"
            )
        while is_runtime(frame.older()):
            frame = frame.older()
        frame.select()
        gdb.execute("finish", to_string=True)


Heddle()
for command in (
    Load,
    RunToFailure,
    Event,
    Next,
    Back,
    Where,
    Events,
    Threads,
    Bt,
    In,
    Leave,
):
    command()
for stepping in ("next", "step"):
    gdb.execute("define hook-%s\nheddle leave\nend" % stepping)
