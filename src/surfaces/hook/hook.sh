#!/bin/sh
# The hook that stands between @TITLE@ and what it runs. Written by `portcullis init`; edits are lost.
#
# Asks the daemon over its socket and believes only an answer that the daemon proved with the key of this installation;
# where no daemon can be reached, judges with a process of its own. Whatever else happens ends in the one shape that
# every agent reads as a block: exit 2, a reason on stderr, nothing on stdout. Every program has its whole path here, and
# starts with an environment of its own. Where a C compiler is, `portcullis-hook` does the same and is not a script.
self=@SELF@
agent=@AGENT@
home=@HOME@
state=@STATE@
node=@NODE@
launcher=@LAUNCHER@
doctor=@DOCTOR@
client=@CLIENT@
limit=@LIMIT@
spare=@SPARE@
observe=@OBSERVE@
env=@ENV@
perl=@PERL@
curl=@CURL@
path=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
# Secrets that judging without the daemon may need: handed on by descriptor 3, since arguments can be seen by everybody.
passed='@NAMES@'

refuse() {
  # Only watching: nothing is ever held up.
  case $observe in yes) exit 0 ;; esac
  printf 'portcullis: %s; calls are blocked until this is fixed (run: %s)\n' "$1" "$doctor" >&2
  exit 2
}

