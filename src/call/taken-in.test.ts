import { describe, expect, test } from 'vitest'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { showPlace } from './place.ts'
import { surroundingsOf } from './surroundings.ts'
import type { ToolCall } from './tool-call.ts'
import { understand } from './understand.ts'
import { frozenWorld } from './world.frozen.ts'

const world = frozenWorld({ files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/feature\n' } })
const context = {
  surroundings: surroundingsOf('/home/dev/project', world, { trust: DEFAULT_TRUST }),
  world,
  memory: { written: new Map() },
}

function reads(tool: string, input: Record<string, string>): readonly string[] {
  const { understanding } = understand({ tool, input } as unknown as ToolCall, context)
  return understanding.actions.flatMap((action) =>
    action.does === 'read-file' && action.extent === 'content' ? [showPlace(action.place)] : [],
  )
}

describe('a file that takes in another is written', () => {
  test.each([
    ['src/a.c', '#include "../../.ssh/id_ed25519"\n', '/home/dev/.ssh/id_ed25519'],
    ['a.S', '.incbin "/etc/shadow"\n', '/etc/shadow'],
    ['src/main.rs', 'const K: &str = include_str!("../../.aws/credentials");', '/home/dev/.aws/credentials'],
    ['paper.tex', '\\lstinputlisting[language=C]{/home/dev/.netrc}', '/home/dev/.netrc'],
    ['doc/a.rst', '.. literalinclude:: /etc/shadow\n', '/etc/shadow'],
    ['a.xml', '<!DOCTYPE r [<!ENTITY k SYSTEM "file:///etc/shadow">]>', '/etc/shadow'],
    ['a.sql', "select pg_read_file('/etc/shadow');", '/etc/shadow'],
    ['main.tf', 'key = file(pathexpand("~/.ssh/id_rsa"))', '/home/dev/.ssh/id_rsa'],
  ])('%s', (path, content, taken) => {
    expect(reads('Write', { file_path: `/home/dev/project/${path}`, content })).toContain(taken)
    expect(reads('Bash', { command: `cat > ${path} <<'END'\n${content}\nEND` })).toContain(taken)
  })

  test.each([
    ['a.c', '#include <stdio.h>\n#include "util/list.h"\n'],
    ['src/a.c', '#include "../include/a.h"\n'],
    ['src/main.rs', 'include_str!("../README.md")'],
    ['notes.md', 'Use `include` and `file("x")` as you like.'],
  ])('%s takes in nothing from elsewhere', (path, content) => {
    expect(reads('Write', { file_path: `/home/dev/project/${path}`, content })).toEqual([])
  })

  test('an edit counts by what comes in', () => {
    const edit = {
      file_path: '/home/dev/project/a.c',
      old_string: '#include "a.h"',
      new_string: '#include "/etc/shadow"',
    }
    expect(reads('Edit', edit)).toContain('/etc/shadow')
  })
})
