import { expect, test } from 'vitest'
import { createBatcher, LedgerBusy, LedgerClosed } from './batch.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A sender whose batches the test resolves. */
function gate() {
  const sent: { items: string[]; answer(): void; fail(error: Error): void }[] = []
  const send = (items: string[]) =>
    new Promise<string[]>((resolve, reject) => sent.push({ items, answer: () => resolve(items.map((item) => `${item}!`)), fail: reject }))
  return { sent, send }
}
const options = { keyOf: (item: string) => item.slice(0, 1), locksOf: () => [], isBatchWide: () => false }

test('items of one event loop turn share a batch, and each caller has its own answer', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...options, send })
  const answers = Promise.all(['a', 'b', 'c'].map((item) => batcher.submit(item)))
  await turn()
  expect(sent.map((batch) => batch.items)).toEqual([['a', 'b', 'c']])
  sent[0]!.answer()
  expect(await answers).toEqual(['a!', 'b!', 'c!'])
})

test('at most one batch per lane is in flight; other items queue until one returns', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...options, send, lanes: 2, size: 2 })
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((item) => batcher.submit(item)))
  await turn()
  await turn()
  await turn()
  expect(sent.map((batch) => batch.items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  for (let i = 0; i < 4; i++) {
    sent[i]!.answer()
    await turn()
    await turn()
  }
  expect((await answers).length).toBe(7)
})

test('two items with the same reference never share a batch', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...options, send, lanes: 1 })
  const answers = Promise.all([batcher.submit('a1'), batcher.submit('a2'), batcher.submit('b1')])
  await turn()
  expect(sent[0]!.items).toEqual(['a1', 'b1'])
  sent[0]!.answer()
  await turn()
  await turn()
  expect(sent[1]!.items).toEqual(['a2'])
  sent[1]!.answer()
  expect(await answers).toEqual(['a1!', 'a2!', 'b1!'])
})

test('a full queue rejects immediately', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...options, send, capacity: 2 })
  const taken = [batcher.submit('a'), batcher.submit('b')]
  await expect(batcher.submit('c')).rejects.toThrow(LedgerBusy)
  await turn()
  sent[0]!.answer()
  await Promise.all(taken)
})

test('a failed batch is halved until the failing item is alone, and only that item fails', async () => {
  const sizes: number[] = []
  const send = async (items: string[]) => {
    sizes.push(items.length)
    if (items.includes('x')) throw new Error('poison')
    return items
  }
  const batcher = createBatcher<string, string>({ ...options, send })
  const results = await Promise.allSettled(['a', 'b', 'x', 'd', 'e', 'f', 'g', 'h'].map((item) => batcher.submit(item)))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', ...Array(5).fill('fulfilled')])
  expect(sizes).toEqual([8, 4, 2, 2, 1, 1, 4])
})

test('a batch-wide failure is not retried in halves', async () => {
  let sendings = 0
  const send = () => {
    sendings++
    return Promise.reject(new Error('the server is away'))
  }
  const batcher = createBatcher<string, string>({ ...options, send, isBatchWide: () => true })
  const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.submit(item)))
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(sendings).toBe(1)
})

test('closing waits for every answer and rejects new items', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...options, send })
  const answer = batcher.submit('a')
  let closed = false
  const closing = batcher.close().then(() => (closed = true))
  await expect(batcher.submit('b')).rejects.toThrow(LedgerClosed)
  await turn()
  await turn()
  expect(closed).toBe(false)
  sent[0]!.answer()
  await closing
  expect(await answer).toBe('a!')
})

/** Each letter of an item is a lock. */
const locking = { keyOf: (item: string) => item, locksOf: (item: string) => Array.from(item), isBatchWide: () => false }

