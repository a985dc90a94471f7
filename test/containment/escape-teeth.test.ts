import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attempts, type Kind } from '../suites/escape/attempts.ts'
import { type Breach, openPrison, type Prison } from '../suites/escape/outside.ts'
import { brokenRunner, type NativeChange } from './broken-runner.ts'

let prison: Prison
// Anew for each: without its wall an attempt leaves a ruin.
beforeEach(async () => void (prison = await openPrison()))
afterEach(() => prison.close())

const wall = (...words: readonly string[]): string => words.map((word) => `wall\0${word}\0`).join('')

/** Puts a wall before the workspace's own, which is the last that binds. */
function also(...words: readonly string[]): (plan: string) => string {
  return (plan) => plan.replace(wall('--remount-ro', '/dev'), () => wall(...words) + wall('--remount-ro', '/dev'))
}

const NO_FILTER: NativeChange = {
  file: 'inside.h',
  find: '  add(&arguments, "--seccomp");\n  add(&arguments, words[0]);\n',
  replace: '',
}

const SAME_SESSION: NativeChange = {
  file: 'inside.h',
  find: '  if (setsid() < 0) fail("no session of its own: %s", strerror(errno));\n',
  replace: '',
}

const OTHER_CONVENTIONS: NativeChange = {
  file: 'filter.h',
  find: '  put(filter, (struct sock_filter)SAY(SECCOMP_RET_KILL_PROCESS));\n  put(filter, (struct sock_filter)LOAD(nr));\n',
  replace: '  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));\n  put(filter, (struct sock_filter)LOAD(nr));\n',
}

const NOT_READ_ONLY: NativeChange = {
  file: 'inside.h',
  find: '  if (syscall(442 /* mount_setattr */, tree, "", AT_EMPTY_PATH, &only_read, sizeof only_read) != 0)\n',
  replace: '  (void)only_read;\n  if (0)\n',
}

const NAMELESS_UNSEEN: NativeChange = {
  file: 'watch.h',
  find: '    *blocks += nameless_blocks(entry->d_name);\n',
  replace: '    (void)nameless_blocks;\n',
}

type Row = readonly [what: string, kind: Kind, attempt: string, breach: (prison: Prison) => Breach]

/**
 * One attempt of each kind that gets out once its wall is gone. Chosen so that it can do no harm to the machine it runs
 * on: nothing that ends or fills more than the scene has.
 */
