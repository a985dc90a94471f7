import { makeLayer, type Owner } from './layers.ts'
import { mergeLayers } from './merge.ts'
import type { Policy } from './policy.ts'
import { readSettings } from './read-settings.ts'

/** The policy that these settings make together, in order of precedence. */
export function merged(...files: readonly (readonly [Owner, object])[]): Policy {
  const made = files.map(([owner, settings]) => {
    const file = `${owner}.json`
    const reading = readSettings(JSON.stringify(settings), file)
    if (reading.read === undefined) throw new Error(reading.problems[0]?.message)
    return makeLayer(reading.read, { owner, file, base: '/home/dev/.portcullis', home: '/home/dev' })
  })
  return mergeLayers(
    made.map(({ layer }) => layer),
    { problems: [], notices: made.flatMap(({ notices }) => notices), trusted: true },
  )
}