test('items that need a lock in flight wait, and the others proceed', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...locking, send, lanes: 2, size: 2 })
  const answers = Promise.all(['ab', 'cd', 'ax', 'ef', 'gh'].map((item) => batcher.submit(item)))
  await turn()
  await turn()
  expect(sent.map((batch) => batch.items)).toEqual([
    ['ab', 'cd'],
    ['ef', 'gh'],
  ])
  sent[1]!.answer()
  await turn()
  await turn()
  expect(sent).toHaveLength(2)
  sent[0]!.answer()
  await turn()
  await turn()
  expect(sent[2]!.items).toEqual(['ax'])
  sent[2]!.answer()
  expect(await answers).toEqual(['ab!', 'cd!', 'ax!', 'ef!', 'gh!'])
})

test('an item that waits for two busy accounts is not overtaken by later items', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...locking, send, lanes: 2, size: 1, capacity: 5 })
  const answers = Promise.all(['a1', 'b2', 'ab', 'a3', 'b4'].map((item) => batcher.submit(item)))
  await turn()
  await turn()
  expect(sent.map((batch) => batch.items)).toEqual([['a1'], ['b2']])
  sent[0]!.answer()
  await turn()
  await turn()
  expect(sent).toHaveLength(2)
  sent[1]!.answer()
  await turn()
  await turn()
  expect(sent[2]!.items).toEqual(['ab'])
  for (let i = 2; i < 5; i++) {
    sent[i]!.answer()
    await turn()
    await turn()
  }
  expect(await answers).toHaveLength(5)
})

test('two items of one batch may share a lock', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...locking, send })
  const answers = Promise.all(['ab', 'ac'].map((item) => batcher.submit(item)))
  await turn()
  expect(sent[0]!.items).toEqual(['ab', 'ac'])
  sent[0]!.answer()
  await answers
})

/** Each word of an item is a lock. */
const wordLocks = { keyOf: (item: string) => item, locksOf: (item: string) => item.split(' '), isBatchWide: () => false }

test('items that need locks of one lane are pipelined behind its batch once there are enough', async () => {
  const { sent, send } = gate()
  const lanes: number[] = []
  const batcher = createBatcher<string, string>({ ...wordLocks, send: (items, lane) => (lanes.push(lane), send(items)), lanes: 2 })
  const first = Array.from({ length: 128 }, (_, i) => batcher.submit(`hot ${i}`))
  await turn()
  const few = Array.from({ length: 63 }, (_, i) => batcher.submit(`hot few${i}`))
  await turn()
  expect(sent).toHaveLength(1)
  const one = batcher.submit('hot enough')
  const other = batcher.submit('cold')
  await turn()
  expect(sent.map((batch) => batch.items.length)).toEqual([128, 1, 64])
  expect(sent[1]!.items).toEqual(['cold'])
  expect(lanes[2]).toBe(lanes[0])
  const third = Array.from({ length: 200 }, (_, i) => batcher.submit(`hot third${i}`))
  await turn()
  expect(sent, 'one in flight and one behind it, never more').toHaveLength(3)
  for (let i = 0; i < 4; i++) {
    sent[i]!.answer()
    await turn()
    await turn()
  }
  expect(await Promise.all([...first, ...few, one, other, ...third])).toHaveLength(393)
})

test('items that need locks of two lanes are not pipelined', async () => {
  const { sent, send } = gate()
  const batcher = createBatcher<string, string>({ ...wordLocks, send, lanes: 2 })
  const first = batcher.submit('a')
  await turn()
  const second = batcher.submit('b')
  await turn()
  const both = Array.from({ length: 100 }, (_, i) => batcher.submit(`a b ${i}`))
  await turn()
  expect(sent).toHaveLength(2)
  sent[0]!.answer()
  await turn()
  await turn()
  expect(
    sent.map((batch) => batch.items.length),
    'they need only the second lane now',
  ).toEqual([1, 1, 100])
  sent[1]!.answer()
  sent[2]!.answer()
  expect(await Promise.all([first, second, ...both])).toHaveLength(102)
})
