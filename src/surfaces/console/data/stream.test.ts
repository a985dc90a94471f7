import { expect, test } from 'vitest'
import { EventText } from './stream.ts'

test('events are put together whatever pieces they come in', () => {
  const text =
    ': portcullis\n\nid: 1\nevent: decision\ndata: {"a":"x"}\n\n: still here\n\nid: 2\nevent: policy\ndata: {}\n\n'
  for (let size = 1; size < 20; size++) {
    const events = new EventText()
    const told = []
    for (let at = 0; at < text.length; at += size) told.push(...events.take(text.slice(at, at + size)))
    expect(told).toEqual([
      { id: '1', kind: 'decision', data: { a: 'x' } },
      { id: '2', kind: 'policy', data: {} },
    ])
  }
})

test('what is no JSON object says nothing', () => {
  expect(new EventText().take('event: decision\ndata: [1\n\n')).toEqual([{ id: undefined, kind: 'decision', data: {} }])
})
