import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemPlaces } from '../../src/surfaces/system/places.ts'
import { systemdUnit } from '../../src/surfaces/system/unit.ts'
import { type Booted, booted, insideBooted, noBoot, noSystemd, SYSTEMD } from './booted.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'main.ts')

/** In tenths: what `systemd-analyze security` says of the whole. 0 is closed, 100 is open. */
const MOST_EXPOSED = 24

interface Ran {
  readonly status: number | null
  readonly said: string
}

let place: string
beforeAll(() => void (place = mkdtempSync(join(tmpdir(), 'pcunit'))))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A unit of which only the programs are replaced by ones that are here. */
function analyze(text: string, ...words: readonly string[]): Ran {
  mkdirSync(place, { recursive: true })
  const file = join(place, 'portcullis.service')
  writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync(SYSTEMD.places[0], [...words, file], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const unit = systemdUnit(systemPlaces(), { account: 'root', node: '/bin/true', launcher: '/bin/true' })

describe.runIf(noSystemd === undefined)('the unit, as systemd itself reads it', () => {
  test('has no word that systemd does not know', () => {
    expect(analyze(unit, 'verify')).toEqual({ status: 0, said: '' })
    const deployed = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'portcullis.service'), 'utf8')
    const here = deployed.replaceAll(/^(ExecStart=)\S+/gm, '$1/bin/true')
    expect(analyze(here, 'verify')).toEqual({ status: 0, said: '' })
  })

  test.each([
    ['a misspelt key', unit.replace('ProtectSystem=', 'ProtectSystm=')],
    ['a value that is none', unit.replace('ProtectHome=read-only', 'ProtectHome=readonly')],
    ['a program that is not there', unit.replace('/bin/true', '/nonexistent/node')],
  ])('%s is found', (_what, text) => expect(analyze(text, 'verify').said).not.toBe(''))

  const security = (text: string): Ran =>
    analyze(text, 'security', '--offline=yes', `--threshold=${MOST_EXPOSED}`, '--no-pager')

  test('leaves little open', () => {
    const { status, said } = security(unit.replace('User=root', 'User=portcullis'))
    expect(status, said).toBe(0)
  })

  test.each([
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=CAP_DAC_READ_SEARCH',
    'SystemCallFilter=@system-service',
  ])('without %s it would leave more', (line) => {
    expect(unit).toContain(`\n${line}\n`)
    expect(security(unit.replace('User=root', 'User=portcullis').replace(`${line}\n`, '')).status).not.toBe(0)
  })
})

