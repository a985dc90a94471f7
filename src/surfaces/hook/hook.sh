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

# Kept, because it may be needed twice. An input that never ends is not waited for.
if command -v timeout >/dev/null 2>&1; then
  patient() { timeout -k 1 "$@"; }
else
  patient() {
    shift
    "$@"
  }
fi
payload=$(patient 5 cat) || refuse 'what the agent said did not come to an end'
[ -n "$payload" ] || refuse 'the agent said nothing'

# Both end in one line: {"stdout":"…","stderr":"…","exit":0|2} and the status 200.
ask_daemon() {
  curl -q -s --unix-socket "$state/portcullis.sock" --connect-timeout 2 --max-time "$limit" -X POST \
    -H @/dev/fd/4 -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- -w '%{http_code}' \
    "http://portcullis/v1/hooks/$agent" 4<<TOKEN 2>/dev/null <<PAYLOAD
Authorization: Bearer $token
TOKEN
$payload
PAYLOAD
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

unreachable=yes
if ! command -v curl >/dev/null 2>&1; then
  answer=$(ask_client) || refuse "the gate failed in Node (exit $?)"
  answer=${answer}200
  unreachable=no
elif [ -S "$state/portcullis.sock" ] && { IFS= read -r token <"$state/agent.token"; } 2>/dev/null; then
  answer=$(ask_daemon)
  case $? in
    0) unreachable=no ;;
    # Nobody listens, or whoever did died before answering.
    7 | 52 | 56) ;;
    28) refuse 'the daemon did not answer in time' ;;
    *) refuse 'the daemon could not be asked' ;;
  esac
fi
if [ "$unreachable" = yes ]; then
  answer=$(ask_in_process) || refuse "the daemon cannot be reached and judging without it failed (exit $?)"
  answer=${answer}200
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
