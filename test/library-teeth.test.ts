import { describe, expect, test } from 'vitest'
import { loaderFor } from './product.ts'
import { type Bug, type Change, putBack, scratchFor } from './put-back.ts'
import { library, type LibraryProduct } from './suites/library.ts'

const notices = (only: RegExp) => (product: LibraryProduct) => library(product, only)

/** Some are guarded twice: both have to go. */
const BUGS: readonly (Bug<LibraryProduct> & { readonly also?: Change })[] = [
  {
    bug: 'an answer is for the call id, whatever the input',
    file: 'humans/queue/left-questions.ts',
    find: "canonical([session, subagent?.id ?? '', id, fingerprint])",
    replace: "canonical([session, subagent?.id ?? '', id, fingerprint.slice(0, 0)])",
    also: {
      file: 'humans/queue/left-questions.ts',
      find: 'question.fingerprint === asked.fingerprint && question.policyDigest',
      replace: 'question.policyDigest',
    },
    noticedBy: notices(/another input/),
  },
  {
    bug: "a sub-agent's question is everybody's",
    file: 'humans/queue/left-questions.ts',
    find: "canonical([session, subagent?.id ?? '', id, fingerprint])",
    replace: "canonical([session, subagent?.id.slice(0, 0) ?? '', id, fingerprint])",
    noticedBy: notices(/sub-agent's question/),
  },
  {
    bug: 'a question that was answered can be asked again',
    file: 'humans/queue/left-questions.ts',
    find: "if ('refused' in found) return found.refused\n",
    replace: "if ('refused' in found) return undefined\n",
    noticedBy: notices(/replayed/),
  },
  {
    bug: 'a settled question is answered again',
    file: 'humans/queue/left-questions.ts',
    find: "if (row.state !== 'pending') return { refused: alreadySettled(settlementFromStore(row)) }",
    replace: "if (row.state === 'withdrawn') return { refused: alreadySettled(settlementFromStore(row)) }",
    noticedBy: (product) =>
      library(product, /replayed/).then(async (failures) => [...failures, ...(await library(product, /twice/))]),
  },
  {
    bug: 'the mode is not looked at again',
    file: 'humans/queue/left-questions.ts',
    find: 'mode === undefined || question.key === keyOf(id, mode) ? undefined : CHANGED',
    replace: 'mode === undefined || question.key !== keyOf(id, mode) ? undefined : undefined',
    noticedBy: notices(/mode changed/),
  },
  {
    bug: 'a no is a yes',
    file: 'surfaces/session-host.ts',
    find: 'if (!brings.approved) return SAID_NO',
    replace: "if (brings.by === '') return SAID_NO",
    also: {
      file: 'surfaces/session-host.ts',
      find: 'const choice = brings.approved ?',
      replace: "const choice = brings.by !== '' ?",
    },
    noticedBy: notices(/^a no$/),
  },
  {
    bug: 'a wrapped tool runs whatever was asked about',
    file: 'surfaces/sdk/wrap-tool.ts',
    find: "if (decision === 'allow') return judged",
    replace: "if (decision !== 'contain') return judged",
    noticedBy: notices(/denied does not run/),
  },
  {
    bug: 'a wrapped tool runs the object it was given',
    file: 'surfaces/sdk/wrap-tool.ts',
    find: "const judged = 'ok' in copied ? copied.ok : input",
    replace: "const judged = 'ok' in copied ? input : copied.unreadable",
    noticedBy: notices(/input that was judged/),
  },
  {
    bug: 'a result that cannot be read is shown',
    file: 'surfaces/sdk/look-at-result.ts',
    find: '    withheld: true,\n',
    replace: '',
    noticedBy: notices(/withheld/),
  },
  {
    bug: 'a name makes a tool harmless',
    file: 'call/understand.ts',
    find: 'return call.ownTools === true && known?.harmlessByName === true ? undefined : known',
    replace: 'return known',
    noticedBy: notices(/harmless name/),
  },
  {
    bug: 'an allow of another input is believed',
    file: 'surfaces/sdk/remote/read-verdict.ts',
    find: "(read.data.decision !== 'deny' && read.data.fingerprint !== fingerprint)",
    replace: "(read.data.decision !== 'allow' && read.data.fingerprint !== fingerprint)",
    noticedBy: notices(/allow of another input/),
  },
  {
    bug: 'the status does not matter',
    file: 'surfaces/sdk/remote/daemon-line.ts',
    find: 'if (status === 200 || isDeny(value)) return { status, value }',
    replace: 'if (status >= 200 || isDeny(value)) return { status, value }',
    noticedBy: notices(/error status/),
  },
  {
    bug: 'a proof is not needed',
    file: 'surfaces/sdk/remote/daemon-line.ts',
    find: '!isProven(key, text, answer.proof)',
    replace: "!isProven(key, text, answer.proof) && text === ''",
    noticedBy: notices(/without proof/),
  },
]

const scratch = scratchFor('library')

describe('the suite of the library', () => {
  test('passes with the code as it is', async () => {
    const openGate = await loaderFor(`${import.meta.dirname}/../src`)<LibraryProduct['openGate']>(
      'surfaces/sdk/open-gate.ts',
    )
    expect(await library({ openGate })).toEqual([])
  })

  test.each(BUGS)('notices that $bug', async ({ bug, noticedBy, also, ...change }) => {
    const root = putBack(scratch, bug, also === undefined ? [change] : [change, also])
    const openGate = await loaderFor(root)<LibraryProduct['openGate']>('surfaces/sdk/open-gate.ts')
    expect(await noticedBy({ openGate })).not.toEqual([])
  })
})
