import { describe, expect, test } from 'vitest'
import { frozenWorld } from '../call/world.frozen.ts'
import { ExecutionFirewall } from './firewall.ts'

const world = frozenWorld({ files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/main' } })
const wall = new ExecutionFirewall('/home/dev/project', world)

const CLOSED: readonly (readonly [what: string, paths: readonly string[]])[] = [
  ['the Windows directory', ['C:\\Windows\\notepad.exe', 'c:/windows/x']],
  ['installed programs of Windows', ['C:\\Program Files\\App\\a.dll']],
  ['program data of Windows', ['C:\\ProgramData\\App\\a.db']],
  ['the recovery partition', ['C:\\Recovery\\a.wim']],
  ['the system configuration', ['/etc/shadow', '/etc/ssl/private/a.key']],
  ['the boot directory', ['/boot/vmlinuz']],
  ['the process file system', ['/proc/1/environ']],
  ['the kernel file system', ['/sys/kernel/debug/x']],
  ['devices', ['/dev/sda']],
  ['SSH keys', ['~/.ssh/config', '/home/ann/.ssh/id_rsa']],
  ['GPG keys', ['~/.gnupg/secring.gpg']],
  ['AWS credentials', ['~/.aws/credentials', '~/.aws/config']],
  ['Azure credentials', ['~/.azure/accessTokens.json']],
  ['Google Cloud credentials', ['~/.gcloud/a.json']],
  ['the Kubernetes configuration', ['~/.kube/config']],
  ['the Docker configuration', ['~/.docker/config.json']],
  ['private key files, wherever they lie', ['keys/id_rsa', 'id_ed25519', '/srv/id_ecdsa']],
  ['environment files', ['.env', 'app/.env.local', '.env.production']],
  ['credentials.json', ['config/credentials.json']],
  ['service account keys', ['service_account.json', 'keys/service_account-eu.json']],
  ['the Firefox profile', ['~/.mozilla/firefox/a.default/logins.json']],
  ['the Chrome profile', ['~/.config/google-chrome/Default/Cookies']],
  ['the Edge profile', ['C:\\Users\\dev\\AppData\\Local\\Microsoft\\Edge\\User Data\\Default\\Cookies']],
  [
    'the registry of Windows',
    ['SAM', 'SYSTEM', 'SECURITY', 'SOFTWARE'].map((hive) => `D:\\Windows\\System32\\config\\${hive}`),
  ],
]

describe('closed for reading and writing', () => {
  test.each(CLOSED)('%s', (_what, paths) => {
    for (const path of paths)
      for (const operation of ['read', 'write'] as const)
        expect(wall.checkPath(path, operation), `${operation} ${path}`).toMatchObject({ allowed: false })
  })
})

describe('closed for writing, open for reading', () => {
  test.each(['.gitconfig', '.npmrc', '.bashrc', '.zshrc', '.profile', '.bash_profile'])('~/%s', (name) => {
    expect(wall.checkPath(`~/${name}`, 'write')).toMatchObject({ allowed: false, deniedBy: name })
    expect(wall.checkPath(`~/${name}`, 'read')).toEqual({ allowed: true })
  })

  // Programs, libraries and headers are what agents look at all day; see the decision on where we differ.
  test.each(['/usr/bin/git', '/usr/include/stdio.h', '/sbin/init'])('%s', (path) => {
    expect(wall.checkPath(path, 'write')).toMatchObject({ allowed: false })
    expect(wall.checkPath(path, 'read')).toEqual({ allowed: true })
  })
})

describe('which parameter of a tool is a path', () => {
  test.each([
    ['Read', 'path', {}],
    ['Read', 'file_path', {}],
    ['Write', 'path', { content: 'x' }],
    ['Write', 'file_path', { content: 'x' }],
    ['Edit', 'path', { old_string: 'a', new_string: 'b' }],
    ['Edit', 'file_path', { old_string: 'a', new_string: 'b' }],
    ['ListDir', 'path', {}],
    ['ListDir', 'dir_path', {}],
  ])('%s takes it from %s', (tool, parameter, others) => {
    expect(wall.checkToolCall(tool, { ...others, [parameter]: '~/.ssh' })).toMatchObject({ allowed: false })
    expect(wall.checkToolCall(tool, { ...others, [parameter]: 'src' })).toEqual({ allowed: true })
  })

  test('Read and ListDir read, Write and Edit write', () => {
    const at = { path: '~/.bashrc' }
    expect(wall.checkToolCall('Read', at).allowed).toBe(true)
    expect(wall.checkToolCall('Write', { ...at, content: 'x' }).allowed).toBe(false)
    expect(wall.checkToolCall('Edit', { ...at, old_string: 'a', new_string: 'b' }).allowed).toBe(false)
    expect(wall.checkToolCall('ListDir', { path: '/etc' }).allowed).toBe(true)
  })
})

test('a check without an operation is for reading', () => {
  expect(wall.checkPath('~/.gitconfig')).toEqual({ allowed: true })
  expect(wall.checkPath('~/.aws/credentials')).toMatchObject({ allowed: false })
})

test('a refusal names the entry and says that the firewall blocked it', () => {
  const refused = wall.checkPath('~/.aws/credentials')
  expect(refused).toEqual({
    allowed: false,
    deniedBy: '.aws/',
    reason: expect.stringMatching(/^\[firewall\] Blocked: .*\.aws/),
  })
})

test.each([
  ['a Windows path', 'type "C:\\Windows\\System32\\config\\SAM"', 'type C:\\Users\\dev\\project\\a.txt'],
  ['a POSIX path', 'cat src/a.ts /etc/shadow', 'cat src/a.ts /home/dev/project/b.ts'],
])('%s in a command is looked at', (_what, closed, open) => {
  expect(wall.checkCommand(closed)).toMatchObject({ allowed: false })
  expect(wall.checkCommand(open)).toEqual({ allowed: true })
})
