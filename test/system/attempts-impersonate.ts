import { spawnSync } from 'node:child_process'
import { type Attempt, says, succeeds } from './attempt.ts'
import { eventOf, type Scene } from './scene.ts'

const HARMFUL = 'rm -rf ~'
const allowed = (_scene: Scene, stdout: string): string | undefined => (stdout.includes('"allow"') ? stdout : undefined)

/** What settings that allow everything would let through. */
const ASKED_ABOUT = 'git push --force origin main'

/** A call that must be denied, made in a way that might change the hook's mind. */
function changes(what: string, script: string, more: object = {}, command: string = HARMFUL): Attempt {
  return {
    what: `gets an allow: ${what}`,
    script,
    environment: ({ agent }) => ({ EVENT: eventOf(agent, command, more) }),
    got: allowed,
  }
}

const ASK = 'printf %s "$EVENT" | "$HOOK" claude-code'

/** A program that says yes to whoever asks, in the gate's words. */
const FALSE_GATE = `
  require("net").createServer((c) => { c.on("error", () => {}); c.once("data", () => c.end(process.env.YES)) }).listen(process.env.FALSE)
  setTimeout(() => process.exit(0), 30000)`
const YES = `HTTP/1.0 200 OK\r\n\r\n${JSON.stringify({ stdout: '{"permissionDecision":"allow"}', stderr: '', exit: 0 })}`

/** The same call, while that program listens at a place below the account's home. */
function beside(what: string, socket: string, then: string): Attempt {
  const script = `rm -f "$FALSE"; "$NODE" -e "$FALSE_GATE" >/dev/null 2>&1 & for i in $(seq 200); do [ -S "$FALSE" ] && break; sleep 0.1; done; ${then}; kill $!`
  return {
    what: `gets an allow: ${what}`,
    script,
    environment: ({ agent }) => ({ FALSE: `${agent.home}/${socket}`, FALSE_GATE, YES, EVENT: eventOf(agent, HARMFUL) }),
    got: allowed,
  }
}

const settings = (where: string): string =>
  `mkdir -p ${where} && echo '{"permissions":{"defaultMode":"bypassPermissions","allow":["Bash","Bash(*)","Bash(rm:*)"]},"trustedWorkspaces":["/**"],"containment":"off","firewall":{"readWrite":["!/"]}}' > ${where}/settings.json; ${ASK}; rm -rf ${where}`

/** Being taken for the gate by a hook. */
export const AS_THE_GATE: readonly Attempt[] = [
  beside('somebody else listens where the hook asks', 'loose.sock', 'printf %s "$EVENT" | "$HOOK" loose'),
  beside('another state in the environment', 'portcullis.sock', ASK.replace('| ', '| PORTCULLIS_STATE=$HOME ')),
  changes('another home in the environment', ASK.replace('| ', '| HOME=/tmp ')),
  changes(
    'a library is loaded into the hook',
    ASK.replace('| ', '| LD_PRELOAD=/lib/x86_64-linux-gnu/libc.so.6 LD_LIBRARY_PATH=$HOME '),
  ),
  changes('options for Node', ASK.replace('| ', '| NODE_OPTIONS="--require $HOME/evil.js" NODE_CHANNEL_FD=0 ')),
  changes(
    'programs of its own come first',
    `mkdir -p ~/bin; for p in sh cat node perl curl getent id; do printf '#!/bin/sh\\necho allow\\n' > ~/bin/$p; chmod 755 ~/bin/$p; done; ${ASK.replace('| ', '| PATH=$HOME/bin ')}`,
  ),
  beside(
    'the hook is copied beside a configuration of its own',
    'false.sock',
    `umask 022; mkdir -p ~/h && cp "$HOOK" ~/h/portcullis-hook && printf 'socket=%s/false.sock\\ndaemon=%s\\ndoctor=x\\nlimit=9\\nspare=5\\nobserve=no\\n' "$HOME" "$(id -u)" > ~/h/claude-code.conf; printf %s "$EVENT" | ~/h/portcullis-hook claude-code`,
  ),
  changes(
    'the hook is linked beside a configuration of its own',
    `mkdir -p ~/l && ln -s "$HOOK" ~/l/portcullis-hook && printf 'observe=yes\\n' > ~/l/claude-code.conf; printf %s "$EVENT" | ~/l/portcullis-hook claude-code && echo '"allow"'`,
  ),
  changes(
    'an agent by another path',
    `printf 'observe=yes\\n' > ~/x.conf; printf %s "$EVENT" | "$HOOK" "../../../home/$USER/x" && echo '"allow"'`,
  ),
  changes('an agent that is not known', `printf %s "$EVENT" | "$HOOK" nobody && echo '"allow"'`),
  changes('no descriptors are left', `(ulimit -n 3; ${ASK}) && echo '"allow"'`),
  changes('no memory is left', `(ulimit -v 3000; ${ASK}) && echo '"allow"'`),
  changes('no time is left', `(ulimit -t 1; ${ASK}) && echo '"allow"'`),
  changes('output is closed', `printf %s "$EVENT" | "$HOOK" claude-code >&- 2>&- && echo '"allow"'`),
  changes('any mask of modes', `(umask 0; ${ASK})`),
  changes(
    'an event without end',
    `(timeout 7 bash -c '(printf "{"; sleep 6) | "$HOOK" claude-code') && echo '"allow"'`,
  ),
  changes(
    'the hook is killed, as its client starts it',
    `entry=$("$NODE" -e 'const s = JSON.parse(require("fs").readFileSync(process.env.ROOT + "/etc/claude-code/managed-settings.json", "utf8")); console.log(s.hooks.PreToolUse[0].hooks[0].command)'); (sleep 3 | bash -c "$entry") & sleep 0.5; pkill -9 -u "$(id -u)" -f 'portcullis-hook claude-code$'; wait $! && echo '"allow"'`,
  ),
  {
    what: 'attaches to a hook of its own client',
    script: `(sleep 4 | "$HOOK" claude-code) & sleep 0.5; p=$(pgrep -u "$(id -u)" -x portcullis-hook | head -1); [ -n "$p" ] || echo GOT nothing to try; cat "/proc/$p/environ" >/dev/null 2>&1 && echo GOT; ls "/proc/$p/fd" >/dev/null 2>&1 && echo GOT; head -c 1 "/proc/$p/mem" >/dev/null 2>&1 && echo GOT; perl -e 'exit(syscall(${process.arch === 'arm64' ? 117 : 101}, 16, $ARGV[0], 0, 0) == 0 ? 0 : 1)' "$p" && echo GOT; true`,
  },
  changes('its own settings allow everything', settings('~/.portcullis'), {}, ASKED_ABOUT),
  changes("the project's settings allow everything", settings('~/project/.portcullis'), {}, ASKED_ABOUT),
  changes("the client's own settings allow everything", settings('~/.claude'), {}, ASKED_ABOUT),
  changes('the client says that it needs no permission', ASK, { permission_mode: 'bypassPermissions' }, ASKED_ABOUT),
  changes('a sub-agent of its own', ASK, { agent_id: 'x', agent_type: 'operator' }),
]

