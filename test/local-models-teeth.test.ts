import { describe, expect, test } from 'vitest'
import type { Failures } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { loadLocalProduct, localModelDuties, type LocalProduct } from './suites/local-models.ts'

const duties =
  (about: RegExp) =>
  (product: LocalProduct): Promise<Failures> =>
    localModelDuties(product, about)

const BUGS: readonly Bug<LocalProduct>[] = [
  {
    bug: 'a must-block let through is reported as fine',
    file: 'surfaces/reviewer/fitness.ts',
    find: 'if (letThrough.length > 0)',
    replace: 'if (letThrough.length > 1)',
    noticedBy: duties(/let through/),
  },
  {
    bug: 'a model that never gives a verdict is fine',
    file: 'surfaces/reviewer/fitness.ts',
    find: 'if (silent.length > MOST_WITHOUT_VERDICT)',
    replace: 'if (silent.length > 12)',
    noticedBy: duties(/never|let through/),
  },
  {
    bug: 'a model that failed is configured all the same',
    file: 'surfaces/install/local-reviewer.ts',
    find: "if (fitness.fit !== 'yes') return",
    replace: "if (fitness.fit !== 'yes' && fitness.says === '') return",
    noticedBy: duties(/fails the self-test/),
  },
  {
    bug: 'a general yes lets any server review',
    file: 'surfaces/install/local-reviewer.ts',
    find: 'offer.yes\n',
    replace: 'offer.yes && offer.dryRun\n',
    noticedBy: duties(/general yes/),
  },
  {
    bug: 'Bearer none is sent',
    file: 'classifier/models/openai-compatible.ts',
    find: '...(options.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),',
    replace: '',
    noticedBy: duties(/made-up key/),
  },
  {
    bug: 'any server goes without a key',
    file: 'surfaces/compose-reviewer.ts',
    find: 'if (apiKey === undefined && needsKey) return',
    replace: "if (apiKey === undefined && needsKey && provider === 'anthropic') return",
    noticedBy: duties(/misconfigured/),
  },
  {
    bug: 'a key that the settings name may be missing',
    file: 'surfaces/compose-reviewer.ts',
    find: ' || settings?.apiKeyEnv !== undefined',
    replace: '',
    noticedBy: duties(/misconfigured/),
  },
  {
    bug: 'other machines are probed',
    file: 'classifier/models/loopback.ts',
    find: 'return LOOPBACK.test(hostOf(url))',
    replace: 'return hostOf(url) !== LOOPBACK.source',
    noticedBy: duties(/probed/),
  },
  {
    bug: 'a prompt that was cut off counts as read',
    file: 'classifier/models/chat-reading.ts',
    find: 'const MOST_CHARACTERS_TO_A_TOKEN = 12',
    replace: 'const MOST_CHARACTERS_TO_A_TOKEN = 12_000',
    noticedBy: duties(/cuts the prompt/),
  },
  {
    bug: 'the end of a JSON answer is overlooked',
    file: 'classifier/constrained-answer.ts',
    find: "if (ended === 'max-tokens') return { says: 'unreadable', why: 'truncated' }\n  if (ended !== 'end' || ",
    replace: 'if (',
    noticedBy: duties(/JSON no/),
  },
  {
    bug: 'a JSON answer is read generously',
    file: 'classifier/constrained-answer.ts',
    find: 'if (block === false) return',
    replace: 'if (!block) return',
    noticedBy: duties(/JSON no/),
  },
  {
    bug: 'limits of the user are cut like any line',
    file: 'classifier/fit-context.ts',
    find: ' && !mayLimit(turn)',
    replace: '',
    noticedBy: duties(/outlives/),
  },
  {
    bug: 'nothing says that lines are missing',
    file: 'classifier/fit-context.ts',
    find: 'blocks: [marker, ...rest.blocks]',
    replace: 'blocks: [...rest.blocks]',
    noticedBy: duties(/outlives/),
  },
  {
    bug: 'what does not fit is sent all the same',
    file: 'classifier/fit-context.ts',
    find: 'if (size > room) return',
    replace: 'if (size > room * 100) return',
    noticedBy: duties(/does not fit/),
  },
]

const scratch = scratchFor('local-models')

describe('with a bug put back, the duties around a local model are not done', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadLocalProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
