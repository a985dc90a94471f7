import { describe, expect, test } from 'vitest'
import { readCallValue } from '../call/read-call.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { understand } from '../call/understand.ts'
import { frozenWorld } from '../call/world.frozen.ts'
import { criticalRemoval } from './critical-removals.ts'
import { protectedBy } from './protected-paths.ts'

const world = frozenWorld({
  files: {
    '/home/dev/project/.git/HEAD': 'ref: refs/heads/main',
    '/home/dev/project/src/a.ts': '',
    '/home/dev/project/build/x.o': '',
    '/srv/shared/x': '',
  },
  links: { '/home/dev/project/everything': '/' },
})
const surroundings = surroundingsOf('/home/dev/project', world, { additionalDirectories: ['/srv/shared'] })

function removalOf(command: string): ReturnType<typeof criticalRemoval> {
  const read = readCallValue(
    { tool: 'Bash', input: { command }, cwd: '/home/dev/project' },
    { session: 's', agent: 'generic', cwd: '/' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const { understanding } = understand(read.ok, { surroundings, world, memory: { written: new Map() } })
  return criticalRemoval(understanding.actions, surroundings)
}

describe('removals that nothing approves', () => {
  test.each([
    'rm -rf /',
    'rm -rf //',
    'rm -rf /.',
    'rm -r -f /*',
    'rm -rf /etc',
    'rm -rf /usr/',
    'rm -rf /home',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf "$HOME"',
    'rm -rf ~/*',
    'rm -rf ~/.*',
    'rm -rf /home/dev',
    'rm -rf /root',
    'rm -rf .',
    'rm -rf ./',
    'rm -rf *',
    'rm -rf ./*',
    'rm -rf ..',
    'rm -rf ../..',
    'rm -rf /home/dev/project',
    'rmdir /home/dev/project',
    'rm -rf /srv/shared/*',
    'rm -rf everything',
    'rm -rf "$D"/*',
    'rm -rf $D/',
    'rm -rf "$1"/*',
    'rm -rf ${DIR}/etc',
    'rm -rf $DIR/usr/*',
    'rm -rf $(pwd)',
    'rm -rf `cat list`',
    'D=`pwd`; rm -rf $D/*',
    'T=$(git rev-parse --show-toplevel); rm -rf "$T"',
    'rm -rf ~/$(cat name)',
    'rm -rf ~/$NAME',
    'D=$(pwd); rm -rf "$D"',
    '(rm -rf /)',
    '{ rm -rf /; }',
    'echo $(rm -rf /)',
    'bash -c "rm -rf /"',
    "sh -c 'rm -rf ~'",
    'cat <(rm -rf /)',
    'sudo rm -rf /',
    'cd / && rm -rf *',
    'rm -rf /*/',
    'rm -rf /*/x',
    'find / -delete',
  ])('%s', (command) => {
    expect(removalOf(command)).toMatchObject({ why: expect.any(String) })
  })

  test.each([
    'rm -rf build',
    'rm -rf ./build/',
    'rm -rf build/*',
    'rm -f src/*.o',
    'rm -rf node_modules',
    'rm a.txt',
    'rm -rf /tmp/work',
    'rm -rf /tmp/work/*',
    'rm -rf ~/project-old',
    'rm -rf /srv/shared/old',
    'rm -rf "${D:?}"/*',
    'rm -rf "$D/cache"',
    'rm "$FILE"',
    'rm $(find . -name "*.pyc")',
    'rm -rf "$(mktemp -d)"',
    'D=$(mktemp -d); rm -rf "$D"',
    'cd build && rm -rf *',
    'find . -name "*.pyc" -delete',
    'echo "rm -rf /"',
    'mv build old',
    'ls /',
    'grep -r "rm -rf /" src',
  ])('%s is not one of them', (command) => {
    expect(removalOf(command)).toBeUndefined()
  })
})

describe('protected paths', () => {
  test.each([
    ['/p/.git/config', true],
    ['/p/.git', true],
    ['/p/.GIT/hooks/pre-commit', true],
    ['/home/dev/.config/git/config', true],
    ['/home/dev/.gitconfig', true],
    ['/p/.gitmodules', true],
    ['/home/dev/.bashrc', true],
    ['/home/dev/.zshenv', true],
    ['/p/.envrc', true],
    ['/p/.claude/settings.json', true],
    ['/p/.mcp.json', true],
    ['/p/.claude.json', true],
    ['/p/.codex/config.toml', true],
    ['/p/.portcullis/settings.json', true],
    ['/p/.vscode/tasks.json', false],
    ['/p/.idea/x.xml', false],
    ['/p/.husky/pre-commit', false],
    ['/p/.cargo/config.toml', false],
    ['/p/.devcontainer/devcontainer.json', false],
    ['/p/.yarn/releases/yarn.cjs', false],
    ['/p/.mvn/extensions.xml', false],
    ['/p/.npmrc', false],
    ['/home/dev/.gemini/tmp/proj/chats/session-1.jsonl', true],
    ['/home/dev/.gemini/tmp/proj/chats', true],
    ['/p/.yarnrc.yml', false],
    ['/p/.pnp.cjs', false],
    ['/p/bunfig.toml', false],
    ['/p/.bazelrc', false],
    ['/p/.pre-commit-config.yaml', false],
    ['/p/lefthook.yml', false],
    ['/p/.lefthook.toml', false],
    ['/p/gradle/wrapper/gradle-wrapper.properties', false],
    ['/p/.ripgreprc', false],
    ['/p/pyrightconfig.json', false],
  ] as const)('%s is protected', (path, unapprovable) => {
    expect(protectedBy(path)).toMatchObject({ unapprovable })
  })

  test.each([
    '/p/src/a.ts',
    '/p/.gitignore',
    '/p/git/config',
    '/p/my.git/x',
    '/p/.github/workflows/ci.yml',
    '/p/package.json',
    '/p/Makefile',
    '/p/.claude/worktrees/a/src/x.ts',
    '/p/.claude/plans/x.md',
    '/home/dev/.gemini/tmp/proj/plan.md',
    '/p/.bashrc.d/x',
    '/p/.npmrc/x',
    '/p/cargo/x',
    '/p/lefthook.yml.bak/x',
  ])('%s is not', (path) => {
    expect(protectedBy(path)).toBeUndefined()
  })

  test('a working copy below the agent’s directory has protected places of its own', () => {
    expect(protectedBy('/p/.claude/worktrees/a/.git/config')).toMatchObject({ path: '.git' })
  })
})
