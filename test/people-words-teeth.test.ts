import { describe, expect, test } from 'vitest'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import {
  keptEvidence,
  loadPeople,
  type PeopleProduct,
  rightSession,
  roomInChats,
  speechDuties,
} from './suites/people-words.ts'

const BUGS: readonly Bug<PeopleProduct>[] = [
  {
    bug: 'a word of the settings turns ours round',
    file: 'policy/reply-words.ts',
    find: 'if (!meanings.has(written)) meanings.set(written, meaning)',
    replace: 'meanings.set(written, meaning)',
    noticedBy: speechDuties,
  },
  {
    bug: 'settings give one word two meanings',
    file: 'policy/reply-words.ts',
    find: 'if (other !== undefined && other !== meaning)',
    replace: "if (other === 'show' && other !== meaning)",
    noticedBy: speechDuties,
  },
  {
    bug: 'a wording leaves out which tool is asked for',
    file: 'policy/chat-wording.ts',
    find: 'if (missing.length > 0)',
    replace: 'if (missing.length > 9)',
    noticedBy: speechDuties,
  },
  {
    bug: 'questions are counted over all chats',
    file: 'humans/channel-gate.ts',
    find: ' && asked.chatId === chatId)\n    if (here',
    replace: ')\n    if (here',
    noticedBy: roomInChats,
  },
  {
    bug: 'the queue counts what the chats count already',
    file: 'humans/channel-gate.ts',
    find: 'memoryQueue(Infinity, options.now)',
    replace: 'memoryQueue(MAX_PENDING, options.now)',
    noticedBy: roomInChats,
  },
  {
    bug: 'old records of a log that is not sound are removed',
    file: 'surfaces/daemon/retention.ts',
    find: 'if (findings.length > 0 || damage.length > 0)',
    replace: 'if (findings.length > 0)',
    noticedBy: keptEvidence,
  },
  {
    bug: 'an answer goes to whoever has the short id',
    file: 'surfaces/sdk/joint-queue.ts',
    find: 'each.id === id && each.shown === answer.shown',
    replace: 'each.id === id',
    noticedBy: rightSession,
  },
]

const scratch = scratchFor('people-words')

describe.concurrent('with a bug put back, the suites of what people say go red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadPeople(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
