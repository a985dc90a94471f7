import { expect, test } from 'vitest'
import { listenSuite } from './listen-suite.ts'

test('clients that reach their servers by address: judged call by call, strangers turned away', async () =>
  expect(await listenSuite()).toEqual([]))