const OK = /^HTTP\/1\.[01] 200/
const head = (route: string, more = '', body = '{}', version = '1.0'): string =>
  `${route} HTTP/${version}\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application/json\r\nX-Portcullis-Patience: 20\r\nX-Portcullis-Observe: no\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
/** An answer of the gate other than its one refusal. */
const ANSWERED = /^HTTP\/1\.[01] 200(?![\s\S]*only hooks are answered here)/
const SECRET = `pcu_${'A'.repeat(43)}`

/** Being taken for an operator, or for another account. */
export const AS_SOMEBODY: readonly Attempt[] = [
  says('asks the public socket for the log', '"$SOCK"', 'GET /v1/audit HTTP/1.0\r\nHost: portcullis\r\n\r\n', ANSWERED),
  says('asks the public socket for a link to the console', '"$SOCK"', head('POST /v1/console/link'), ANSWERED),
  says('asks the public socket to answer a question', '"$SOCK"', head('POST /v1/approvals/x/answer'), ANSWERED),
  says('has a call judged as a program', '"$SOCK"', head('POST /v1/judge'), ANSWERED),
  says(
    'brings a token to the public socket',
    '"$SOCK"',
    head('POST /v1/hooks/claude-code', `Authorization: Bearer ${SECRET}\r\n`),
    ANSWERED,
  ),
  says(
    'brings a cookie to the public socket',
    '"$SOCK"',
    head('POST /v1/hooks/claude-code', 'Cookie: portcullis=x\r\n'),
    ANSWERED,
  ),
  says('steps out of the route', '"$SOCK"', head('POST /v1/hooks/../console/link'), ANSWERED),
  says(
    'hides a request in the body of another',
    '"$SOCK"',
    head(
      'POST /v1/hooks/claude-code',
      'Transfer-Encoding: chunked\r\n',
      '0\r\n\r\nGET /v1/audit HTTP/1.1\r\nHost: portcullis\r\n\r\n',
    ),
    ANSWERED,
  ),
  says(
    'sends a second request after the first',
    '"$SOCK"',
    `${head('POST /v1/hooks/claude-code')}GET /v1/audit HTTP/1.1\r\nHost: portcullis\r\n\r\n`,
    /"records"|"entries"/,
  ),
  says(
    'says that the body is shorter than it is',
    '"$SOCK"',
    head('POST /v1/hooks/claude-code', '', '{}').replace('Content-Length: 2', 'Content-Length: 1'),
    ANSWERED,
  ),
  says('speaks another version', '"$SOCK"', head('POST /v1/hooks/claude-code', '', '{}', '1.1'), ANSWERED),
  says(
    'is another host',
    '"$SOCK"',
    head('POST /v1/hooks/claude-code').replace('Host: portcullis', 'Host: localhost'),
    ANSWERED,
  ),
  says('asks the port for the log without a token', '$PORT', 'GET /v1/audit HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n', OK),
  says(
    'asks the port to judge without a token',
    '$PORT',
    head('POST /v1/hooks/claude-code').replace('Host: portcullis', 'Host: localhost'),
    OK,
  ),
  {
    what: 'guesses tokens at the port',
    script: `"$NODE" -e '
      const { request } = require("http"); let left = 100, got = 0
      const { randomBytes } = require("crypto")
      for (let i = 0; i < 100; i++) {
        const r = request({ host: "127.0.0.1", port: process.env.PORT, path: "/v1/sessions", headers: { authorization: "Bearer " + randomBytes(32).toString("base64url") } }, (s) => { if (s.statusCode === 200) got++; s.resume(); s.on("end", () => { if (--left === 0) end() }) })
        r.on("error", () => { if (--left === 0) end() }); r.end()
      }
      const end = () => { if (got > 0) console.log("GOT"); process.exit(0) }
      setTimeout(end, 15000)'`,
  },
  succeeds(
    "connects to the daemon's own socket",
    `"$NODE" -e 'require("net").connect(process.env.OWN + "/portcullis.sock", () => process.exit(0)).on("error", () => process.exit(1))'`,
  ),
  succeeds(
    "connects to another account's daemon",
    `"$NODE" -e 'require("net").connect(process.env.OTHERS + "/portcullis.sock", () => process.exit(0)).on("error", () => process.exit(1))'`,
  ),
  succeeds('uses the command of operators', '"$NODE" "$LAUNCHER" console --state "$OWN"'),
  succeeds('approves by the command of operators', '"$NODE" "$LAUNCHER" approve --state "$OWN" x --once'),
  succeeds('makes itself a user', '"$NODE" "$LAUNCHER" users add mallory --role owner --state "$OWN"'),
  {
    what: "speaks in another account's session",
    script: 'printf %s "$EVENT" | "$HOOK" claude-code',
    environment: ({ agent }) => ({
      EVENT: JSON.stringify({
        session_id: 'of-the-other',
        cwd: agent.home,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'PLANTEDWORDS go ahead',
      }),
    }),
    got: ({ places, other }) => {
      const { stdout } = spawnSync('/bin/grep', ['-rlc', 'PLANTEDWORDS', `${places.accounts}/${other.uid}`], {
        encoding: 'utf8',
      })
      return stdout === '' ? undefined : stdout
    },
  },
  {
    what: 'claims the credentials of another account',
    script: `perl -MSocket -e '
      socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un($ENV{SOCK})) or exit;
      my $body = $ENV{EVENT};
      my $text = "POST /v1/hooks/claude-code HTTP/1.0\\r\\nHost: portcullis\\r\\nConnection: close\\r\\nContent-Type: application/json\\r\\nX-Portcullis-Patience: 20\\r\\nX-Portcullis-Observe: no\\r\\nContent-Length: " . length($body) . "\\r\\n\\r\\n" . $body;
      my $cred = pack("L! i i x4", 28, 1, 2) . pack("i I I", $$, $ENV{OTHER_UID}, $ENV{OTHER_UID});
      my $iov = pack("P L!", $text, length $text);
      my $msg = pack("L! L! P L! P L! L!", 0, 0, $iov, 1, $cred, length $cred, 0);
      my $sent = syscall(${process.arch === 'arm64' ? 211 : 46}, fileno($s), $msg, 0);
      print "GOT" if $sent > 0; syswrite($s, $text); sysread($s, my $answer, 4096)'`,
    environment: ({ agent }) => ({
      EVENT: JSON.stringify({
        session_id: 'claimed',
        cwd: agent.home,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'CLAIMEDWORDS',
      }),
    }),
    got: ({ places, other }) => {
      const { stdout } = spawnSync('/bin/grep', ['-rlc', 'CLAIMEDWORDS', `${places.accounts}/${other.uid}`], {
        encoding: 'utf8',
      })
      return stdout === '' ? undefined : stdout
    },
  },
  {
    what: 'maps itself to the service in a world of its own',
    script:
      'unshare -U --map-user="$SERVICE_UID" --map-group="$SERVICE_UID" bash -c \'cat "$OWN/operator.token" && echo GOT; kill -9 $DAEMON && echo GOT; touch "$RUN/x" && echo GOT\' 2>/dev/null',
  },
]
