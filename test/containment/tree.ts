import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Everything below a directory: kind, mode and content of each, by name. Two trees are the same when these are equal. */
export function treeOf(directory: string, prefix = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(directory, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${directory}/`), name])
    const shown = join(prefix, name.toString('latin1'))
    const stat = lstatSync(path)
    const mode = (stat.mode & 0o7777).toString(8)
    if (stat.isSymbolicLink()) found[shown] = `→ ${readlinkSync(path)}`
    else if (stat.isDirectory()) {
      found[shown] = `directory ${mode}`
      Object.assign(found, treeOf(path.toString(), shown))
    } else if (stat.isFile())
      found[shown] = `file ${mode} ${stat.size} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
    else found[shown] = `other ${mode}`
  }
  return found
}
