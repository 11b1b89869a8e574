import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildFiles } from './build-files.ts'
import { startBankFiles } from './fixtures.ts'
import { ingestResults } from './ingest-results.ts'
import { bankFileJobs } from './jobs.ts'
import { markRejected } from './store.ts'
import { sendFile } from './send.ts'
import { settleCleared } from './settle-cleared.ts'

const database = await testDatabase()
const { at, banks, connection, db, deps, events, exceptions, newestFile, openExceptionsOf, request, runDays, sendAll, stateOf, unappliable } =
  await startBankFiles(database, '2026-12-01T10:00:00+13:00')

const fault = (kind: string, times?: number) => banks.control('faults', { bank: 'bnz', at: 'results', kind, ...(times !== undefined && { times }) })
const weeks = [
  '2026-12-07',
  '2027-01-11',
  '2027-01-18',
  '2027-01-25',
  '2027-02-15',
  '2027-02-22',
  '2027-03-01',
  '2027-03-08',
  '2027-03-15',
  '2027-03-22',
].values()
/** Each test has a week of its own: its files are sent on Monday, returns arrive on Tuesday, and debits clear on Thursday. */
let [monday, tuesday, wednesday, thursday]: [string, string, string, string] = ['', '', '', '']
beforeEach(() => {
  const start = Date.parse(weeks.next().value!)
  ;[monday, tuesday, wednesday, thursday] = [0, 1, 2, 3].map((days) => new Date(start + days * 86_400_000).toISOString().slice(0, 10)) as [
    string,
    string,
    string,
    string,
  ]
})
async function send(...amounts: number[]): Promise<string[]> {
  await at(`${monday}T15:56:00+13:00`)
  const references = amounts.map((amount) => request('topup', amount))
  await buildFiles(deps, 'debit')
  await sendAll()
  return references
}

test('a file whose results cannot be read waits alone: the others are settled, and it is settled once they can be read [MON-3]', async () => {
  const [broken] = await send(1000)
  const unreadable = (await newestFile()).reference
  await at(`${tuesday}T15:56:00+13:00`)
  const whole = request('topup', 1100)
  await buildFiles(deps, 'debit')
  await sendAll()
  await runDays(`${wednesday}T08:30:00+13:00`)
  await at(`${monday.slice(0, 8)}${String(Number(monday.slice(8)) + 7).padStart(2, '0')}T09:00:00+13:00`)
  await fault('new-outcome', 1) // in the answer about the first file
  await settleCleared(deps)
  expect([events.get(broken!), events.get(whole)]).toEqual([undefined, ['settled']])
  expect(await openExceptionsOf('bank-results-unreadable')).toEqual([unreadable])
  await settleCleared(deps)
  expect(events.get(broken!)).toEqual(['settled'])
  expect(await openExceptionsOf('bank-results-unreadable')).toEqual([])
})

test('a result that cannot be applied stops neither the other results nor the settlement; its own debit is not settled [MON-3]', async () => {
  const [stuck, poor, good] = await send(1261, 1361, 1300)
  unappliable.add(stuck!)
  await runDays(`${tuesday}T08:30:00+13:00`, `${thursday}T09:00:00+13:00`)
  expect([events.get(stuck!), events.get(poor!), events.get(good!)]).toEqual([undefined, ['failed insufficient-funds'], ['settled']])
  expect(await openExceptionsOf('bank-result-failed')).toHaveLength(1)
  unappliable.delete(stuck!)
  await runDays(`${thursday}T09:01:00+13:00`)
  expect(events.get(stuck!)).toEqual(['failed insufficient-funds'])
  expect(await openExceptionsOf('bank-result-failed')).toEqual([])
})

test('a record of the feed that cannot be read is an exception, and the others are applied [MON-3]', async () => {
  const [first, second] = await send(1400, 1461)
  await at(`${tuesday}T08:30:00+13:00`)
  await fault('new-outcome', 1)
  await ingestResults(deps, connection)
  expect([await stateOf(first!), await stateOf(second!)]).toEqual(['sent', 'failed'])
  expect(await openExceptionsOf('bank-results-unreadable')).toEqual([expect.stringMatching(/^\d{18}:after-\d+$/)])
  // The results of the file are read in full before it is settled.
  await runDays(`${thursday}T09:00:00+13:00`)
  expect(events.get(first!)).toEqual(['settled'])
})

