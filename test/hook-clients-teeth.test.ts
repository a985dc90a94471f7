import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Client, type Mutation, stage } from './hooks/scene.ts'
import { hookClient } from './suites/hook-clients.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = stage()
afterAll(() => {
  process.stdout.write(`${TABLE.join('\n')}\n`)
  rmSync(root, { recursive: true, force: true })
})

interface Mutant extends Mutation {
  readonly client: Client
  /** A check that was forgotten. */
  readonly bug: string
  readonly noticedBy: RegExp
}

const inC = (bug: string, file: Mutation['file'], find: string, replace: string, noticedBy: RegExp): Mutant => ({
  client: 'native',
  bug,
  file,
  find,
  replace,
  noticedBy,
})
const inScript = (client: 'perl' | 'curl', bug: string, find: string, replace: string, noticedBy: RegExp): Mutant => ({
  client,
  bug,
  file: 'hook.sh',
  find,
  replace,
  noticedBy,
})
const inNode = (bug: string, find: string, replace: string, noticedBy: RegExp): Mutant => ({
  client: 'node',
  bug,
  file: 'hook.cjs',
  find,
  replace,
  noticedBy,
})

const OTHER_KEY = /a proof with another key$/
const NO_PROOF = /gives no proof$/
const AFTER_STOP = /stops, then no proof$/
const REPLAY = /earlier call again/
const PRELOAD = /^LD_PRELOAD is set/
const READABLE = /^the key can be read by others/
const FAILS = /says yes and fails/
const SECRETS = /passed secret/
const PEER = /^somebody else listens/
const FALSE_PROGRAMS = /false programs, with a daemon/

/** Only root can become somebody else. */
const AS_ROOT: readonly Mutant[] = [
  inC(
    'whoever listens is the daemon',
    'hook.c',
    'if (peer_of(daemon) != geteuid())',
    'if (peer_of(daemon) == (uid_t)-1)',
    PEER,
  ),
  inScript('perl', 'whoever listens is the daemon', 'unless $owner == $>;', 'unless defined $owner;', PEER),
]