# One file serves every user of the machine; each has a home and a state of their own, wherever HOME points.
case $home in
  @account)
    home=$(@GETENT@ passwd "$(@ID@ -u)") || refuse 'this account cannot be looked up'
    home=${home%:*}
    home=${home##*:}
    state=$home/.portcullis/state
    ;;
esac
case $home in /*) ;; *) refuse 'this account has no home directory' ;; esac

# What loads code into every program has been loaded into this shell already; saying so is all that is left.
for loader in ${LD_PRELOAD:+LD_PRELOAD} ${LD_LIBRARY_PATH:+LD_LIBRARY_PATH} ${LD_AUDIT:+LD_AUDIT} \
  ${LD_ORIGIN_PATH:+LD_ORIGIN_PATH} ${LD_PROFILE:+LD_PROFILE} ${LD_DEBUG:+LD_DEBUG} ${LD_DYNAMIC_WEAK:+LD_DYNAMIC_WEAK} \
  ${DYLD_INSERT_LIBRARIES:+DYLD_INSERT_LIBRARIES} ${DYLD_LIBRARY_PATH:+DYLD_LIBRARY_PATH} \
  ${DYLD_FRAMEWORK_PATH:+DYLD_FRAMEWORK_PATH} ${DYLD_FALLBACK_LIBRARY_PATH:+DYLD_FALLBACK_LIBRARY_PATH} \
  ${DYLD_FALLBACK_FRAMEWORK_PATH:+DYLD_FALLBACK_FRAMEWORK_PATH} ${DYLD_ROOT_PATH:+DYLD_ROOT_PATH} \
  ${DYLD_SHARED_REGION:+DYLD_SHARED_REGION} ${DYLD_VERSIONED_LIBRARY_PATH:+DYLD_VERSIONED_LIBRARY_PATH}; do
  refuse "$loader is set, which loads code into programs: unset it where the agent is started, and look at \`env\` in its settings"
done

# curl needs a third of Node's time only to start; Perl, where it is, a twentieth. Its one module is loaded while the
# daemon judges.
straight='
my ($agent, $home, $state, $node, $launcher, $limit, $spare, $observe, $path, $passed, $doctor) = @ARGV;
my $child = 0;
sub refuse {
  kill 9, $child if $child;
  exit 0 if $observe eq "yes";
  syswrite STDERR, "portcullis: $_[0]; calls are blocked until this is fixed (run: $doctor)\n";
  exit 2;
}
my $late = "what the agent said did not come to an end";
# Perl cannot end while it compiles a module: then it ends right after.
my ($loading, $pending) = (0, "");
sub stop { $loading ? $pending ||= $_[0] : refuse($_[0]) }
$SIG{PIPE} = "IGNORE";
$SIG{ALRM} = sub { stop($late) };
$SIG{HUP} = $SIG{INT} = $SIG{TERM} = $SIG{QUIT} = sub { stop("the hook was stopped from outside") };
sub hand {
  my ($to, $text) = @_;
  my $at = 0;
  while ($at < length $text) {
    my $sent = syswrite $to, $text, 65536, $at;
    return 0 unless $sent;
    $at += $sent;
  }
  1;
}
sub give {
  my $text = qr/([^"\\]*(?:\\["\\\/n][^"\\]*)*)/;
  $_[0] =~ /\A\{"stdout":"$text","stderr":"$text","exit":([02])\}\z/ or refuse("the answer of the gate cannot be read");
  my ($out, $err, $code) = ($1, $2, $3);
  exit 0 if $observe eq "yes";
  alarm $spare;
  $late = "the answer could not be handed over in time";
  for ($out, $err) { s/\\(.)/$1 eq "n" ? "\n" : $1/ge }
  my $handed = $out eq "" || hand(*STDOUT, "$out\n");
  if ($code == 0) {
    refuse("the answer could not be handed over") unless $handed;
    exit 0;
  }
  $err =~ s/\n+\z//;
  $err = "portcullis: refused" if $err eq "";
  hand(*STDERR, "$err\n");
  exit 2;
}
# Of this user alone: nobody else can have chosen or seen it.
sub secret {
  my ($name, $form, $unsound) = @_;
  my @link = lstat "$state/$name";
  my $text = "";
  open(SECRET, "<", "$state/$name") or refuse($unsound);
  my @file = stat SECRET;
  refuse($unsound) unless @link && @file && $link[0] == $file[0] && $link[1] == $file[1] && ($file[2] & 0170000) == 0100000
    && $file[4] == $> && ($file[2] & 077) == 0;
  sysread SECRET, $text, 200;
  close SECRET;
  refuse($unsound) unless $text =~ $form;
  $1;
}
# Connected to our own daemon; 0 when nobody listens. Somebody else is never asked.
sub reach {
  my @directory = lstat $state or return 0;
  refuse("others may write the state directory, or it belongs to somebody else")
    unless ($directory[2] & 0170000) == 040000 && ($directory[4] == $> || $directory[4] == 0) && ($directory[2] & 022) == 0;
  my @socket = lstat "$state/portcullis.sock" or return 0;
  refuse("what lies in the place of the daemon\x27s socket is not the daemon\x27s")
    unless ($socket[2] & 0170000) == 0140000 && $socket[4] == $> && ($socket[2] & 077) == 0;
  return 0 if length "$state/portcullis.sock" > 103;
  socket(DAEMON, 1, 1, 0) or refuse("the daemon could not be asked");
  my $address = $^O eq "linux" ? pack("S a108", 1, "$state/portcullis.sock")
    : do { require Socket; Socket::pack_sockaddr_un("$state/portcullis.sock") };
  connect(DAEMON, $address) or return 0;
  if ($^O eq "linux" and my $peer = getsockopt DAEMON, 1, 17) {
    my (undef, $owner) = unpack "lL", $peer;
    refuse("the daemon belongs to somebody else") unless $owner == $>;
  }
  1;
}
my ($said, $answer) = ("", "");
eval {
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
  my ($key, $token, $asked, $loaded);
  for my $try (0 .. 3) {
    # A daemon that stops keeps the question for the one that follows it.
    select undef, undef, undef, 3 if $try > 0;
    $answer = "";
    my $there = reach();
    last if !$there && $try == 0;
    next unless $there;
    $asked = 1;
    $token = secret("agent.token", qr/\A([\w-]+)\n?\z/, "the token of the daemon cannot be read, or others can read it");
    $key = secret("hook.key", qr/\A([0-9a-f]{64})\n?\z/, "the key of the hook cannot be read, or others can read it");
    my $nonce = "";
    open(RANDOM, "<", "/dev/urandom") && -c RANDOM && sysread(RANDOM, $nonce, 16) == 16
      or refuse("there is no source of random numbers");
    close RANDOM;
    $nonce = unpack "H*", $nonce;
    hand(*DAEMON, "POST /v1/hooks/$agent HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\n"
      . "Content-Type: application/json\r\nX-Portcullis-Patience: $limit\r\nX-Portcullis-Nonce: $nonce\r\nX-Portcullis-Observe: $observe\r\n"
      . "Authorization: Bearer $token\r\nContent-Length: " . length($said) . "\r\n\r\n") && hand(*DAEMON, $said);
    $loading = 1;
    $loaded ||= eval { require Digest::SHA; 1 };
    $loading = 0;
    refuse($pending) if $pending;
    refuse("Perl has no Digest::SHA: portcullis update mends that") unless $loaded;
    my $question = Digest::SHA::sha256_hex($said);
    while (1) {
      my $got = sysread DAEMON, $answer, 65536, length $answer;
      last unless $got;
      refuse("the answer of the gate is too long") if length $answer > 1048576;
    }
    close DAEMON;
    # Whoever listened died before answering: then it is judged without them.
    if ($answer eq "" && $try == 0) { $asked = 0; last }
    next if $answer =~ /\AHTTP\/1\.[01] 503 /;
    $answer =~ /\AHTTP\/1\.[01] 200 [^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(\{.*"exit":([02])),"proof":"([0-9a-f]{64})"\}\z/s
      or refuse($answer =~ /\AHTTP\/1\.[01] 200 .*"exit":[02]\}\z/s
        ? "the answer is not proven to be the daemon\x27s (is it of an older version? restart it)"
        : "the answer of the gate cannot be read");
    my ($body, $exit, $proof) = ("$1}", $2, $3);
    my $text = join "", map { "$_\n" } "portcullis hook proof 1", $agent, $nonce, $question, $exit, Digest::SHA::sha256_hex($body);
    refuse("the answer is not proven to be the daemon\x27s (is it of an older version? restart it)")
      unless Digest::SHA::hmac_sha256_hex($text, pack "H*", $key) eq $proof;
    give($body);
  }
  refuse("the daemon is stopping") if $asked;
  # Nobody is there to be asked: our own child judges, and needs no proof.
  $late = "the daemon cannot be reached and judging without it took too long";
  alarm $spare;
  my %names = map { $_ => 1 } split / /, $passed;
  my %kept;
  if (open SECRETS, "<&=", 3) {
    while (<SECRETS>) { chomp; $kept{$1} = $2 if /\A(\w+)=(.*)\z/s && $names{$1} && !exists $kept{$1} }
    close SECRETS;
  }
  my $failed = "the daemon cannot be reached and judging without it failed";
  pipe(TAKE, ASK) && pipe(HEAR, TELL) or refuse($failed);
  $child = fork;
  refuse($failed) unless defined $child;
  if ($child == 0) {
    open(STDIN, "<&", TAKE) && open(STDOUT, ">&", TELL) && open(STDERR, ">", "/dev/null") or kill 9, $$;
    %ENV = (%kept, PATH => $path, HOME => $home, PORTCULLIS_STATE => $state);
    exec { $node } $node, "--disable-sigusr1", $launcher, "hook", $agent, "--in-process", "--wire", "--deadline", $spare,
      $observe eq "yes" ? "--observe" : ();
    kill 9, $$;
  }
  close TAKE;
  close TELL;
  hand(*ASK, $said);
  close ASK;
  $answer = "";
  while (my $got = sysread HEAR, $answer, 65536, length $answer) {
    refuse("the answer of the gate is too long") if length $answer > 1048576;
  }
  waitpid $child, 0;
  $child = 0;
  refuse($failed) if $? != 0;
  give($answer);
};
refuse("the hook failed");
'

case $perl in
  /*)
    # In place of this shell: one process less for every call. A Perl that cannot start is a block like any other end.
    exec "$env" -i "$perl" -f -e "$straight" "$agent" "$home" "$state" "$node" "$launcher" "$limit" "$spare" "$observe" "$path" "$passed" "$doctor" 3<<SECRETS
@PASSED@
SECRETS
    ;;
esac
case $curl in
  /*) ;;
  *)
    exec "$env" -i "PATH=$path" "HOME=$home" "$node" --disable-sigusr1 "$client" "$agent" "$state" "$launcher" "$limit" \
      --spare "$spare" --observe "$observe" --passed "$passed" --doctor "$doctor" 3<<SECRETS
@PASSED@
SECRETS
    ;;
esac
case ${1-} in
  clean) ;;
  *)
    exec "$env" -i "PATH=$path" "HOME=$home" /bin/sh "$self" clean 3<<SECRETS
@PASSED@
SECRETS
    ;;
esac

# From here on with curl, in a shell that nobody has prepared.
LC_ALL=C
export LC_ALL

# A closed stdout must not end in death by signal, which most agents take for leave to go on.
trap '' PIPE
trap 'refuse "the hook was stopped from outside"' HUP INT TERM QUIT

# Neither an input that never ends nor a gate that hangs is waited for.
patient() { @TIMEOUT@; }
sha256() { @DIGEST@; }

head=@HEAD@
payload=$(patient 5 "$head" -c 12582913) || refuse 'what the agent said did not come to an end'
[ -n "$payload" ] || refuse 'the agent said nothing'
[ "${#payload}" -le 12582912 ] || refuse 'what the agent said is too long'

# A digest of standard input; every other output is none.
digest() {
  sum=$(sha256) || exit 1
  sum=${sum%%[!0-9a-f]*}
  [ "${#sum}" -eq 64 ] || exit 1
  printf '%s' "$sum"
}

# Bytes in hex, each of them XOR $2, as a format for printf.
octal() {
  format=''
  left=$1
  while [ -n "$left" ]; do
    rest=${left#??}
    byte=$((0x${left%"$rest"} ^ $2))
    format="$format\\$((byte / 64))$((byte / 8 % 8))$((byte % 8))"
    left=$rest
  done
}

# HMAC-SHA256 of standard input. The key never stands in an argument of a program.
hmac() {
  zeros=00000000000000000000000000000000
  octal "$key$zeros$zeros" 0x36
  inner=$({
    printf "$format"
    "$cat"
  } | digest) || exit 1
  octal "$key$zeros$zeros" 0x5c
  outer=$format
  octal "$inner" 0
  { printf "$outer"; printf "$format"; } | digest
}

# The state directory, the socket, the token and the key are of this user, and the last three of nobody else.
is_sound() {
  for file in "$state" "$state/portcullis.sock" "$state/agent.token" "$state/hook.key"; do
    [ -O "$file" ] && ! [ -L "$file" ] || return 1
  done
  [ -d "$state" ] && [ -S "$state/portcullis.sock" ] && [ -f "$state/agent.token" ] && [ -f "$state/hook.key" ] || return 1
  listing=$("$ls" -ldn "$state" "$state/portcullis.sock" "$state/agent.token" "$state/hook.key" 2>/dev/null) || return 1
  while IFS= read -r line; do
    case $line in
      d????-??-?*) ;;
      [-s]???------*) ;;
      *) return 1 ;;
    esac
  done <<LISTING
$listing
LISTING
}

ask_daemon() {
  patient "$limit" "$curl" -q -s --unix-socket "$state/portcullis.sock" --noproxy '*' --connect-timeout 2 \
    --max-time "$limit" --max-filesize 1048576 -X POST -H "X-Portcullis-Patience: $limit" \
    -H "X-Portcullis-Nonce: $nonce" -H "X-Portcullis-Observe: $observe" -H @/dev/fd/4 -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- \
    -w '%{http_code}' "http://portcullis/v1/hooks/$agent" 4<<TOKEN 2>/dev/null <<PAYLOAD
Authorization: Bearer $token
TOKEN
$payload
PAYLOAD
}
ask_in_process() {
  PORTCULLIS_STATE=$state
  export PORTCULLIS_STATE
  case $observe in yes) observing=--observe ;; *) observing= ;; esac
  while IFS= read -r line; do
    case " $passed " in *" ${line%%=*} "*) export "$line" ;; esac
  done <&3
  patient "$spare" "$node" --disable-sigusr1 "$launcher" hook "$agent" --in-process --wire \
    --deadline "$spare" $observing 3<&- 2>/dev/null <<PAYLOAD
$payload
PAYLOAD
}

cat=@CAT@
ls=@LS@
od=@OD@
sleep=@SLEEP@
key=''
token=''
body=''
tries=0
while [ -e "$state/portcullis.sock" ] || [ "$tries" -gt 0 ]; do
  # A daemon that stops keeps the question for the one that follows it.
  [ "$tries" -eq 0 ] || "$sleep" 3
  tries=$((tries + 1))
  [ "$tries" -le 4 ] || refuse 'the daemon is stopping'
  [ -e "$state/portcullis.sock" ] || continue
  is_sound || refuse "the state directory, the daemon's socket, its token or the hook's key is not private to you"
  IFS= read -r token <"$state/agent.token" || refuse 'the token of the daemon cannot be read'
  case $token in '' | *[!A-Za-z0-9_-]*) refuse 'the token of the daemon cannot be read' ;; esac
  IFS= read -r key <"$state/hook.key" || refuse 'the key of the hook cannot be read'
  case $key in *[!0-9a-f]*) refuse 'the key of the hook cannot be read' ;; esac
  [ "${#key}" -eq 64 ] || refuse 'the key of the hook cannot be read'
  nonce=$("$od" -An -N16 -tx1 /dev/urandom) || refuse 'there is no source of random numbers'
  set -- $nonce
  nonce=$(printf '%s' "$@")
  [ "${#nonce}" -eq 32 ] || refuse 'there is no source of random numbers'
  answer=$(ask_daemon)
  code=$?
  case $code in
    0) ;;
    # Nobody listens, or whoever did died before answering.
    7 | 52 | 56) if [ "$tries" -eq 1 ]; then break; else continue; fi ;;
    28 | 124 | 137) refuse 'the daemon did not answer in time' ;;
    *) refuse 'the daemon could not be asked' ;;
  esac
  [ "${#answer}" -le 131072 ] || refuse "the gate's answer is too long"
  case $answer in
    *503) continue ;;
    '{"stdout":"'*'","exit":'[02]',"proof":"'*'"}200') ;;
    '{"stdout":"'*'","exit":'[02]'}200') refuse "the answer is not proven to be the daemon's (is it of an older version? restart it)" ;;
    *) refuse "the gate's answer cannot be read" ;;
  esac
  proof=${answer##*',"proof":"'}
  proof=${proof%'"}200'}
  body=${answer%',"proof":"'*}}
  exit=${body%'}'}
  exit=${exit##*:}
  question=$(printf '%s\n' "$payload" | digest) || refuse 'the answer could not be checked'
  said=$(printf '%s' "$body" | digest) || refuse 'the answer could not be checked'
  wanted=$(printf 'portcullis hook proof 1\n%s\n%s\n%s\n%s\n%s\n' "$agent" "$nonce" "$question" "$exit" "$said" | hmac) ||
    refuse 'the answer could not be checked'
  [ "${#wanted}" -eq 64 ] && [ "$wanted" = "$proof" ] ||
    refuse "the answer is not proven to be the daemon's (is it of an older version? restart it)"
  break
done
if [ -z "$body" ]; then
  body=$(ask_in_process) || refuse "the daemon cannot be reached and judging without it failed (exit $?)"
fi

[ "${#body}" -le 131072 ] || refuse "the gate's answer is too long"
case $body in
  '{"stdout":"'*'","stderr":"'*'","exit":'[02]'}') ;;
  *) refuse "the gate's answer cannot be read" ;;
esac
rest=${body#'{"stdout":"'}
out=${rest%%'","stderr":"'*}
rest=${rest#*'","stderr":"'}
err=${rest%%'","exit":'*}
code=${rest#"$err"'","exit":'}
code=${code%'}'}

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