test('a feed that cannot be read raises the same exception again when it is back [MON-3]', async () => {
  await at(`${monday}T10:00:00+13:00`)
  await ingestResults(deps, connection)
  const before = await openExceptionsOf('bank-results-unreadable')
  const unreadable = { ...connection, resultsAfter: async () => ({ results: [], unreadable: [{ record: 0, rule: 'not a list of results' }] }) }
  for (let round = 0; round < 2; round++) {
    await ingestResults(deps, unreadable)
    expect(await openExceptionsOf('bank-results-unreadable')).toHaveLength(before.length + 1)
    await ingestResults(deps, connection)
    expect(await openExceptionsOf('bank-results-unreadable')).toEqual(before)
  }
})

test('a reason code that we do not know still fails the debit; the code is raised once [MON-3]', async () => {
  const [poor, poorer] = await send(1561, 1661)
  await fault('new-reason')
  await runDays(`${tuesday}T08:30:00+13:00`)
  expect([events.get(poor!), events.get(poorer!)]).toEqual([['failed declined'], ['failed declined']])
  expect((await exceptions()).filter(({ kind }) => kind === 'bank-result-unknown-reason')).toEqual([
    { kind: 'bank-result-unknown-reason', ref: `${connection.account}:42`, amount: null },
  ])
})

test('a bank whose feed cannot be reached does not stop the settlement of its files [MON-3]', async () => {
  const [good] = await send(1700)
  await runDays(`${tuesday}T08:30:00+13:00`)
  await at(`${thursday}T09:00:00+13:00`)
  await fault('down', 1)
  const job = bankFileJobs({ ...deps, log: silent }).tasks['ingest-bank-results']!
  await expect(job({}, {} as never)).rejects.toThrow(/1 of 2 failed/)
  expect(events.get(good!)).toEqual(['settled'])
})

test('a result with another amount than the order is not applied [MON-3]', async () => {
  const [good] = await send(1800)
  await at(`${tuesday}T08:30:00+13:00`)
  await fault('wrong-amount', 1)
  await ingestResults(deps, connection)
  await runDays(`${thursday}T09:00:00+13:00`)
  expect([await stateOf(good!), events.get(good!)]).toEqual(['sent', undefined])
  expect((await exceptions()).at(-1)).toMatchObject({ kind: 'bank-result-mismatch', amount: 1801n })
})

test('a dishonour that the feed has lost is found in the results of its file before anything of it is settled [MON-3]', async () => {
  const [good, poor] = await send(1900, 1961)
  await runDays(`${monday}T18:30:00+13:00`) // both are at the bank
  await at(`${tuesday}T08:30:00+13:00`)
  await fault('lost-line', 1)
  await ingestResults(deps, connection)
  // The feed never shows it again.
  await sql`update bank_connection set last_result_sequence = last_result_sequence + 100`.execute(db)
  expect(await stateOf(poor!)).toBe('at-bank')
  await at(`${thursday}T09:00:00+13:00`)
  await settleCleared(deps)
  expect([events.get(good!), events.get(poor!)]).toEqual([['settled'], ['failed insufficient-funds']])
  await sql`update bank_connection set last_result_sequence = 0`.execute(db)
})

test('an acceptance that comes after another outcome was recorded is an exception [MON-13]', async () => {
  await at(`${monday}T15:56:00+13:00`)
  request('topup', 2000)
  await buildFiles(deps, 'debit')
  const { id, reference } = await newestFile()
  const slow = {
    ...connection,
    debit: {
      ...connection.debit,
      submit: async (...args: Parameters<typeof connection.debit.submit>) => {
        const submission = await connection.debit.submit(...args)
        await db.transaction().execute((tx) => markRejected(tx, id, 'rejected', 'another attempt'))
        return submission
      },
    },
  }
  await sendFile({ ...deps, connections: [slow] }, id)
  expect(await newestFile()).toMatchObject({ state: 'conflict' })
  expect(await openExceptionsOf('bank-file-conflict')).toEqual([reference])
})
