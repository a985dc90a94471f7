import type { Action } from '../call/action.ts'
import { mcpEffect } from '../categories/mcp-verbs.ts'

/**
 * Whether a call does anything but read: the question that a limit in words puts to every call. Closed: what is not
 * known to only read counts as a change. Going out to a host counts too, whatever is sent: `no network` is a limit.
 */
export function changesAnything({
  actions,
  understanding,
}: {
  readonly actions: readonly Action[]
  readonly understanding: { readonly parsed: boolean }
}): boolean {
  return !understanding.parsed || !actions.every(onlyReads)
}

function onlyReads(action: Action): boolean {
  if (action.elevated) return false
  switch (action.does) {
    case 'read-file':
    case 'read-system':
      return true
    case 'run-program':
      return READERS.has(action.program) || READING_VERB.test(action.program)
    case 'run-code':
      return action.seenThrough
    case 'change-repository':
      return action.deed === 'inspect'
    case 'change-service':
    case 'change-database':
      return action.deed === 'read'
    case 'call-mcp-tool':
      return mcpEffect(action.tool) === 'read'
    case 'write-file':
    case 'delete-file':
    case 'change-access':
    case 'contact-host':
    case 'open-door':
    case 'read-secret':
    case 'change-system':
    case 'install-package':
    case 'end-process':
    case 'schedule':
    case 'change-settings':
    case 'spawn-agent':
    case 'send-message':
    case 'something-opaque':
      return false
  }
}

/** Cmdlets say what they do with their first word. */
const READING_VERB = /^(?:get|select|test|measure|where|sort|format|compare|resolve|split|join|group)-[a-z]+$/

/**
 * Programs that change nothing by themselves: what they read, write or start stands beside them as an action of its own.
 * A program that runs a project's own code (a test runner, a build) is not one of them.
 */
const READERS: ReadonlySet<string> = new Set(
  [
    // Shell words and what only prints.
    'cd pushd popd pwd echo printf true false : test [ [[ set unset export declare local readonly typeset let shift',
    'return exit break continue wait times type which command whereis hash alias history jobs read mapfile getopts',
    'date cal sleep seq yes clear expr bc dc env printenv basename dirname realpath readlink mktemp tput',
    // Text and files.
    'cat tac head tail less more nl wc sort uniq cut paste tr rev fold fmt expand unexpand column comm join look',
    'grep egrep fgrep rg ag ack zgrep sed awk gawk mawk jq yq xq xmllint diff cmp sdiff patchutils strings od hexdump xxd',
    'base64 base32 md5sum sha1sum sha256sum sha512sum shasum cksum b2sum file stat ls dir vdir tree find fd locate du df',
    'bat batcat eza exa tokei cloc scc split csplit zcat bzcat xzcat zless',
    // The machine.
    'uname hostname whoami id groups who w uptime free ps pgrep top lsof ss netstat ip ifconfig lscpu lsblk lsusb lspci',
    'nproc arch getconf locale sw_vers journalctl dmesg vmstat iostat findmnt',
    // What they do is told by actions of their own.
    'git gh glab kubectl psql sqlite3 mysql aws gcloud az docker podman helm terraform',
    'bash sh dash zsh ksh python python3 node xargs parallel timeout nice time nohup stdbuf',
    'write-output write-host out-string out-null convertto-json convertfrom-json set-location push-location pop-location',
  ].flatMap((line) => line.split(' ')),
)
