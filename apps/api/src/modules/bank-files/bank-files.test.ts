import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { cents } from '@nikau/money'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildFiles } from './build-files.ts'
import { startBankFiles } from './fixtures.ts'
import { ingestResults } from './ingest-results.ts'
import { reconcile } from './reconcile.ts'
import { sendFile } from './send.ts'

const database = await testDatabase()
const { at, banks, connection, db, deps, events, exceptions, newestFile, request, runDays, sendAll, stateOf, waiting } = await startBankFiles(
  database,
  '2026-12-01T10:00:00+13:00',
)

test('top-ups are sent when the window closes and settled when their return period is over', async () => {
  await at('2026-12-01T15:00:00+13:00')
  await buildFiles(deps, 'debit') // yesterday's window, which is empty
  const [good, poor] = [request('topup', 5000), request('topup', 5061)]
  expect(await buildFiles(deps, 'debit')).toBe(0)
  await at('2026-12-01T15:56:00+13:00')
  expect(await Promise.all([buildFiles(deps, 'debit'), buildFiles(deps, 'debit')])).toEqual(expect.arrayContaining([0, 1]))
  request('topup', 100) // too late for this window
  expect(await buildFiles(deps, 'debit')).toBe(0)
  await sendAll()
  expect(await newestFile()).toMatchObject({ reference: 'DD261201-01', state: 'accepted', count: 2 })
  await runDays('2026-12-01T18:30:00+13:00')
  expect([await stateOf(good), await stateOf(poor), events.get(good)]).toEqual(['at-bank', 'at-bank', undefined])
  await runDays('2026-12-02T08:30:00+13:00', '2026-12-04T08:59:00+13:00')
  expect([events.get(good), events.get(poor)]).toEqual([undefined, ['failed insufficient-funds']])
  await runDays('2026-12-04T09:00:00+13:00', '2026-12-04T09:05:00+13:00')
  expect([events.get(good), events.get(poor)]).toEqual([['settled'], ['failed insufficient-funds']])
  waiting.length = 0
})

test('a worker that starts after the cut-off sends what was requested before it, and leaves what came later for the next file', async () => {
  await at('2026-12-04T20:00:00+13:00')
  const early = request('topup', 800, undefined, new Date('2026-12-04T15:54:59+13:00'))
  const late = request('topup', 801, undefined, new Date('2026-12-04T15:55:00+13:00'))
  expect(await buildFiles(deps, 'debit')).toBe(1)
  expect([await stateOf(early), await stateOf(late)]).toEqual(['sent', undefined])
  await at('2026-12-07T15:55:00+13:00')
  expect(await buildFiles(deps, 'debit')).toBe(1)
  expect(await stateOf(late)).toBe('sent')
})

test('a payout is done when it settles and fails when it bounces', async () => {
  await at('2026-12-07T15:56:00+13:00')
  const [good, closed] = [request('withdrawal', 700), request('withdrawal', 766)]
  await buildFiles(deps, 'credit')
  await sendAll()
  await runDays('2026-12-07T18:30:00+13:00')
  expect([events.get(good), events.get(closed)]).toEqual([['settled'], ['settled']])
  await runDays('2026-12-08T08:30:00+13:00', '2026-12-10T09:00:00+13:00')
  expect([events.get(good), events.get(closed)]).toEqual([['settled'], ['settled', 'failed account-closed']])
})

test.each(['lose', 'down', 'garble', 'error'])('with bank fault %s the bank has the file once, however often it is sent', async (kind) => {
  const day = { lose: '14', down: '15', garble: '16', error: '17' }[kind]!
  await at(`2026-12-${day}T15:56:00+13:00`)
  const reference = request('topup', 900)
  await buildFiles(deps, 'debit')
  await banks.control('faults', { bank: 'bnz', at: 'files', kind, times: 2 })
  const { id } = await newestFile()
  await expect(sendFile(deps, id)).rejects.toMatchObject({ retryable: true })
  await expect(sendFile(deps, id)).rejects.toMatchObject({ retryable: true })
  expect(await sendFile(deps, id)).toBe('accepted')
  expect(await sendFile(deps, id)).toBe('already-settled')
  const bank = await banks.control<{ files: { fileReference: string }[] }>('files')
  expect(bank.files.filter(({ fileReference }) => fileReference === `DD2612${day}-01`)).toHaveLength(1)
  expect(await stateOf(reference)).toBe('sent')
})

