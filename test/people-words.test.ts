import { expect, test } from 'vitest'
import { keptEvidence, loadPeople, rightSession, roomInChats, speechDuties } from './suites/people-words.ts'

const product = await loadPeople()

test('no word of the settings turns ours round, and no wording leaves anything out', async () =>
  expect(await speechDuties(product)).toEqual([]))

test('each chat has room of its own', async () => expect(await roomInChats(product)).toEqual([]))

test('what is not sound is kept', async () => expect(await keptEvidence(product)).toEqual([]))

test('an answer is for the question that was shown', async () => expect(await rightSession(product)).toEqual([]))
