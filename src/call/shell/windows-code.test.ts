import { beforeAll, describe, expect, it, test } from 'vitest'
import { loadGrammars } from '../code/grammar.node.ts'
import { showPlace } from '../place.ts'
import { DEFAULT_TRUST } from '../../policy/trust.ts'
import { surroundingsOf } from '../surroundings.ts'
import type { Understanding } from '../understanding.ts'
import { type Frozen, frozenWorld } from '../world.frozen.ts'
import { understandShell } from '../languages.ts'

const CWD = '/home/dev/project'

function understand(text: string, frozen: Frozen = {}): Understanding {
  const world = frozenWorld({ directories: [`${CWD}/.git`], ...frozen })
  return understandShell(text, {
    world,
    surroundings: surroundingsOf(CWD, world, { trust: DEFAULT_TRUST }),
    memory: { written: new Map() },
  })
}

/** Each deed as one word or two: `delete C:/x`, `opaque dynamic-code`. */
function deeds(text: string, frozen?: Frozen): readonly string[] {
  return understand(text, frozen).actions.flatMap((action) => {
    switch (action.does) {
      case 'delete-file':
        return [`delete ${showPlace(action.place)}`]
      case 'write-file':
        return [`write ${showPlace(action.place)}`]
      case 'something-opaque':
        return [`opaque ${action.because}`]
      case 'run-code':
        return action.seenThrough ? [] : [`hidden ${action.language}`]
      default:
        return []
    }
  })
}

it('is opaque until the parser of PowerShell is loaded', () => {
  expect(deeds("pwsh -c 'Get-ChildItem'")).toEqual(['hidden powershell', 'opaque not-parsed'])
})

describe('with the parser loaded', () => {
  beforeAll(loadGrammars)

  test.each<[string, string, readonly string[]]>([
    ['a cmdlet that reads', "pwsh -c 'Get-ChildItem'", []],
    [
      'a removal',
      "powershell.exe -NoProfile -Command 'Remove-Item -Recurse build'",
      ['delete /home/dev/project/build'],
    ],
    ['in the directory the shell is in', "cd sub; pwsh -c 'Remove-Item x'", ['delete /home/dev/project/sub/x']],
    ['in an encoding', 'pwsh -EncodedCommand cgBtACAAeAA=', ['delete /home/dev/project/x']],
    ['from standard input', "echo 'Remove-Item x' | pwsh -", ['delete /home/dev/project/x']],
    ['of cmd', "cmd.exe /c 'del x'", ['delete /home/dev/project/x']],
    ['through a wrapper', "timeout 5 pwsh -c 'Remove-Item x'", ['delete /home/dev/project/x']],
    ['with words the shell does not know', 'pwsh -c "Remove-Item $X"', ['hidden powershell', 'opaque dynamic-code']],
    ['that cannot be parsed', "pwsh -c 'Remove-Item {'", ['hidden powershell', 'opaque not-parsed']],
    ['in an encoding that is none', 'pwsh -EncodedCommand ???', ['hidden powershell', 'opaque dynamic-code']],
    ['in a directory nobody knows', 'cd "$X"; pwsh -c "Get-Date"', ['hidden powershell', 'opaque dynamic-code']],
    ['with an option nobody knows', 'pwsh -Frobnicate x', ['opaque unknown-option']],
    ['with nobody at the keyboard', 'pwsh', ['opaque interactive']],
    ['a name that only cmd knows', 'del x', ['opaque unknown-program']],
  ])('%s: %j', (_, command, expected) => {
    expect(deeds(command)).toEqual(expected)
  })

  it('looks into a script file', () => {
    const files = { [`${CWD}/clean.ps1`]: 'Remove-Item -Recurse ~' }
    expect(deeds('pwsh -File clean.ps1', { files })).toContain('delete /home/dev')
    expect(deeds('pwsh ./clean.ps1', { files })).toContain('delete /home/dev')
  })

  it('knows what the call wrote before', () => {
    expect(deeds("echo 'Remove-Item x' > a.ps1; pwsh -c ./a.ps1")).toContain('delete /home/dev/project/x')
  })

  it('ends when two shells call each other for ever', () => {
    const files = { [`${CWD}/loop.sh`]: "pwsh -c 'bash ./loop.sh'" }
    expect(deeds('bash loop.sh', { files })).toContain('opaque too-deep')
  })

  it('acts where it is started, with the rights it is started with', () => {
    const remote = understand('ssh host.example "pwsh -c \'Remove-Item x\'"').actions
    expect(remote.find((action) => action.does === 'delete-file')?.where.kind).not.toBe('here')
    const elevated = understand("sudo pwsh -c 'Remove-Item x'").actions
    expect(elevated.find((action) => action.does === 'delete-file')?.elevated).toBe(true)
  })

  it('shows its commands to the rules, as commands of something else', () => {
    const { commands } = understand("pwsh -c 'Remove-Item x'")
    expect(commands.map(({ text, via }) => [text, via.length > 0])).toContainEqual(['Remove-Item x', true])
  })
})