test('after a crash following acceptance the next attempt asks the bank and does not send again', async () => {
  await at('2026-12-18T15:56:00+13:00')
  request('topup', 900)
  await buildFiles(deps, 'debit')
  const { id } = await newestFile()
  expect(await sendFile(deps, id)).toBe('accepted')
  await sql`update bank_file set state = 'ready', bank_file_id = null, processing_day = null, final_day = null, accepted_at = null where id = ${id}`.execute(db)
  await banks.control('calls/clear', {})
  expect(await sendFile(deps, id)).toBe('accepted')
  const { calls } = await banks.control<{ calls: { method: string; path?: string; url?: string }[] }>('calls')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('when the due day passes while the bank is down, the orders are resent in a new file, once', async () => {
  await at('2026-12-21T15:56:00+13:00')
  const reference = request('topup', 1000)
  await buildFiles(deps, 'debit')
  await banks.control('faults', { bank: 'bnz', at: 'files', kind: 'down' })
  const { id } = await newestFile()
  await expect(sendFile(deps, id)).rejects.toMatchObject({ retryable: true })
  await banks.control('clear', {})
  await at('2026-12-22T09:00:00+13:00')
  expect(await sendFile(deps, id)).toBe('rejected')
  expect(await newestFile()).toMatchObject({ reference: 'DD261221-02', state: 'ready' })
  await sendAll()
  expect(await newestFile()).toMatchObject({ state: 'accepted', count: 1 })
  await runDays('2026-12-22T18:30:00+13:00')
  expect(await stateOf(reference)).toBe('at-bank')
})

test('an order that the bank refuses fails alone and raises an exception', async () => {
  await at('2026-12-23T15:56:00+13:00')
  const [bad, good] = [request('withdrawal', 1000, '02-1190-0000001-00'), request('withdrawal', 1100)]
  const unwritable = request('withdrawal', 1200, '01-0902-10068389-00')
  await buildFiles(deps, 'credit')
  const { id } = await newestFile()
  expect(await sendFile(deps, id)).toBe('rejected')
  await sendAll()
  expect(await newestFile()).toMatchObject({ reference: 'DC261223-02', state: 'accepted', count: 1 })
  expect([events.get(bad), events.get(unwritable), await stateOf(bad), await stateOf(good)]).toEqual([
    ['failed account-closed'],
    ['failed account-closed'],
    'refused',
    'sent',
  ])
  const raised = (await exceptions()).filter(({ ref }) => ref === bad || ref === unwritable)
  expect(raised).toEqual([
    { kind: 'bank-order-invalid', ref: unwritable, amount: 1200n },
    { kind: 'bank-order-refused', ref: bad, amount: 1000n },
  ])
})

test('a reference under which the bank has another file raises an exception', async () => {
  await at('2027-01-05T10:00:00+13:00')
  const details = [{ account: parseAccountNumber('01-0902-0068389-00')!, amount: cents(1), name: 'X', reference: 'X', particulars: 'X', code: 'X' }]
  const stray = { ownAccount: connection.account, dueDay: '2027-01-05', createdDay: '2027-01-05', reference: 'DD270105-01', details }
  await connection.debit.submit({ reference: stray.reference, bytes: connection.debit.compose(stray), count: 1, total: 1n }, { resubmit: false })
  await at('2027-01-05T15:56:00+13:00')
  request('topup', 1300)
  await buildFiles(deps, 'debit')
  const { id } = await newestFile()
  expect(await sendFile(deps, id)).toBe('conflict')
  expect(await sendFile(deps, id)).toBe('already-settled')
  expect((await exceptions()).at(-1)).toEqual({ kind: 'bank-file-conflict', ref: 'DD270105-01', amount: 1300n })
})

test('a result for an unknown file, or one that differs from the order, raises an exception and moves nothing', async () => {
  await runDays('2027-01-05T18:30:00+13:00')
  expect((await exceptions()).filter(({ kind }) => kind.startsWith('bank-result'))).toMatchObject([{ kind: 'bank-result-mismatch', amount: 1n }])
  expect(events.get('X')).toBeUndefined()
})

test('results that arrive newest first, repeated, or after an interrupted run lead to the same state', async () => {
  await at('2027-01-11T15:56:00+13:00')
  const [good, poor] = [request('topup', 2000), request('topup', 2061)]
  await buildFiles(deps, 'debit')
  await sendAll()
  await at('2027-01-12T08:30:00+13:00')
  await banks.control('faults', { bank: 'bnz', at: 'results', kind: 'shuffle' })
  await ingestResults(deps, connection)
  await sql`update bank_connection set last_result_sequence = 0`.execute(db) // as after a crash before the cursor moved
  await ingestResults(deps, connection)
  await runDays('2027-01-14T09:00:00+13:00')
  expect([events.get(good), events.get(poor)]).toEqual([['settled'], ['failed insufficient-funds']])
})

test('statements are reconciled once per day, and every planted difference raises one exception', async () => {
  await at('2027-01-18T03:30:00+13:00')
  await reconcile(deps, connection)
  const before = (await exceptions()).length
  await at('2027-01-18T15:56:00+13:00')
  const [twice, never, less, stranger, whole] = [81, 82, 83, 84, 0].map((plant) => request('topup', 3000 + plant)) as [string, string, string, string, string]
  await buildFiles(deps, 'debit')
  await sendAll()
  await runDays('2027-01-18T18:30:00+13:00', '2027-01-19T03:30:00+13:00')
  expect(await reconcile(deps, connection)).toBe(1)
  expect(await reconcile(deps, connection)).toBe(0)
  const found = (await exceptions()).slice(before)
  expect(found.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(
    ['statement-duplicate 3081', 'statement-missing -3082', 'statement-sum 1232', 'statement-unknown 1234', 'statement-wrong-amount -1'].toSorted(),
  )
  await runDays('2027-01-21T09:00:00+13:00')
  expect([twice, never, less, stranger, whole].map((reference) => events.get(reference))).toEqual(Array.from({ length: 5 }, () => ['settled']))
})

test('a reversal months later is applied, and its statement line is expected', async () => {
  await at('2027-02-01T15:56:00+13:00')
  const reference = request('topup', 4070)
  await buildFiles(deps, 'debit')
  await sendAll()
  await runDays('2027-02-01T18:30:00+13:00', '2027-02-05T09:00:00+13:00')
  expect(events.get(reference)).toEqual(['settled'])
  await reconcile(deps, connection)
  const before = (await exceptions()).length
  await runDays('2027-05-13T08:30:00+12:00')
  expect(events.get(reference)).toEqual(['settled', 'reversed'])
  await reconcile(deps, connection)
  expect((await exceptions()).slice(before)).toEqual([])
})
