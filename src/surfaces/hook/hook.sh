#!/bin/sh
# The hook that stands between @TITLE@ and what it runs. Written by `portcullis init`; edits are lost.
#
# Asks the daemon over its socket; where that cannot be reached, judges in a process of its own. Whatever else happens
# ends in the one shape that every agent reads as a block: exit 2, a reason on stderr, nothing on stdout.
LC_ALL=C
export LC_ALL
agent=@AGENT@
state=@STATE@
node=@NODE@
launcher=@LAUNCHER@
client=@CLIENT@
limit=@LIMIT@
spare=@SPARE@
observe=@OBSERVE@

refuse() {
  # Only watching: nothing is ever held up.
  [ "$observe" = yes ] && exit 0
  printf 'portcullis: %s; nothing is allowed until that is mended (portcullis doctor tells what to do)\n' "$1" >&2
  exit 2
}

# A closed stdout must not end in death by signal, which most agents take for leave to go on.
trap '' PIPE
trap 'refuse "the hook was stopped from outside"' HUP INT TERM

# Neither an input that never ends nor a gate that hangs is waited for.
if command -v timeout >/dev/null 2>&1; then
  patient() { timeout -k 1 "$@"; }
else
  patient() {
    shift
    "$@"
  }
fi

# Both end in one line: {"stdout":"…","stderr":"…","exit":0|2} and the status 200. A daemon that stops while a person is
# asked says 503; the one after it knows the question.
ask_daemon() {
  patient "$limit" curl -q -s -f --unix-socket "$state/portcullis.sock" --connect-timeout 2 --max-time "$limit" \
    --retry 2 --retry-delay 3 --retry-max-time "$limit" -X POST -H "X-Portcullis-Patience: $limit" \
    -H @/dev/fd/4 -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- -w '%{http_code}' \
    "http://portcullis/v1/hooks/$agent" 4<<TOKEN 2>/dev/null
Authorization: Bearer $token
TOKEN
}
ask_in_process() {
  patient "$spare" env PORTCULLIS_STATE="$state" "$node" "$launcher" hook "$agent" --in-process --wire \
    --deadline "$spare" 2>/dev/null <<PAYLOAD
$payload
PAYLOAD
}
ask_client() {
  patient "$limit" "$node" "$client" "$agent" "$state" "$launcher" "$limit" --wire 2>/dev/null <<PAYLOAD
$payload
PAYLOAD
}

# A daemon whose process lives is there to answer, and what the agent said goes straight to it.
is_alive() {
  address=''
  { IFS= read -r address <"$state/daemon.json"; } 2>/dev/null
  case $address in *'"pid":'*) ;; *) return 1 ;; esac
  pid=${address#*'"pid":'}
  pid=${pid%%[!0-9]*}
  [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null || return 1
  # Dead, and nobody has buried it yet.
  stat=''
  { IFS= read -r stat <"/proc/$pid/stat"; } 2>/dev/null
  case ${stat##*') '} in Z*) return 1 ;; esac
}
failed() {
  case $1 in
    28 | 124 | 137) refuse 'the daemon did not answer in time' ;;
    *) refuse 'the daemon could not be asked' ;;
  esac
}

# curl needs a third of Node's time only to start; Perl, where it is, a twentieth. No modules: loading them costs more.
# It hands over exactly what the rest of this script would: what is not our answer to the last byte is a refusal.
straight='
my ($state, $agent, $limit, $observe) = @ARGV;
sub refuse {
  exit 0 if $observe eq "yes";
  syswrite STDERR, "portcullis: $_[0]; nothing is allowed until that is mended (portcullis doctor tells what to do)\n";
  exit 2;
}
my $late = "what the agent said did not come to an end";
$SIG{PIPE} = "IGNORE";
$SIG{ALRM} = sub { refuse($late) };
$SIG{HUP} = $SIG{INT} = $SIG{TERM} = sub { refuse("the hook was stopped from outside") };
sub gone { unlink "$state/daemon.json"; refuse("the daemon went away just now, try again") }
sub hand {
  my ($to, $text) = @_;
  while (length $text) {
    my $sent = syswrite $to, $text;
    return 0 unless $sent;
    substr($text, 0, $sent) = "";
  }
  1;
}
my ($said, $answer, $token) = ("", "", "");
alarm 5;
while (1) {
  my $got = sysread STDIN, $said, 65536, length $said;
  refuse("what the agent said could not be read") unless defined $got;
  last if $got == 0;
  refuse("what the agent said is too long") if length $said > 12582912;
}
refuse("the agent said nothing") if $said eq "";
$late = "the daemon did not answer in time";
alarm $limit;
open(TOKEN, "<", "$state/agent.token") and sysread TOKEN, $token, 128;
refuse("the token of the daemon cannot be read") unless $token =~ /^([\w-]+)\n?$/;
$token = $1;
my $head = "POST /v1/hooks/$agent HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application/json\r\n"
  . "X-Portcullis-Patience: $limit\r\nAuthorization: Bearer $token\r\nContent-Length: " . length($said) . "\r\n\r\n";
