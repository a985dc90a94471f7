export interface PatchedFile {
  readonly path: string
  readonly how: 'add' | 'update' | 'delete'
  readonly movedTo?: string
  readonly removed: string
  readonly added: string
}

/** Undefined when a line does not belong to either grammar: what cannot be read is not taken for harmless. */
export function readPatch(patch: string): readonly PatchedFile[] | undefined {
  const lines = patch.replaceAll('\r\n', '\n').trim().split('\n')
  if (lines[0] === '*** Begin Patch') return readBeginPatch(lines)
  return /^(?:diff |--- |Index: )/.test(lines[0]!) ? readUnified(lines) : undefined
}

function readBeginPatch(lines: readonly string[]): readonly PatchedFile[] | undefined {
  if (lines.length < 3 || lines.at(-1) !== '*** End Patch') return undefined
  const files: { path: string; how: PatchedFile['how']; movedTo?: string; removed: string; added: string }[] = []
  for (const line of lines.slice(1, -1)) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    const file = files.at(-1)
    if (header) files.push({ path: header[2]!.trim(), how: HOW[header[1]!]!, removed: '', added: '' })
    else if (!file) return undefined
    else if (line.startsWith('*** Move to: ') && file.how === 'update') file.movedTo = line.slice(13).trim()
    else if (line.startsWith('+')) file.added += `${line.slice(1)}\n`
    else if (line.startsWith('-') && file.how === 'update') file.removed += `${line.slice(1)}\n`
    else if (!/^(?: |@@|$|\*\*\* End of File$)/.test(line)) return undefined
  }
  return files.length > 0 ? files : undefined
}

const HOW: Readonly<Record<string, PatchedFile['how']>> = { Add: 'add', Update: 'update', Delete: 'delete' }

function readUnified(lines: readonly string[]): readonly PatchedFile[] | undefined {
  const files: { path: string; how: PatchedFile['how']; removed: string; added: string }[] = []
  let from = ''
  for (const line of lines) {
    if (line.startsWith('--- ')) from = named(line.slice(4))
    else if (line.startsWith('+++ ')) {
      const to = named(line.slice(4))
      if (to === '/dev/null') files.push({ path: from, how: 'delete', removed: '', added: '' })
      else files.push({ path: to, how: from === '/dev/null' ? 'add' : 'update', removed: '', added: '' })
    } else if (
      /^(?:rename|copy) (?:from|to) |^GIT binary patch|^(?:old|new) mode |^(?:new|deleted) file mode /.test(line)
    ) {
      if (!/^new file mode 100644$|^deleted file mode /.test(line)) return undefined
    } else if (line.startsWith('+')) {
      const file = files.at(-1)
      if (!file) return undefined
      file.added += `${line.slice(1)}\n`
    } else if (line.startsWith('-')) {
      const file = files.at(-1)
      if (!file) return undefined
      file.removed += `${line.slice(1)}\n`
    }
  }
  return files.length > 0 ? files : undefined
}

function named(header: string): string {
  const path = header.split('\t', 1)[0]!.trim()
  return path === '/dev/null' ? path : path.replace(/^[ab]\//, '')
}
