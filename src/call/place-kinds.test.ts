import { describe, expect, test } from 'vitest'
import { resolvePlace } from './paths.ts'
import { type PlaceKind, placeKinds } from './place-kinds.ts'
import { surroundingsOf } from './surroundings.ts'
import { isGlob } from './glob.ts'
import { dynamic, literal, type Word } from './word.ts'
import { frozenWorld } from './world.frozen.ts'

const world = frozenWorld({
  files: {
    '/home/dev/project/.git/HEAD': 'ref: refs/heads/main',
    '/home/dev/project/src/main.ts': '',
    '/home/dev/project/.editorconfig': '',
    '/home/dev/.ssh/id_rsa': '',
  },
  links: { '/home/dev/project/notes': '/home/dev/.ssh/id_rsa', '/home/dev/project/out': '/var/data' },
})
const surroundings = surroundingsOf('/home/dev/project', world, { additionalDirectories: ['/srv/shared'] })
const cwd = { kind: 'path', path: '/home/dev/project', real: '/home/dev/project' } as const

function kindsOf(word: Word): ReadonlySet<PlaceKind> {
  return placeKinds(resolvePlace(word, cwd, surroundings, world), surroundings, world)
}

function below(directory: string): Word {
  return {
    kind: 'dynamic',
    source: `${directory}/$X`,
    pieces: [{ known: `${directory}/` }, { unknown: '$X', from: 'variable' }],
  }
}

type Row = readonly [string, ...PlaceKind[]]

function named(rows: readonly Row[]): readonly { readonly text: string; readonly kinds: readonly PlaceKind[] }[] {
  return rows.map(([text, ...kinds]) => ({ text, kinds }))
}

const has: readonly Row[] = [
  ['src/main.ts', 'workspace', 'home'],
  ['.', 'workspace-root', 'workspace'],
  ['..', 'workspace-root', 'outside'],
  ['~', 'root', 'home'],
  ['/', 'root', 'outside'],
  ['/usr', 'root', 'system'],
  ['C:\\', 'root'],
  ['C:\\Users\\dev', 'root', 'other-home'],
  ['C:\\Windows\\System32\\config\\SAM', 'system', 'secret'],
  ['\\\\server\\share\\x', 'network-share'],
  ['/srv/shared/x', 'additional'],
  ['/home/other/x', 'other-home'],
  ['/tmp/x', 'temp', 'outside'],
  ['~/.ssh/id_rsa', 'ssh', 'secret'],
  ['~/.SSH/id_rsa', 'ssh', 'secret'],
  ['notes', 'ssh', 'secret', 'outside'],
  ['out/x', 'outside', 'system'],
  ['~/.aws/credentials', 'secret'],
  ['~/.config/gcloud/credentials.db', 'secret'],
  ['~/.kube/config', 'secret'],
  ['~/.docker/config.json', 'secret'],
  ['~/.config/Slack/storage/slack-settings', 'secret'],
  ['~/Library/Messages/chat.db', 'secret'],
  ['~/.dbt/profiles.yml', 'secret'],
  ['~/.databrickscfg', 'secret'],
  ['/var/www/html/wp-config.php', 'secret'],
  ['/tmp/krb5cc_1000', 'secret'],
  ['C:\\Windows\\Panther\\Unattend.xml', 'secret'],
  ['~/.npmrc', 'secret', 'package-settings'],
  ['.npmrc', 'package-settings'],
  ['.env', 'secret'],
  ['config/.env.production', 'secret'],
  ['service_account-7.json', 'secret'],
  ['deploy.pem', 'secret'],
  ['/etc/shadow', 'secret', 'system'],
  ['/proc/self/environ', 'secret', 'proc'],
  ['~/.codex/auth.json', 'secret', 'agent-settings'],
  ['~/.bash_history', 'history'],
  ['~/.zshrc', 'shell-profile'],
  ['.git/config', 'git-config', 'git-internals'],
  ['.Git/hooks/pre-commit', 'git-hook', 'git-internals'],
  ['.claude/settings.json', 'agent-settings'],
  ['CLAUDE.md', 'agent-instructions'],
  ['~/.claude/projects/a/b.jsonl', 'agent-transcript'],
  ['.portcullis/settings.json', 'gate-state'],
  ['.vscode/tasks.json', 'editor-settings'],
  ['.github/workflows/ci.yml', 'ci'],
  ['package.json', 'package-manifest'],
  ['requirements-dev.txt', 'package-manifest'],
  ['Makefile', 'build-script'],
  ['.husky/pre-commit', 'hook-runner'],
  ['lefthook.yml', 'hook-runner'],
  ['infra/main.tf', 'infrastructure'],
  ['~/.config/systemd/user/a.service', 'startup'],
  ['/etc/cron.d/a', 'startup', 'system'],
  ['~/Library/LaunchAgents/a.plist', 'startup'],
  ['/var/log/auth.log', 'audit-log', 'log'],
  ['/dev/sda', 'device'],
  ['/dev/null', 'null'],
  ['~/.local/bin/tool', 'executable-path'],
  ['~/.ss*/*', 'ssh', 'secret'],
  ['/etc/shad?w', 'secret'],
  ['~/.[s]sh/id_*', 'ssh', 'secret'],
  ['/*', 'root'],
  ['certs2/*.key', 'secret'],
  ['.e*', 'secret'],
  ['~/.*', 'secret'],
]