const ROWS: readonly Row[] = [
  [
    'masks in the workspace',
    'secret in the workspace',
    'home/project/.env, by its name',
    () => ({ without: (plan) => plan.replaceAll(/wall\0--ro-bind\0wall\0[^\0]*\/mask\/\d+\0wall\0[^\0]*\0/g, '') }),
  ],
  [
    'masks of agents’ settings',
    'secret in the workspace',
    'home/project/.claude/settings.local.json, by its name',
    () => ({
      without: (plan) => plan.replaceAll(/wall\0--ro-bind\0wall\0[^\0]*\/mask\/directory\0wall\0[^\0]*\0/g, ''),
    }),
  ],
  [
    'an empty home directory',
    'secret in the home directory',
    'home/Documents/notes.txt, by its name',
    ({ outside: { root } }) => ({ without: also('--ro-bind', `${root}/home/Documents`, `${root}/home/Documents`) }),
  ],
  [
    'nothing but what is shown',
    'secret elsewhere',
    'other/home/secret.txt, by its name',
    ({ outside: { root } }) => ({ without: also('--ro-bind', `${root}/other`, `${root}/other`) }),
  ],
  [
    'a clean environment',
    'secret in the environment',
    'env',
    () => ({ without: (plan) => plan.replace('env\0', 'env\0LEAK=canary-5e0c7a91\0env\0') }),
  ],
  [
    'processes of its own',
    'another process',
    'kill by number',
    () => ({ without: (plan) => plan.replace(wall('--unshare-pid'), '') }),
  ],
  [
    'memory of its own',
    'shared memory',
    'a segment of System V by its key',
    () => ({ without: (plan) => plan.replace(wall('--unshare-ipc'), '') }),
  ],
  [
    'a /dev/shm of its own',
    'shared memory',
    'files in /dev/shm',
    () => ({ without: also('--bind', '/dev/shm', '/dev/shm') }),
  ],
  [
    'closed descriptors',
    'descriptor',
    'a file that the caller had open',
    () => ({
      tools: brokenRunner([
        { file: 'run.c', find: '  struct cgroup group;\n  close_others();\n', replace: '  struct cgroup group;\n' },
        { file: 'inside.h', find: '  syscall(SYS_close_range, channel + 1u, ~0u, 0u);\n', replace: '' },
        { file: 'inside.h', find: '  if (channel > 3) syscall(SYS_close_range, 3u, channel - 1u, 0u);\n', replace: '' },
      ]),
    }),
  ],
  [
    'streams that cannot be opened again',
    'descriptor',
    'standard output, opened again',
    () => ({
      tools: brokenRunner([
        {
          file: 'run.c',
          find: 'S_ISSOCK(stat.st_mode) || isatty(stream)) return stream;',
          replace: '1) return stream;',
        },
      ]),
    }),
  ],
  [
    'a network of its own',
    'network',
    'loopback, by curl',
    () => ({
      tools: brokenRunner([{ file: 'inside.h', find: 'hand_over(channel, "n", enter_own_network());', replace: '' }]),
    }),
  ],
  [
    'a network of its own, for abstract sockets',
    'network',
    'an abstract socket',
    () => ({
      tools: brokenRunner([{ file: 'inside.h', find: 'hand_over(channel, "n", enter_own_network());', replace: '' }]),
    }),
  ],
  ['families of sockets', 'network', 'vsock', () => ({ tools: brokenRunner([NO_FILTER]) })],
  [
    'sockets that are not there',
    'socket file',
    'a listener at other/x.sock',
    ({ outside: { root } }) => ({ without: also('--ro-bind', `${root}/other`, `${root}/other`) }),
  ],
  [
    'an overlay over the workspace',
    'write outside',
    'everything in the workspace',
    ({ outside: { root } }) => ({
      without: (plan) =>
        plan.replace(/wall\0--bind\0wall\0[^\0]*\/mount\/0\0/, () => wall('--bind', `${root}/home/project`)),
    }),
  ],
  [
    'an overlay over each toolchain',
    'write outside',
    'into a toolchain',
    ({ outside: { root } }) => ({
      without: (plan) => {
        const cargo = `${root}/home/.cargo`
        const at = plan.indexOf(`wall\0${cargo}\0`)
        const before = plan.slice(0, at).replace(/wall\0[^\0]*\/mount\/\d+\0$/, () => wall(cargo))
        return before + plan.slice(at)
      },
    }),
  ],
  [
    'places that are only read',
    'write outside',
    'by name',
    ({ outside: { root } }) => ({ without: also('--bind', `${root}/other`, `${root}/other`) }),
  ],
  ...(process.getuid!() === 0
    ? [
        [
          'a /proc that cannot be written, for root',
          'write outside',
          'the kernel: /proc/sys/kernel/core_pattern',
          () => ({ without: (plan: string) => plan.replace(wall('--remount-ro', '/proc'), '') }),
        ] as const,
      ]
    : []),
  ...(process.getuid!() === 0
    ? [
        [
          'a program that builds the walls and cannot be written',
          'write outside',
          'the program of the first process',
          () => ({ tools: brokenRunner([NOT_READ_ONLY]) }),
        ] as const,
      ]
    : []),
  [
    'settings without their passwords',
    'secret in the workspace',
    'a password in the settings of Git',
    () => ({ without: (plan) => plan.replaceAll(/wall\0--ro-bind\0wall\0[^\0]*\/mask\/t\d+\0wall\0[^\0]*\0/g, '') }),
  ],
  [
    'a mask for every name of a secret',
    'secret in the workspace',
    'a second name that the secret had before',
    () => ({
      without: (plan) => plan.replace(/wall\0--ro-bind\0wall\0[^\0]*\/mask\/\d+\0wall\0[^\0]*notes\/backup\.txt\0/, ''),
    }),
  ],
  [
    'masks beside programs',
    'socket file',
    'a listener beside programs',
    () => ({
      without: (plan) => plan.replace(/wall\0--ro-bind\0wall\0[^\0]*\/mask\/\d+\0wall\0[^\0]*bin\/agent\.sock\0/, ''),
    }),
  ],
  [
    'a count of files without names',
    'too much',
    'files that are deleted and open',
    () => ({ tools: brokenRunner([NAMELESS_UNSEEN]) }),
  ],
  ['the filter, for keys', 'system call', 'keyctl', () => ({ tools: brokenRunner([NO_FILTER]) })],
  [
    'the filter, for namespaces',
    'system call',
    'clone with a new user namespace',
    () => ({ tools: brokenRunner([NO_FILTER]) }),
  ],
  ...(process.arch === 'x64'
    ? [
        [
          'the filter, for other calling conventions',
          'system call',
          'the gate of 32-bit programs',
          () => ({ tools: brokenRunner([OTHER_CONVENTIONS]) }),
        ] as const,
      ]
    : []),
  [
    'a session of its own and the filter, for terminals',
    'terminal',
    'typing into the terminal of the caller',
    () => ({ tools: brokenRunner([NO_FILTER, SAME_SESSION]) }),
  ],
  [
    'the list of hosts, for tunnels',
    'proxy',
    'a tunnel to another port',
    ({ outside: { tcp4 } }) => ({ hosts: [`127.0.0.1:${tcp4}`] }),
  ],
  [
    'the list of hosts, for requests',
    'proxy',
    'a request to another port',
    ({ outside: { tcp4 } }) => ({ hosts: [`127.0.0.1:${tcp4}`] }),
  ],
  [
    'the list of hosts, for redirects',
    'proxy',
    'a redirect',
    ({ outside: { tcp4 } }) => ({ hosts: [`127.0.0.1:${tcp4}`] }),
  ],
  [
    'an empty home directory, for code that is unpacked when it runs',
    'hidden code',
    'base64 into a shell',
    ({ outside: { root } }) => ({ without: also('--ro-bind', `${root}/home/.aws`, `${root}/home/.aws`) }),
  ],
  ['a limit of time', 'too much', 'time', () => ({ unlimited: true })],
  ['a limit of processes', 'too much', 'processes', () => ({ unlimited: true })],
  ['a limit of memory', 'too much', 'memory', () => ({ unlimited: true })],
  ['a limit of the size of files', 'too much', 'one file', () => ({ unlimited: true })],
  ['a limit of all files together', 'too much', 'many files', () => ({ unlimited: true })],
]

describe('an attempt gets out as soon as its wall is gone', () => {
  test.each(ROWS)('%s', async (_what, kind, name, breach) => {
    const attempt = attempts(prison.outside).find((row) => row.kind === kind && row.name === name)
    if (attempt === undefined) throw new Error(`there is no such attempt: ${name}`)
    expect(await prison.attempt(attempt), 'with its wall').toBeUndefined()
    expect(await prison.attempt(attempt, breach(prison)), 'without it').toBeDefined()
  })
})
