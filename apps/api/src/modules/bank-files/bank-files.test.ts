import { parseAccountNumber } from '@nikau/contract/bank-account-number'
import { cents } from '@nikau/money'
import { randomIds, Secret } from '@nikau/runtime'
import { banksForFiles, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clearFiles } from './clear.ts'
import { closeWindow } from './close-window.ts'
import { openDesks } from './desks.ts'
import { hear } from './hear.ts'
import type { BankSide, FileEntry } from '../funds-transfers/index.ts'
import type { BankFileMeans } from './means.ts'
import { reconcile } from './reconcile.ts'
import { sendFile } from './send.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-01T10:00:00+13:00')
const banks = await banksForFiles('2026-12-01T10:00:00+13:00')
const desks = openDesks({
  BANK_DESKS: [{ bank: 'bnz', url: banks.url, account: parseAccountNumber('02-0192-0214002-00')! }],
  BANK_FILES_SECRET: new Secret(banks.secret),
})
const desk = desks[0]!
const at = async (moment: string) => {
  clock.set(moment)
  await banks.setClock(moment)
}

/** Transfers that remember what was said of them, and nothing else. */
const waiting: (FileEntry & { type: string })[] = []
const said = new Map<string, string[]>()
const say = async (reference: string, word: string): Promise<'applied'> => {
  said.set(reference, [...(said.get(reference) ?? []), word])
  return 'applied'
}
const transfers: BankSide = {
  async takeForFile(_tx, { type, limit }) {
    const taken = waiting.filter((one) => one.type === type).slice(0, limit)
    for (const one of taken) waiting.splice(waiting.indexOf(one), 1)
    return taken
  },
  settle: (_tx, { reference }) => say(reference, 'settled'),
  fail: (_tx, { reference, reason }) => say(reference, `failed ${reason}`),
  reverse: (_tx, { reference }) => say(reference, 'reversed'),
}
const means: BankFileMeans = {
  db,
  clock,
  ids: randomIds,
  transfers,
  desks,
  vault: {
    seal: (text, owner) => ({ sealed: Buffer.from(`${owner}|${text}`), keyId: 'k' }),
    open: ({ sealed }, owner) => sealed.toString().slice(owner.length + 1),
  },
}
let count = 0
function ask(type: 'topup' | 'withdrawal', amount: number, account = '01-0902-0068389-00'): string {
  const accountNumber = parseAccountNumber(account)!
  const reference = `${type === 'topup' ? 'T' : 'W'}${++count}`
  waiting.push({ type, transferId: `id-${reference}`, reference, accountNumber, name: 'Hēmi Māhuta', amount: cents(amount), code: '4821' })
  return reference
}
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
const files = () =>
  rows(
    sql<{
      id: string
      reference: string
      state: string
      count: number
      attempts: number
    }>`select id, reference, state, count, attempts from bank_file order by created_at, reference`,
  )
const newestFile = async () => (await files()).at(-1)!
const exceptions = () => rows(sql<{ kind: string; ref: string; amount: bigint }>`select kind, ref, amount from operator_exception order by id`)
const sendAll = async () => {
  for (const { id, state } of await files()) if (state === 'ready') await sendFile(means, id)
}
const pastDays = async (...moments: string[]) => {
  for (const moment of moments) {
    await at(moment)
    await hear(means, desk)
    await clearFiles(means)
  }
}
const stateOf = async (reference: string) =>
  (await rows(sql<{ state: string }>`select state from bank_file_detail where reference = ${reference} and state <> 'replaced'`))[0]?.state

beforeEach(() => banks.control('clear', {}))

test('top-ups go out at the close of the window and are settled when they can come back no more', async () => {
  await at('2026-12-01T15:00:00+13:00')
  await closeWindow(means, 'debit') // yesterday's, with nothing in it
  const [good, poor] = [ask('topup', 5000), ask('topup', 5061)]
  expect(await closeWindow(means, 'debit')).toBe(0)
  await at('2026-12-01T15:56:00+13:00')
  expect(await Promise.all([closeWindow(means, 'debit'), closeWindow(means, 'debit')])).toEqual(expect.arrayContaining([0, 1]))
  ask('topup', 100) // too late for this window
  expect(await closeWindow(means, 'debit')).toBe(0)
  await sendAll()
  expect(await newestFile()).toMatchObject({ reference: 'DD261201-01', state: 'accepted', count: 2 })
  await pastDays('2026-12-01T18:30:00+13:00')
  expect([await stateOf(good), await stateOf(poor), said.get(good)]).toEqual(['at-bank', 'at-bank', undefined])
  await pastDays('2026-12-02T08:30:00+13:00', '2026-12-04T08:59:00+13:00')
  expect([said.get(good), said.get(poor)]).toEqual([undefined, ['failed insufficient-funds']])
  await pastDays('2026-12-04T09:00:00+13:00', '2026-12-04T09:05:00+13:00')
  expect([said.get(good), said.get(poor)]).toEqual([['settled'], ['failed insufficient-funds']])
  waiting.length = 0
})

