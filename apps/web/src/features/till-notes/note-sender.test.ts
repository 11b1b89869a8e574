import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { maxNotes, type NewNote, type Note } from './note.ts'
import { createNoteSender, type NoteApi } from './note-sender.ts'
import { createNoteStore, type NoteStore } from './note-store.ts'

/** The storage of a browser, which every tab of it shares. */
function createStorage(): Storage {
  const entries = new Map<string, string>()
  let keys: string[] | undefined
  return {
    get length() {
      return entries.size
    },
    key: (place) => (keys ??= [...entries.keys()])[place] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      keys = undefined
      entries.set(key, value)
    },
    removeItem: (key) => {
      keys = undefined
      entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}

const sale = (amount: number, more: Partial<NewNote> = {}): NewNote => ({
  tillId: 'till1',
  configId: 'mc1',
  deviceId: 'd1',
  liveness: 'test',
  amount: cents(BigInt(amount)),
  tender: 'cash',
  lineItems: [],
  at: '2026-11-14T03:12:00.000Z',
  by: { personId: 'p1', name: 'Sione' },
  ...more,
})

interface Request {
  id: string
  amount: bigint
  status: 'new' | 'paid' | 'expired'
}

/** A server with one request per key, and a device whose app can be killed. */
function startTill() {
  const storage = createStorage()
  const requests = new Map<string, Request>()
  const payments: { amount: bigint; key: string }[] = []
  const calls: string[] = []
  let ids = 0
  /** What happens to the next calls, by name: before the server sees them, or after. */
  const faults: { call: string; at: 'before' | 'after'; error: CallError }[] = []
  const refused = new Map<bigint, string>()
  let isLocked = false
  const state = { isConnected: true, personId: 'p1' as string | undefined, tillId: 'till1' }
  const during = async <T>(call: string, work: () => T): Promise<T> => {
    calls.push(call)
    const fault = faults.findIndex((candidate) => candidate.call === call)
    const hit = fault < 0 ? undefined : faults.splice(fault, 1)[0]
    if (!state.isConnected) throw new CallError(0, 'NETWORK')
    if (hit?.at === 'before') throw hit.error
    const answer = work()
    if (hit) throw hit.error
    await Promise.resolve()
    return answer
  }
  const api: NoteApi = {
    create: (note, key) =>
      during('create', () => {
        const refusal = refused.get(note.amount)
        if (refusal !== undefined && !requests.has(key)) throw new CallError(403, refusal, { left: '0' })
        if (!requests.has(key)) requests.set(key, { id: key, amount: note.amount, status: 'new' })
        return { id: key }
      }),
    find: (key) => during('find', () => ({ id: requests.get(key)!.id })),
    pay: (requestId, note, key) =>
      during('pay', () => {
        const request = requests.get(requestId)!
        if (payments.some((payment) => payment.key === key)) return
        if (request.status !== 'new') throw new CallError(403, request.status === 'paid' ? 'REQUEST_PAID' : 'REQUEST_EXPIRED')
        request.status = 'paid'
        payments.push({ amount: note.amount, key })
      }),
  }
  const sentNotes: Note[] = []
  const openTab = () => {
    const store: NoteStore = createNoteStore({ storage, newId: () => `n${++ids}` })
    const sender = createNoteSender({
      api,
      store,
      tillId: () => (state.isConnected && state.personId !== undefined ? state.tillId : undefined),
      alone: async (work) => {
        if (isLocked) return
        isLocked = true
        try {
          await work()
        } finally {
          isLocked = false
        }
      },
      onSent: (notes) => void sentNotes.push(...notes),
    })
    return { store, sender }
  }
  return {
    state,
    storage,
    requests,
    payments,
    calls,
    refused,
    sentNotes,
    openTab,
    fail: (call: string, at: 'before' | 'after', error = new CallError(0, 'NETWORK')) => void faults.push({ call, at, error }),
    taken: () => payments.map(({ amount }) => Number(amount)),
  }
}

test('what is noted is sent once it can be, in order, each as a request and its payment [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  till.state.isConnected = false
  for (const amount of [300, 100, 200]) expect(store.add(sale(amount))).toBe('kept')
  await sender.run()
  expect(till.calls).toEqual([])
  till.state.isConnected = true
  till.state.personId = undefined
  await sender.run()
  expect(till.calls).toEqual([])
  till.state.personId = 'p2'
  await sender.run()
  expect(till.taken()).toEqual([300, 100, 200])
  expect(till.calls).toEqual(['create', 'pay', 'create', 'pay', 'create', 'pay'])
  expect([store.list(), till.sentNotes.length]).toEqual([[], 3])
})

