import { readPatch } from '../../tools/patch.ts'
import { literal, textOf } from '../../word.ts'
import type { ProgramContext, Program } from './program.ts'

/**
 * What Codex puts on the PATH of its commands: edits files by a patch that is its argument or comes on standard input.
 * The same grammar as the tool of that name.
 */
function meansApplyPatch(context: ProgramContext): void {
  const { args, stdin } = context.invocation
  const given = args.length === 0 ? (stdin.kind === 'text' ? stdin.text : undefined) : textOf(args[0])
  const files = given === undefined || args.length > 1 ? undefined : readPatch(given)
  if (files === undefined) return context.opaque('unreadable-code')
  for (const file of files) {
    const path = literal(file.path)
    switch (file.how) {
      case 'add':
        context.writes(path, 'overwrite', { kind: 'text', text: file.added })
        break
      case 'delete':
        context.deletes(path)
        break
      case 'update': {
        const target = file.movedTo === undefined ? path : literal(file.movedTo)
        if (file.movedTo !== undefined) context.deletes(path, { movedTo: context.place(target) })
        context.writes(target, 'edit', { kind: 'change', removed: file.removed, added: file.added })
        break
      }
    }
  }
}

export const applyPatch: readonly Program[] = [{ names: ['apply_patch', 'applypatch'], means: meansApplyPatch }]