test('a payout is done when it has settled, and fails when it bounces', async () => {
  await at('2026-12-07T15:56:00+13:00')
  const [good, closed] = [ask('withdrawal', 700), ask('withdrawal', 766)]
  await closeWindow(means, 'credit')
  await sendAll()
  await pastDays('2026-12-07T18:30:00+13:00')
  expect([said.get(good), said.get(closed)]).toEqual([['settled'], ['settled']])
  await pastDays('2026-12-08T08:30:00+13:00', '2026-12-10T09:00:00+13:00')
  expect([said.get(good), said.get(closed)]).toEqual([['settled'], ['settled', 'failed account-closed']])
})

test.each(['lose', 'down', 'garble', 'error'])('a bank that is %s has the file once, however often it is sent', async (kind) => {
  const day = { lose: '14', down: '15', garble: '16', error: '17' }[kind]!
  await at(`2026-12-${day}T15:56:00+13:00`)
  const reference = ask('topup', 900)
  await closeWindow(means, 'debit')
  await banks.control('faults', { bank: 'bnz', at: 'files', kind, times: 2 })
  const { id } = await newestFile()
  await expect(sendFile(means, id)).rejects.toMatchObject({ retryable: true })
  await expect(sendFile(means, id)).rejects.toMatchObject({ retryable: true })
  expect(await sendFile(means, id)).toBe('accepted')
  expect(await sendFile(means, id)).toBe('settled before')
  const bank = await banks.control<{ files: { fileReference: string }[] }>('files')
  expect(bank.files.filter(({ fileReference }) => fileReference === `DD2612${day}-01`)).toHaveLength(1)
  expect(await stateOf(reference)).toBe('sent')
})

test('a process that died after the bank’s yes asks, and does not send', async () => {
  await at('2026-12-18T15:56:00+13:00')
  ask('topup', 900)
  await closeWindow(means, 'debit')
  const { id } = await newestFile()
  expect(await sendFile(means, id)).toBe('accepted')
  await sql`update bank_file set state = 'ready', bank_file_id = null, processing_day = null, final_day = null, accepted_at = null where id = ${id}`.execute(db)
  await banks.control('calls/clear', {})
  expect(await sendFile(means, id)).toBe('accepted')
  const { calls } = await banks.control<{ calls: { method: string; path?: string; url?: string }[] }>('calls')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a bank that was away until its day had passed gets the same orders in a new file, once', async () => {
  await at('2026-12-21T15:56:00+13:00')
  const reference = ask('topup', 1000)
  await closeWindow(means, 'debit')
  await banks.control('faults', { bank: 'bnz', at: 'files', kind: 'down' })
  const { id } = await newestFile()
  await expect(sendFile(means, id)).rejects.toMatchObject({ retryable: true })
  await banks.control('clear', {})
  await at('2026-12-22T09:00:00+13:00')
  expect(await sendFile(means, id)).toBe('rejected')
  expect(await newestFile()).toMatchObject({ reference: 'DD261221-02', state: 'ready' })
  await sendAll()
  expect(await newestFile()).toMatchObject({ state: 'accepted', count: 1 })
  await pastDays('2026-12-22T18:30:00+13:00')
  expect(await stateOf(reference)).toBe('at-bank')
})

test('an order that the bank refuses fails alone, and is listed', async () => {
  await at('2026-12-23T15:56:00+13:00')
  const [bad, good] = [ask('withdrawal', 1000, '02-1190-0000001-00'), ask('withdrawal', 1100)]
  const unwritable = ask('withdrawal', 1200, '01-0902-10068389-00')
  await closeWindow(means, 'credit')
  const { id } = await newestFile()
  expect(await sendFile(means, id)).toBe('rejected')
  await sendAll()
  expect(await newestFile()).toMatchObject({ reference: 'DC261223-02', state: 'accepted', count: 1 })
  expect([said.get(bad), said.get(unwritable), await stateOf(bad), await stateOf(good)]).toEqual([
    ['failed account-closed'],
    ['failed account-closed'],
    'refused',
    'sent',
  ])
  const listed = (await exceptions()).filter(({ ref }) => ref === bad || ref === unwritable)
  expect(listed).toEqual([
    { kind: 'bank-order-unwritable', ref: unwritable, amount: 1200n },
    { kind: 'bank-order-refused', ref: bad, amount: 1000n },
  ])
})