const lacks: readonly Row[] = [
  ['web.config', 'secret'],
  ['~/.config/htop/htoprc', 'secret'],
  ['/tmp/krb5.conf', 'secret'],
  ['src/main.ts', 'outside', 'secret', 'system', 'root'],
  ['.env.example', 'secret'],
  ['.env.test', 'secret'],
  ['.env.d.ts', 'secret'],
  ['src/env.ts', 'secret'],
  ['tests/fixtures/server.key', 'secret'],
  ['ca-cert.pem', 'secret'],
  ['~/.ssh/known_hosts', 'secret'],
  ['~/.ssh/id_rsa.pub', 'secret'],
  ['.npmrc', 'secret'],
  ['bin/run', 'executable-path'],
  ['dev/tool.ts', 'device'],
  ['proc/x', 'proc'],
  ['/dev/null', 'outside', 'system', 'device'],
  ['out/x', 'workspace'],
  ['notes', 'workspace'],
  ['.claude/worktrees/fix/src/a.ts', 'agent-settings'],
  ['src/claude.ts', 'agent-settings', 'agent-instructions'],
  ['my.git/config', 'git-config'],
  ['*.ts', 'secret', 'outside'],
  ['src/*.json', 'secret'],
  ['~/*', 'secret', 'root'],
  ['/tmp/*', 'secret'],
  ['.eslintrc*', 'secret'],
  ['/etc/*release', 'secret'],
  ['unit.service', 'startup'],
]

describe('placeKinds', () => {
  test.each(named(has))('$text is of kind $kinds', ({ text, kinds }) => {
    expect([...kindsOf(isGlob(text) ? { kind: 'glob', pattern: text } : literal(text))]).toEqual(
      expect.arrayContaining([...kinds]),
    )
  })

  test.each(named(lacks))('$text is not of kind $kinds', ({ text, kinds }) => {
    const found = kindsOf(isGlob(text) ? { kind: 'glob', pattern: text } : literal(text))
    expect(kinds.filter((kind) => found.has(kind))).toEqual([])
  })

  test.each(['/tmp/h', '/var/tmp/jobs/h'])('what lies in the home directory %s is no scratch space', (home) => {
    const at = (path: string): ReadonlySet<PlaceKind> =>
      placeKinds({ kind: 'path', path, real: path }, { ...surroundings, home }, world)
    expect([...at(`${home}/Documents`)]).toEqual(expect.arrayContaining(['home', 'outside']))
    expect(at(`${home}/Documents`).has('temp')).toBe(false)
    expect(at(home).has('root')).toBe(true)
    expect(at('/tmp/other').has('temp')).toBe(true)
  })

  test('a word of which nothing is known is only unknown', () => {
    expect([...kindsOf(dynamic('$X', 'variable'))]).toEqual(['unknown'])
  })

  test('an unknown name above protected places may be any of them', () => {
    expect([...kindsOf(below('/home/dev'))]).toEqual(
      expect.arrayContaining(['home', 'unknown', 'secret', 'agent-settings', 'gate-state', 'shell-profile']),
    )
    expect([...kindsOf(below('/'))]).toEqual(expect.arrayContaining(['unknown', 'secret']))
    expect([...kindsOf(below('/home/dev/notes'))].sort()).toEqual(['home', 'outside', 'unknown'])
  })

  test('an unknown name below a known directory has the kinds of that directory', () => {
    expect([...kindsOf(below('/home/dev/.ssh'))].sort()).toEqual(['home', 'outside', 'secret', 'ssh', 'unknown'])
    expect([...kindsOf(below('src'))].sort()).toEqual(['home', 'unknown', 'workspace'])
  })
})