/** Every check of every client, taken away once. */
const MUTANTS: readonly Mutant[] = [
  ...(process.getuid?.() === 0 ? AS_ROOT : []),
  inC('any proof is good', 'hook.c', 'return different == 0 ? body : NULL;', 'return body;', OTHER_KEY),
  inC(
    'half the proof is looked at',
    'hook.c',
    'for (int i = 0; i < 64; i++) different',
    'for (int i = 0; i < 0; i++) different',
    /deny turned into an allow/,
  ),
  inC(
    'an answer without a proof is an answer',
    'hook.c',
    'if (*length <= tail + 10) return NULL;',
    'return body;',
    NO_PROOF,
  ),
  inC(
    'the same after a restart of the daemon',
    'hook.c',
    'body = proven(body, key, nonce, input_digest, &body_length);',
    'if (tries == 1) body = proven(body, key, nonce, input_digest, &body_length);',
    AFTER_STOP,
  ),
  inC(
    'every request has the same nonce',
    'hook.c',
    'snprintf(text + 2 * i, 3, "%02x", bytes[i])',
    'snprintf(text + 2 * i, 3, "%02x", 7)',
    REPLAY,
  ),
  inC('LD_PRELOAD is passed over', 'hook.c', '  refuse_loaders();\n', '', PRELOAD),
  inC(
    'a refusal ends with 0',
    'ending.h',
    '  _exit(2);\n}\n\nstatic void on_signal',
    '  _exit(0);\n}\n\nstatic void on_signal',
    NO_PROOF,
  ),
  inC(
    'a refusal has no reason',
    'ending.h',
    '  say(2, before, sizeof before - 1);\n',
    '  _exit(2);\n',
    /key is not there/,
  ),
  inC(
    'others may read key and token',
    'conf.h',
    '!S_ISREG(stat.st_mode) || !is_private(&stat)) refuse(unsound)',
    '!S_ISREG(stat.st_mode)) refuse(unsound)',
    READABLE,
  ),
  inC(
    'the key may be a link',
    'conf.h',
    'int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);\n  if (file < 0 && errno == ENOENT) return 0;',
    'int file = open(path, O_RDONLY | O_CLOEXEC);\n  if (file < 0 && errno == ENOENT) return 0;',
    /the key is a link/,
  ),
  inC(
    'anybody’s socket is asked',
    'hook.c',
    'if (!S_ISSOCK(stat.st_mode) || !is_private(&stat))',
    'if (!S_ISSOCK(stat.st_mode))',
    /others may use the socket/,
  ),
  inC(
    'others may write the state directory',
    'hook.c',
    'if (!S_ISDIR(stat.st_mode) || !is_ours(&stat))',
    'if (!S_ISDIR(stat.st_mode))',
    /write the state directory/,
  ),
  inC(
    'others may write the configuration',
    'conf.h',
    'if (file < 0 || fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode) || !is_ours(&stat))',
    'if (file < 0)',
    /write the configuration/,
  ),
  inC(
    'the environment is handed on',
    'hook.c',
    'execve(conf.node, arguments, own_environment());',
    'execve(conf.node, arguments, environ);',
    /NODE_OPTIONS loads code/,
  ),
  inC(
    'HOME decides where home is',
    'hook.c',
    '"HOME=%s", conf.home)',
    '"HOME=%s", getenv("HOME"))',
    /HOME and PORTCULLIS_STATE/,
  ),
  inC(
    'how the gate ended is not looked at',
    'hook.c',
    '!WIFEXITED(status) || WEXITSTATUS(status) != 0 || got == 0',
    'got == 0',
    FAILS,
  ),
  inC(
    'what follows the answer is passed over',
    'hook.c',
    'strcmp(at, ",\\"exit\\":0}") == 0',
    'strncmp(at, ",\\"exit\\":0}", 10) == 0',
    /says yes twice/,
  ),
  inC(
    'every status is good',
    'hook.c',
    'strncmp(answer + 9, "200 ", 4) != 0 || body == NULL',
    'body == NULL',
    /fails with 500/,
  ),
  inC(
    'an allow that nobody heard is an allow',
    'hook.c',
    'if (!handed) refuse',
    'if (handed < 0) refuse',
    /stdout is closed/,
  ),
  inC('signals end it', 'hook.c', '  take_signals();\n', '', /^SIGTERM/),
  inC(
    'an empty input is asked about',
    'hook.c',
    'if (*length == 0) refuse("the agent said nothing");',
    'if (*length == 0) _exit(0);',
    /input is empty/,
  ),

  inScript(
    'perl',
    'any proof is good',
    'unless Digest::SHA::hmac_sha256_hex($text, pack "H*", $key) eq $proof',
    'if $proof eq ""',
    OTHER_KEY,
  ),
  inScript('perl', 'every request has the same nonce', '$nonce = unpack "H*", $nonce;', '$nonce = "07" x 16;', REPLAY),
  inScript('perl', 'Perl is found by its name', 'exec "$env" -i "$perl" -f', 'exec "$env" perl -f', FALSE_PROGRAMS),
  inScript(
    'perl',
    'Perl gets the agent’s environment',
    'exec "$env" -i "$perl" -f',
    'exec "$env" "$perl" -f',
    /PERL5OPT/,
  ),
  inScript('perl', 'LD_PRELOAD is passed over', '${LD_PRELOAD:+LD_PRELOAD}', '', PRELOAD),
  inScript(
    'perl',
    'a refusal ends with 0',
    'run: $doctor)\\n";\n  exit 2;',
    'run: $doctor)\\n";\n  exit 0;',
    OTHER_KEY,
  ),
  inScript('perl', 'others may read key and token', '&& $file[4] == $> && ($file[2] & 077) == 0', '', READABLE),
  inScript(
    'perl',
    'anybody’s socket is asked',
    '&& $socket[4] == $> && ($socket[2] & 077) == 0',
    '',
    /others may use the socket/,
  ),
  inScript('perl', 'a secret may set other variables', '&& $names{$1} && ', '&& ', SECRETS),
  inScript('perl', 'how the gate ended is not looked at', 'refuse($failed) if $? != 0;', '', FAILS),

  inScript('curl', 'any proof is good', '[ "${#wanted}" -eq 64 ] && [ "$wanted" = "$proof" ] ||', 'true ||', OTHER_KEY),
  inScript(
    'curl',
    'every request has the same nonce',
    `nonce=$(printf '%s' "$@")`,
    'nonce=07070707070707070707070707070707',
    REPLAY,
  ),
  inScript(
    'curl',
    'the shell keeps the agent’s environment',
    'exec "$env" -i "PATH=$path" "HOME=$home" /bin/sh',
    'exec "$env" "HOME=$home" /bin/sh',
    /NODE_OPTIONS loads code/,
  ),
  inScript('curl', 'key and token are not looked at', 'is_sound || refuse', 'true || refuse', READABLE),
  inScript(
    'curl',
    'a secret may set other variables',
    'case " $passed " in *" ${line%%=*} "*) export "$line" ;; esac',
    'export "$line"',
    SECRETS,
  ),
  inScript(
    'curl',
    'a refusal ends with 0',
    `run: %s)\\n' "$1" "$doctor" >&2\n  exit 2`,
    `run: %s)\\n' "$1" "$doctor" >&2\n  exit 0`,
    NO_PROOF,
  ),

  inNode(
    'any proof is good',
    "return crypto.timingSafeEqual(wanted, Buffer.from(found[3], 'hex')) ? answer : undefined",
    'return wanted ? answer : undefined',
    OTHER_KEY,
  ),
  inNode(
    'an answer without a proof is an answer',
    'if (found === null) return undefined\n  var answer',
    'if (found === null) return body\n  var answer',
    NO_PROOF,
  ),
  inNode('every request has the same nonce', "crypto.randomBytes(16).toString('hex')", "'07'.repeat(16)", REPLAY),
  inNode('others may read key and token', 'stat.isFile() && isOwn(stat, 63)', 'stat.isFile()', READABLE),
  inNode(
    'a secret may set other variables',
    'if (at > 0 && names.indexOf(line.slice(0, at)) >= 0)',
    'if (at > 0)',
    SECRETS,
  ),
  inNode(
    'how the gate ended is not looked at',
    "code === 0 ? readAnswer(Buffer.concat(pieces).toString('utf8')) : undefined",
    "readAnswer(Buffer.concat(pieces).toString('utf8'))",
    FAILS,
  ),
  inNode(
    'a refusal ends with 0',
    "(run: ' + doctor + ')\\n',\n    exit: 2,",
    "(run: ' + doctor + ')\\n',\n    exit: 0,",
    NO_PROOF,
  ),
]

const TABLE: string[] = ['| client | with this bug | goes red |', '| --- | --- | --- |']

describe.concurrent('a client without one of its checks is noticed', () => {
  test.each(MUTANTS)('$client: $bug', async ({ client, bug, noticedBy, ...mutation }) => {
    const failures = await hookClient(root, client, noticedBy, mutation)
    TABLE.push(`| ${client} | ${bug} | ${failures[0]?.split(': ')[1] ?? 'NOT NOTICED'} |`)
    expect(failures, 'the suite stays green').not.toEqual([])
    expect(await hookClient(root, client, noticedBy), 'the suite is red anyway').toEqual([])
  })
})