test('200 sales are kept, and the next is refused until some are sent [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  for (let n = 0; n < maxNotes; n++) expect(store.add(sale(100 + n))).toBe('kept')
  expect(maxNotes).toBe(200)
  expect(store.add(sale(1))).toBe('full')
  expect(till.openTab().store.add(sale(1))).toBe('full')
  await sender.run()
  expect(till.taken()).toEqual(Array.from({ length: 200 }, (_, n) => 100 + n))
  expect(store.add(sale(1))).toBe('kept')
})

test('a device without room says so, and nothing is half kept [TILL-19]', () => {
  const till = startTill()
  const { store } = till.openTab()
  till.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(store.add(sale(100))).toBe('no-room')
  expect(store.list()).toEqual([])
})

for (const call of ['create', 'pay'] as const)
  for (const at of ['before', 'after'] as const)
    test(`an answer that is lost ${at} ${call} arrived, and an app that is killed then, record each sale once [TILL-19]`, async () => {
      const till = startTill()
      const first = till.openTab()
      for (const amount of [300, 100]) first.store.add(sale(amount))
      till.fail(call, at)
      await first.sender.run()
      expect(first.store.list().map(({ isStarted }) => isStarted)).toEqual([true, undefined])
      // Only what is stored is left.
      const second = till.openTab()
      await second.sender.run()
      expect(till.taken()).toEqual([300, 100])
      expect([till.requests.size, second.store.list()]).toEqual([2, []])
    })

test('two tabs send and note at the same time: nothing twice, nothing lost [TILL-19]', async () => {
  const till = startTill()
  const [a, b] = [till.openTab(), till.openTab()]
  for (let n = 1; n <= 20; n++) (n % 2 ? a : b).store.add(sale(n * 100))
  const sending = Promise.all([a.sender.run(), b.sender.run(), a.sender.run()])
  b.store.add(sale(2100))
  await sending
  await b.sender.run()
  expect(till.taken()).toEqual(Array.from({ length: 21 }, (_, n) => (n + 1) * 100))
  expect([a.store.list(), b.store.list()]).toEqual([[], []])
})

test('a request that expired between the two calls is followed by another; one that was paid is not [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  store.add(sale(500))
  till.fail('pay', 'before')
  await sender.run()
  ;[...till.requests.values()][0]!.status = 'expired'
  await sender.run()
  expect([...till.requests.values()].map(({ status }) => status)).toEqual(['expired', 'paid'])
  store.add(sale(700))
  till.fail('pay', 'after')
  await sender.run()
  // The server has forgotten the key, not the payment.
  till.payments.at(-1)!.key = 'forgotten'
  await sender.run()
  expect([till.taken(), store.list()]).toEqual([[500, 700], []])
})

test('the request of a key that is used up is found, not made again [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  store.add(sale(500))
  till.fail('create', 'after')
  await sender.run()
  till.fail('create', 'before', new CallError(403, 'SALE_ABANDONED'))
  await sender.run()
  expect(till.calls).toEqual(['create', 'create', 'find', 'pay'])
  expect([till.taken(), till.requests.size]).toEqual([[500], 1])
})

test('a refused sale stays with its reason, and those behind it are sent; sent again it is a new request [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  for (const amount of [100, 900, 200]) store.add(sale(amount))
  till.refused.set(900n, 'TILL_LIMIT_EXCEEDED')
  await sender.run()
  expect(till.taken()).toEqual([100, 200])
  expect(store.list()).toMatchObject([{ amount: 900n, refusal: { code: 'TILL_LIMIT_EXCEEDED', body: { left: '0' } } }])
  await sender.run()
  expect(till.calls.filter((call) => call === 'create')).toHaveLength(3)
  till.refused.clear()
  sender.sendAgain(store.list()[0]!)
  await sender.run()
  expect([till.taken(), store.list()]).toEqual([[100, 200, 900], []])
})

test('a turn that is over and a till that was switched off refuse no sale: it waits, and so do those behind it [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  for (const amount of [100, 200]) store.add(sale(amount))
  for (const error of [new CallError(403, 'TILL_SIGN_ON_REQUIRED'), new CallError(401, 'UNAUTHORIZED'), new CallError(503, 'UNAVAILABLE')]) {
    till.fail('pay', 'before', error)
    await sender.run()
    expect([till.taken(), store.list().map(({ refusal }) => refusal)]).toEqual([[], [undefined, undefined]])
  }
  await sender.run()
  expect(till.taken()).toEqual([100, 200])
})

test('a device that is paired with another till keeps the sales of the one before, and sends none [TILL-19]', async () => {
  const till = startTill()
  const { store, sender } = till.openTab()
  store.add(sale(100))
  store.add(sale(200, { tillId: 'till2' }))
  till.state.tillId = 'till2'
  await sender.run()
  expect(till.taken()).toEqual([200])
  expect(store.list()).toMatchObject([{ amount: 100n, tillId: 'till1' }])
})
