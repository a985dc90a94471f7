import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { gateIdentity, type IdentityProduct, loadIdentity } from './suites/gate-identity.ts'
import { gateItself, gateItselfEveryday } from './suites/gate-itself.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'the gate does not look after itself',
    file: 'gate.ts',
    find: 'gateItself(subject) ?? firewall(subject)',
    replace: 'firewall(subject)',
    noticedBy: gateItself(/number/),
  },
  {
    bug: 'the mode comes before the gate itself',
    file: 'checks/gate-itself.ts',
    find: 'if (found === undefined) return undefined',
    replace: "if (found === undefined || subject.mode === 'bypassPermissions') return undefined",
    noticedBy: gateItself(/number/),
  },
  {
    bug: 'code that could not be analyzed may name what it likes',
    file: 'checks/gate-itself.ts',
    find: '    reachesUnseen,\n',
    replace: '',
    noticedBy: gateItself(/could not be analyzed/),
  },
  {
    bug: 'code that is written for a later call is not read',
    file: 'checks/gate-itself/texts.ts',
    find: 'const secret = namesSecretPath(text, subject) ?? tailIn(text, tailsOf(gate.secrets, subject), home)',
    replace: 'const secret: string | undefined = undefined',
    noticedBy: gateItself(/left behind/),
  },
  {
    bug: 'what somebody else is to run is not judged',
    file: 'checks/gate-itself.ts',
    find: 'reachedBy(subject) ?? handsOn(subject, reachedBy)',
    replace: 'reachedBy(subject)',
    noticedBy: gateItself(/somebody else/),
  },
  {
    bug: 'secrets are only protected against changes',
    file: 'checks/gate-itself/files.ts',
    find: 'if (secret !== undefined)',
    replace: "if (secret !== undefined && does === 'changes')",
    noticedBy: gateItself(/elsewhere/),
  },
  {
    bug: 'only what is named itself is taken away',
    file: 'checks/gate-itself/files.ts',
    find: 'extent: extentOf(action),',
    replace: "extent: 'itself',",
    noticedBy: gateItself(/its program/),
  },
  {
    bug: 'what is unpacked stays where it is put',
    file: 'checks/gate-itself/files.ts',
    find: "extent: fills(action) ? 'everything below' : 'itself'",
    replace: "extent: 'itself'",
    noticedBy: gateItself(/changing its files and its program/),
  },
  {
    bug: 'paths inside code are text',
    file: 'checks/gate-itself/files.ts',
    find: 'givenToServer(subject) ??\n    namesSecret(subject)',
    replace: 'givenToServer(subject)',
    noticedBy: gateItself(/its socket/),
  },
  {
    bug: 'a process group is another process',
    file: 'checks/gate-itself/picked-processes.ts',
    find: 'world.gate.processes.includes(Math.abs(pid))',
    replace: 'world.gate.processes.includes(pid)',
    noticedBy: gateItself(/number/),
  },
  {
    bug: 'a pattern that cannot be tried matches nothing',
    file: 'checks/gate-itself/process-patterns.ts',
    find: 'expression === undefined || lines',
    replace: 'expression !== undefined && lines',
    noticedBy: gateItself(/its process/),
  },
  {
    bug: 'a pattern is compared with names alone',
    file: 'checks/gate-itself/picked-processes.ts',
    find: 'const lines = full ? gate.commandLines : processNames(subject)',
    replace: 'const lines = processNames(subject)',
    noticedBy: gateItself(/pattern/),
  },
  {
    bug: 'whoever is printed by another program is nobody',
    file: 'checks/gate-itself/processes.ts',
    find: 'if (choosers.some((run) => couldChoose(run, programs, subject))) return finding(end.evidence)',
    replace: '',
    noticedBy: gateItself(/pattern/),
  },
  {
    bug: 'every process named node may be ended',
    file: 'checks/gate-itself/picked-processes.ts',
    find: "['node', 'MainThread', 'node-MainThread', 'portcullis']",
    replace: "['portcullis']",
    noticedBy: gateItself(/pattern/),
  },
  {
    bug: 'this machine has one address',
    file: 'checks/gate-itself/ports.ts',
    find: "kind === 'loopback' ||",
    replace: "name === '127.0.0.1' ||",
    noticedBy: gateItself(/its port/),
  },
  {
    bug: 'tools of servers contact nobody',
    file: 'checks/gate-itself/ports.ts',
    find: "here(subject, 'call-mcp-tool')",
    replace: "here(subject, 'call-mcp-tool').slice(0, 0)",
    noticedBy: gateItself(/its port/),
  },
  {
    bug: 'options of our own commands are not looked at',
    file: 'call/shell/programs/gate-commands.ts',
    find: 'return areOf(looking, known.slice(pair === undefined ? 1 : 2))',
    replace: 'return true',
    noticedBy: gateItself(/command line/),
  },
  {
    bug: 'our program is known by its name alone',
    file: 'checks/gate-itself/command-line.ts',
    find: 'return ENTRIES.test(path) && isInsideAny(path, subject.world.gate.fixed)',
    replace: "return path === '' && isInsideAny(path, subject.world.gate.fixed)",
    noticedBy: gateItself(/command line/),
  },
  {
    bug: 'manifests are not read',
    file: 'checks/gate-itself/shadows.ts',
    find: 'for (const directory of install.directories) {',
    replace: 'for (const directory of install.directories.slice(0, 0)) {',
    noticedBy: gateItself(/shadowing/),
  },
  {
    bug: 'programs may be put anywhere',
    file: 'checks/gate-itself/shadows.ts',
    find: 'programs.includes(name) && isProgramDirectory(parent(path), subject)',
    replace: 'programs.includes(path) && isProgramDirectory(parent(path), subject)',
    noticedBy: gateItself(/shadowing/),
  },
  {
    bug: 'the entries of the hook may go',
    file: 'checks/gate-itself/hooks.ts',
    find: "if (holds && losesHook(text, before ?? ''))",
    replace: "if (holds && text === '' && losesHook(text, before ?? ''))",
    noticedBy: gateItself(/hook$/),
  },
  {
    bug: 'what is not known to be written keeps the hook',
    file: 'checks/gate-itself/hooks.ts',
    find: 'if (holds)\n',
    replace: 'if (holds && before === undefined)\n',
    noticedBy: gateItself(/hook$/, ['auto']),
  },
  {
    bug: 'variables for the hook are settings like others',
    file: 'checks/gate-itself/hook-entries.ts',
    find: "=== '{}' ? undefined : 'env'",
    replace: "=== '{}' ? undefined : undefined",
    noticedBy: gateItself(/hook$/),
  },
  {
    bug: 'every signal is one to the gate',
    file: 'checks/gate-itself/picked-processes.ts',
    find: 'return pid === -1 || pid === 0 || world',
    replace: 'return pid > 0 || world',
    noticedBy: gateItselfEveryday,
  },
  {
    bug: 'every port of this machine is the gate',
    file: 'checks/gate-itself/ports.ts',
    find: 'if (ports.includes(target.port) && isThisMachine(target.name))',
    replace: 'if (isThisMachine(target.name))',
    noticedBy: gateItselfEveryday,
  },
]

const IDENTITY_BUGS: readonly Bug<IdentityProduct>[] = [
  {
    bug: 'a call is judged against the gate as it was',
    file: 'call/world.snapshot.ts',
    find: 'world.gate === gate &&',
    replace: '',
    noticedBy: gateIdentity,
  },
  {
    bug: 'the state is where it usually is',
    file: 'surfaces/compose.ts',
    find: 'return {\n    ...(state === undefined ? {} : { state }),',
    replace: 'return {\n    ...(state === undefined ? {} : {}),',
    noticedBy: gateIdentity,
  },
  {
    bug: 'a daemon does not know its own state',
    file: 'surfaces/daemon/daemon.ts',
    find: 'state: paths.directory,\n          daemon: true,',
    replace: '',
    noticedBy: gateIdentity,
  },
  {
    bug: 'what init noted is not read',
    file: 'surfaces/gate-identity.ts',
    find: 'const files = installed ?? []',
    replace: 'const files: readonly string[] = installed ? [] : []',
    noticedBy: gateIdentity,
  },
]

const scratch = scratchFor('gate-itself')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })

  test.each(IDENTITY_BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadIdentity(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
