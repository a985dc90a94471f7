/** Lists the places that a new program, category, agent or channel needs, and which of them are still missing. */
import { forgotten, isKind, KINDS } from './new-places.ts'

const [kind = '', name = 'NAME'] = process.argv.slice(2)
if (!isKind(kind)) {
  process.stderr.write(`node scripts/new.ts <${Object.keys(KINDS).join('|')}> [name]\n`)
  process.exitCode = 64
} else {
  const missing = forgotten(kind, name)
  for (const place of KINDS[kind].places)
    process.stdout.write(
      `${missing.includes(place) ? '[ ]' : '[x]'} ${place.file.replace('{}', name)}: ${place.what}\n`,
    )
  for (const step of KINDS[kind].afterwards) process.stdout.write(`  - ${step.replace('{}', name)}\n`)
}