test('a reference that stands for something else at the bank is left to a person', async () => {
  await at('2027-01-05T10:00:00+13:00')
  const details = [{ account: parseAccountNumber('01-0902-0068389-00')!, amount: cents(1), name: 'X', reference: 'X', code: '0000' }]
  const stray = { ownAccount: desk.account, dueDay: '2027-01-05', createdDay: '2027-01-05', reference: 'DD270105-01', details }
  await desk.debit.submit({ reference: stray.reference, bytes: desk.debit.compose(stray), count: 1, total: 1n }, { again: false })
  await at('2027-01-05T15:56:00+13:00')
  ask('topup', 1300)
  await closeWindow(means, 'debit')
  const { id } = await newestFile()
  expect(await sendFile(means, id)).toBe('conflict')
  expect(await sendFile(means, id)).toBe('settled before')
  expect((await exceptions()).at(-1)).toEqual({ kind: 'bank-file-conflict', ref: 'DD270105-01', amount: 1300n })
})

test('what the bank says of a file that is not ours, or otherwise than we sent it, is listed and moves nothing', async () => {
  await pastDays('2027-01-05T18:30:00+13:00')
  expect((await exceptions()).filter(({ kind }) => kind.startsWith('bank-result'))).toMatchObject([{ kind: 'bank-result-mismatch', amount: 1n }])
  expect(said.get('X')).toBeUndefined()
})

test('news that come newest first, or twice, or were cut off in the middle end the same', async () => {
  await at('2027-01-11T15:56:00+13:00')
  const [good, poor] = [ask('topup', 2000), ask('topup', 2061)]
  await closeWindow(means, 'debit')
  await sendAll()
  await at('2027-01-12T08:30:00+13:00')
  await banks.control('faults', { bank: 'bnz', at: 'results', kind: 'shuffle' })
  await hear(means, desk)
  await sql`update bank_desk set news_upto = 0`.execute(db) // as if it had been cut off before this was written
  await hear(means, desk)
  await pastDays('2027-01-14T09:00:00+13:00')
  expect([said.get(good), said.get(poor)]).toEqual([['settled'], ['failed insufficient-funds']])
})

test('statements are compared night by night, and every planted difference is listed, once', async () => {
  await at('2027-01-18T03:30:00+13:00')
  await reconcile(means, desk)
  const before = (await exceptions()).length
  await at('2027-01-18T15:56:00+13:00')
  const [twice, never, less, stranger, whole] = [81, 82, 83, 84, 0].map((plant) => ask('topup', 3000 + plant)) as [string, string, string, string, string]
  await closeWindow(means, 'debit')
  await sendAll()
  await pastDays('2027-01-18T18:30:00+13:00', '2027-01-19T03:30:00+13:00')
  expect(await reconcile(means, desk)).toBe(1)
  expect(await reconcile(means, desk)).toBe(0)
  const found = (await exceptions()).slice(before)
  expect(found.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(
    ['statement-duplicate 3081', 'statement-missing -3082', 'statement-sum 1232', 'statement-unknown 1234', 'statement-wrong-amount -1'].toSorted(),
  )
  await pastDays('2027-01-21T09:00:00+13:00')
  expect([twice, never, less, stranger, whole].map((reference) => said.get(reference))).toEqual(Array.from({ length: 5 }, () => ['settled']))
})

test('a reversal months later is heard, and its line is expected', async () => {
  await at('2027-02-01T15:56:00+13:00')
  const reference = ask('topup', 4070)
  await closeWindow(means, 'debit')
  await sendAll()
  await pastDays('2027-02-01T18:30:00+13:00', '2027-02-05T09:00:00+13:00')
  expect(said.get(reference)).toEqual(['settled'])
  await reconcile(means, desk)
  const before = (await exceptions()).length
  await pastDays('2027-05-13T08:30:00+12:00')
  expect(said.get(reference)).toEqual(['settled', 'reversed'])
  await reconcile(means, desk)
  expect((await exceptions()).slice(before)).toEqual([])
})