for my $try (0 .. 3) {
  # A daemon that stops keeps the question for the one that follows it.
  select undef, undef, undef, 3 if $try > 0;
  $answer = "";
  socket(DAEMON, 1, 1, 0) or refuse("the daemon could not be asked");
  unless (connect(DAEMON, pack("S a108", 1, "$state/portcullis.sock"))) {
    gone() if $try == 0;
    next;
  }
  hand(*DAEMON, $head . $said);
  while (1) {
    my $got = sysread DAEMON, $answer, 65536, length $answer;
    last unless $got;
    refuse("the answer of the gate is too long") if length $answer > 131072;
  }
  close DAEMON;
  last unless $answer =~ /\AHTTP\/1\.[01] 503 /;
}
gone() if $answer eq "";
my $text = qr/([^"\\]*(?:\\["\\\/n][^"\\]*)*)/;
$answer =~ /\AHTTP\/1\.[01] 200 [^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n\{"stdout":"$text","stderr":"$text","exit":([02])\}\z/
  or refuse("the answer of the gate cannot be read");
my ($out, $err, $code) = ($1, $2, $3);
exit 0 if $observe eq "yes";
for ($out, $err) { s/\\(.)/$1 eq "n" ? "\n" : $1/ge }
my $handed = $out eq "" || hand(*STDOUT, "$out\n");
if ($code == 0) {
  refuse("the answer could not be handed over") unless $handed;
  exit 0;
}
$err = "portcullis: refused" if $err eq "";
$err =~ s/\n\z//;
hand(*STDERR, "$err\n");
exit 2;
'

token=''
if [ -S "$state/portcullis.sock" ] && is_alive; then
  # On Linux, where the layout of an address is known. A path that does not fit into one goes another way.
  if [ -n "$stat" ] && [ "${#state}" -lt 90 ] && command -v perl >/dev/null 2>&1; then
    unset PERL5OPT PERL5LIB PERL5DB PERLLIB PERL_UNICODE PERLIO
    # In place of this shell: one process less for every call. A Perl that cannot start is a block like any other end.
    exec perl -e "$straight" "$state" "$agent" "$limit" "$observe"
  fi
fi
[ -S "$state/portcullis.sock" ] && { IFS= read -r token <"$state/agent.token"; } 2>/dev/null
if [ -n "$token" ] && is_alive && command -v curl >/dev/null 2>&1; then
  answer=$(ask_daemon)
  code=$?
  case $code in
    0) ;;
    7 | 52 | 56)
      # Another process has its number by now, or it died this moment. What the agent said is gone; the next call does
      # not rely on the number.
      rm -f "$state/daemon.json"
      refuse 'the daemon went away just now, try again'
      ;;
    *) failed $code ;;
  esac
else
  # Kept, because it may be needed twice.
  payload=$(patient 5 cat) || refuse 'what the agent said did not come to an end'
  [ -n "$payload" ] || refuse 'the agent said nothing'
  unreachable=yes
  if ! command -v curl >/dev/null 2>&1; then
    answer=$(ask_client) || refuse "the gate failed in Node (exit $?)"
    answer=${answer}200
    unreachable=no
  elif [ -n "$token" ]; then
    answer=$(
      ask_daemon <<PAYLOAD
$payload
PAYLOAD
    )
    code=$?
    case $code in
      0) unreachable=no ;;
      # Nobody listens, or whoever did died before answering.
      7 | 52 | 56) ;;
      *) failed $code ;;
    esac
  fi
  if [ "$unreachable" = yes ]; then
    answer=$(ask_in_process) || refuse "the daemon cannot be reached and judging without it failed (exit $?)"
    answer=${answer}200
  fi
fi

[ "${#answer}" -le 65536 ] || refuse "the gate's answer is too long"
case $answer in
  '{"stdout":"'*'","stderr":"'*'","exit":'[02]'}200') ;;
  *) refuse "the gate's answer cannot be read" ;;
esac
rest=${answer#'{"stdout":"'}
out=${rest%%'","stderr":"'*}
rest=${rest#*'","stderr":"'}
err=${rest%%'","exit":'*}
code=${rest#"$err"'","exit":'}
code=${code%'}200'}

# JSON text without its escapes. One that is not expected means that this is not our answer.
unescape() {
  text=''
  left=$1
  while :; do
    case $left in
      *\\*)
        text=$text${left%%\\*}
        left=${left#*\\}
        case $left in
          n*) text="$text
" ;;
          [\"\\/]*) text=$text${left%"${left#?}"} ;;
          *) refuse "the gate's answer cannot be read" ;;
        esac
        left=${left#?}
        ;;
      *) break ;;
    esac
  done
  text=$text$left
}

[ "$observe" = yes ] && exit 0
unescape "$err"
err=$text
unescape "$out"
case $code in
  0)
    [ -z "$text" ] || { printf '%s\n' "$text"; } 2>/dev/null || refuse 'the answer could not be handed over'
    exit 0
    ;;
  2)
    [ -z "$text" ] || { printf '%s\n' "$text"; } 2>/dev/null
    [ -n "$err" ] || err='portcullis: refused'
    printf '%s\n' "${err%
}" >&2
    exit 2
    ;;
esac
refuse "the gate's answer cannot be read"
