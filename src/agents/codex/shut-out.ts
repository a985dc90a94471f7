import type { JsonObject } from '../../call/tool-call.ts'
import { readPatch } from '../../call/tools/patch.ts'

/**
 * Codex types into running programs (`write_stdin`) without calling a hook. A call is therefore rewritten so that there
 * is nothing to type into: the command runs in a session of its own, without a controlling terminal, with an empty
 * standard input, and with one pipe for both outputs instead of the terminal. No list of programs is needed: `less`,
 * `bash`, `read </dev/tty` and whatever comes next all find an end of input.
 *
 * Kept: the shell and whether it is a login shell, exit status and death by signal, the output and the order of its two
 * streams, jobs that go on in the background, and interrupts, which are passed on. Not kept: being on a terminal.
 */
export function shutOut(input: JsonObject): JsonObject | undefined {
  const command = input['command']
  if (typeof command !== 'string' || command.includes('\0') || Buffer.byteLength(command) > LONGEST) return undefined
  return isPatch(command) ? input : { ...input, command: `${BEGIN}${quoted(command)}${END}` }
}

/**
 * `apply_patch <<'EOF'` and nothing else: Codex recognises the text, edits the files itself and starts no program. It
 * would not recognise it rewritten, and there is no such program to run.
 */
function isPatch(command: string): boolean {
  const [, quote, end, patch] =
    /^(?:cd [\w./-]+ && )?apply_patch <<(['"]?)(\w+)\1\n([\s\S]*)\n\2\n?$/.exec(command) ?? []
  if (patch === undefined || readPatch(patch) === undefined || patch.split('\n').includes(end!)) return false
  return quote !== '' || !/[$`\\]/.test(patch)
}

/** The command that was rewritten, when this is one: it comes back to us in requests for permission. */
export function unwrapped(command: string): string {
  if (!command.startsWith(BEGIN) || !command.endsWith(END)) return command
  const inner = command.slice(BEGIN.length, command.length - END.length)
  if (!inner.startsWith("'") || !inner.endsWith("'")) return command
  const text = inner.slice(1, -1).replaceAll(`'\\''`, "'")
  // Only what we would write ourselves, to the last byte.
  return `${BEGIN}${quoted(text)}${END}` === command ? text : command
}

/** The system takes no single argument longer than 128 KiB, and quoting adds to it. */
const LONGEST = 60_000

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The parent keeps the terminal and never reads from it; the child has none. When the shell has ended, what it left in
 * the pipe is handed on and nothing more is waited for: a job in the background may hold the pipe for ever.
 */
const PERL = `
use POSIX ":sys_wait_h";
my ($shell, $flags, $command) = @ARGV;
$shell =~ s/^-//;
sub fail { syswrite STDERR, "portcullis: the command was not started: $_[0]\\n"; POSIX::_exit(126) }
open STDIN, "<", "/dev/null" or fail("no empty input");
pipe my $in, my $out or fail("no pipe");
my $pid = fork;
defined $pid or fail("no process");
if ($pid == 0) {
  POSIX::setsid() > 0 or fail("no session of its own");
  POSIX::dup2(fileno $out, 1) && POSIX::dup2(fileno $out, 2) or fail("no output");
  for (3 .. 255) { POSIX::close($_) if POSIX::isatty($_) }
  { no warnings; exec { $shell } $shell, $flags, $command }
  fail("no shell $shell");
}
close $out;
for my $name (qw(HUP INT QUIT TERM USR1 USR2 CONT)) { $SIG{$name} = sub { kill $name, -$pid or kill $name, $pid } }
$SIG{PIPE} = "IGNORE";
$SIG{CHLD} = sub { };
my ($status, $left) = (undef, 1048576);
while (1) {
  if (!defined $status) { $status = $? if waitpid($pid, WNOHANG) == $pid }
  my $ready = "";
  vec($ready, fileno $in, 1) = 1;
  my $found = select $ready, undef, undef, defined $status ? 0 : 0.1;
  next if $found < 0 && !defined $status;
  if ($found > 0) {
    my $got = sysread $in, my $bytes, 65536;
    last unless $got;
    my $at = 0;
    while ($at < $got) {
      my $sent = syswrite STDOUT, $bytes, $got - $at, $at;
      next if !defined $sent && $! == 4;
      last unless $sent;
      $at += $sent;
    }
    last if $at < $got || (defined $status && ($left -= $got) <= 0);
  } elsif (defined $status) { last }
}
close $in;
until (defined $status) { $status = $? if waitpid($pid, 0) == $pid }
if ($status & 127) { $SIG{$_} = "DEFAULT" for keys %SIG; kill $status & 127, $$; sleep 1 }
POSIX::_exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
`

/** The same for machines without Perl. */
const PYTHON = `
import os, select, signal, sys
shell, flags, command = sys.argv[1].lstrip("-"), sys.argv[2], sys.argv[3]
def fail(why):
    os.write(2, ("portcullis: the command was not started: " + why + "\\n").encode())
    os._exit(126)
os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
source, sink = os.pipe()
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
pid = os.fork()
if pid == 0:
    try:
        os.setsid()
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        for n in range(3, 256):
            if os.isatty(n):
                os.close(n)
        os.execvp(shell, [shell, flags, command])
    except Exception:
        fail("no shell " + shell)
os.close(sink)
def forward(number, frame):
    for target in (-pid, pid):
        try:
            return os.kill(target, number)
        except OSError:
            pass
for name in ("HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "CONT"):
    signal.signal(getattr(signal, "SIG" + name), forward)
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
status, left = None, 1048576
while True:
    if status is None:
        done, found = os.waitpid(pid, os.WNOHANG)
        status = found if done == pid else None
    if select.select([source], [], [], 0.1 if status is None else 0)[0]:
        data = os.read(source, 65536)
        if not data:
            break
        left -= len(data) if status is not None else 0
        try:
            while data:
                data = data[os.write(1, data):]
        except OSError:
            break
        if left <= 0:
            break
    elif status is not None:
        break
os.close(source)
if status is None:
    status = os.waitpid(pid, 0)[1]
if os.WIFSIGNALED(status):
    number = os.WTERMSIG(status)
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
os._exit(os.WEXITSTATUS(status))
`

/** `$0` of a shell that runs `-c` is that shell. The flags repeat whether it read its profile: functions come from there. */
const BEGIN = 'command='
const END = `
login=; { shopt -q login_shell || [[ -o login ]]; } 2>/dev/null && login=l
command -v perl >/dev/null 2>&1 && exec perl -e ${quoted(PERL)} "$0" "-\${login}c" "$command"
command -v python3 >/dev/null 2>&1 && exec python3 -c ${quoted(PYTHON)} "$0" "-\${login}c" "$command"
echo 'portcullis: the command was not started: Perl or Python 3 is needed to run it without a terminal' >&2; exit 126`