/** Runs as root where systemd is the first process. Each line of `facts` is one thing that is found out. */
const SCRIPT = `
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
fact() { printf '%s=%s\\n' "$1" "$2" >> /portcullis-test/facts; }
useradd --create-home --shell /bin/bash pcagent
mkdir -p /home/pcagent/project/.git && chown -R pcagent: /home/pcagent
as_agent() { setpriv --reuid=pcagent --regid=pcagent --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/pcagent USER=pcagent /bin/bash -c "$1"; }
fact first "$(cat /proc/1/comm)"
$NODE $MAIN install --system --yes; fact installed $?
fact active "$(systemctl is-active portcullis)"
fact enabled "$(systemctl is-enabled portcullis)"
DOOR=$(sed -n 's/.*"door": *"\\([^"]*\\)".*/\\1/p' /etc/portcullis/system.json)
call() {
  as_agent "printf '%s' '{\\"session_id\\":\\"s$RANDOM\\",\\"cwd\\":\\"/home/pcagent/project\\",\\"hook_event_name\\":\\"PreToolUse\\",\\"tool_name\\":\\"Bash\\",\\"tool_input\\":{\\"command\\":\\"$1\\"}}' | $DOOR claude-code" > /tmp/told 2>&1
  echo "$? $(grep -o '"permissionDecision":"[a-z]*"' /tmp/told | cut -d'"' -f4)"
}
judged() { for _ in $(seq 100); do case "$(call ls)" in "0 allow") echo yes; return;; esac; sleep 0.3; done; cat /tmp/told; echo no; }
fact judged "$(judged)"
fact harmless "$(call ls)"
fact harmful "$(call 'cat /etc/shadow')"
main() { systemctl show portcullis --property MainPID --value; }
PID=$(main)
fact account "$(ps -o user= -p $PID)"
status() { sed -n "s/^$1:[[:space:]]*//p" /proc/$PID/status; }
fact NoNewPrivs "$(status NoNewPrivs)"
fact Seccomp "$(status Seccomp)"
fact CapEff "$(status CapEff)"
fact CapBnd "$(status CapBnd)"
inside() { nsenter --target $PID --mount /bin/sh -c "$1" > /dev/null 2>&1 && echo written || echo refused; }
fact usr "$(inside 'echo x > /usr/lib/x')"
fact etc "$(inside 'echo x > /etc/portcullis/settings.json')"
fact home "$(inside 'echo x > /home/pcagent/x')"
fact state "$(inside 'echo x > /var/lib/portcullis/x && rm /var/lib/portcullis/x')"
kill -9 $PID
fact again "$(judged)"
fact restarts "$(systemctl show portcullis --property NRestarts --value)"
[ "$(main)" != "$PID" ] && fact another yes
PID=$(main)
try() { as_agent "$1" > /tmp/tried 2>&1 && echo worked || echo refused; }
fact stop "$(try 'systemctl --no-ask-password stop portcullis')"
fact mask "$(try 'systemctl --no-ask-password mask portcullis')"
fact bus "$(try 'busctl call org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager StopUnit ss portcullis.service replace')"
fact edit "$(try 'systemctl --no-ask-password set-property portcullis.service MemoryMax=1')"
fact environment "$(try 'systemctl --no-ask-password set-environment NODE_OPTIONS=--require=/tmp/x')"
fact kill "$(try "kill -9 $PID")"
fact read "$(try 'cat /var/lib/portcullis/* /etc/portcullis/environment')"
[ "$(main)" = "$PID" ] && fact untouched yes
systemctl stop portcullis
fact stopped "$(call ls)"
systemctl start portcullis
fact started "$(judged)"
systemctl restart portcullis
fact restarted "$(judged)"
A=/var/lib/portcullis/accounts/$(id -u pcagent)
setpriv --reuid=portcullis --regid=portcullis --clear-groups env -i PATH=/usr/bin:/bin HOME=$A/home PORTCULLIS_STATE=$A $NODE $MAIN log verify; fact verified $?
$NODE $MAIN uninstall --system --yes; fact uninstalled $?
fact gone "$(systemctl is-active portcullis)"
`

describe.runIf(noBoot === undefined)('the unit, run by systemd', () => {
  let found: Booted
  beforeAll(async () => {
    const script = SCRIPT.replaceAll('$NODE', insideBooted(process.execPath)).replaceAll('$MAIN', insideBooted(MAIN))
    found = await booted(script)
  })

  test.each<[string, string | RegExp]>([
    ['first', 'systemd'],
    ['installed', '0'],
    ['active', 'active'],
    ['enabled', 'enabled'],
    ['judged', 'yes'],
    ['harmless', '0 allow'],
    ['harmful', /^(?:2|0 deny)/],
    ['account', /^portcul/],
    ['NoNewPrivs', '1'],
    ['Seccomp', '2'],
    // CAP_DAC_READ_SEARCH alone.
    ['CapEff', '0000000000000004'],
    ['CapBnd', '0000000000000004'],
    ['usr', 'refused'],
    ['etc', 'refused'],
    ['home', 'refused'],
    ['state', 'written'],
    ['again', 'yes'],
    ['restarts', '1'],
    ['another', 'yes'],
    ['stop', 'refused'],
    ['mask', 'refused'],
    ['bus', 'refused'],
    ['edit', 'refused'],
    ['environment', 'refused'],
    ['kill', 'refused'],
    ['read', 'refused'],
    ['untouched', 'yes'],
    ['stopped', /^2/],
    ['started', 'yes'],
    ['restarted', 'yes'],
    // Nothing wrong, and no witness outside the account is configured.
    ['verified', '3'],
    ['uninstalled', '0'],
    ['gone', /inactive|unknown/],
  ])('%s is %s', (name, wanted) => {
    const is = found.facts.get(name)
    if (typeof wanted === 'string') expect(is, found.log).toBe(wanted)
    else expect(is, found.log).toMatch(wanted)
  })
})
