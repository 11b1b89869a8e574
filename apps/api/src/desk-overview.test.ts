import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Overview } from '@nikau/contract/desk/overview'
import { createMetrics, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { instantAt } from '@nikau/nz/nz-time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBankedPerson, createPayer, createShop, runningApi, testVault } from './fixtures.ts'
import { keepPaymentMinutes } from './http/payment-minutes.ts'
import { runningDesk } from './http/desk/fixtures.ts'
import { buildFiles } from './modules/bank-files/build-files.ts'
import { startBankFiles } from './modules/bank-files/fixtures.ts'
import { ingestResults } from './modules/bank-files/ingest-results.ts'
import { reconcile } from './modules/bank-files/reconcile.ts'
import { sendFile } from './modules/bank-files/send.ts'
import { settleCleared } from './modules/bank-files/settle-cleared.ts'
import { createBankPort } from './modules/funds-transfers/index.ts'
import { checkBooks, readPosition } from './modules/operations/books.ts'
import { prepareReports } from './modules/safeguarding/prepare.ts'

// The first screen of the desk, on books that files, statements and payments have moved.

const database = await testDatabase()
const { db } = database
const { at, banks, clock, connection, deps: fileDeps, newestFile } = await startBankFiles(database, '2026-11-30T10:00:00+13:00')
const { ledger } = fileDeps
const vault = testVault()
const files = { ...fileDeps, vault, transfers: createBankPort({ ledger, vault }) }
const worker = { db: database.openAs('nikau_worker').db, clock }
const wallClock = fakeClock(new Date().toISOString())
const desk = await runningDesk(database, { clock, wallClock })
const testDesk = await runningDesk(database, { clock, wallClock, env: { DESK_MODE: 'test' } })
const mere = await desk.operator('mere', ['finance'])
const tama = await testDesk.operator('tama', ['auditor'])
const metrics = createMetrics('api')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' }, metrics })
const payer = await createBankedPerson(api, database)
await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${payer.bankAccountId}`.execute(db)

await banks.control('other-party', { account: '02-0192-0214002-00', cents: 500_000 })

async function check(): Promise<void> {
  await checkBooks(worker)
  await readPosition(worker)
}

/** As encoded on the wire. An answer is kept for ten seconds. */
async function look(operator = mere) {
  wallClock.advance(10_000)
  const { status, body } = await operator.get('/api/desk/overview')
  expect(status).toBe(200)
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  return body as Record<keyof Overview, any>
}

async function topUp(day: string, amount: number): Promise<void> {
  await at(`${day}T10:00:00+13:00`)
  expect((await payer.topUp(amount)).status).toBe(200)
  await at(`${day}T15:56:00+13:00`)
  await buildFiles(files, 'debit')
  await sendFile(files, (await newestFile()).id)
  await at(`${day}T18:30:00+13:00`)
  await ingestResults(files, connection)
  await settleCleared(files)
}

/** What `pnpm audit:books` prints of the same database: amounts by what stands behind them. */
function audit(): Promise<Record<string, string>> {
  const tool = join(import.meta.dirname, '../../../tools/audit-books.ts')
  const env = { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only'), ANCHOR_PUBLIC_KEYS: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [tool], { env }, (_error, stdout) =>
      resolve({ ...Object.fromEntries([...stdout.matchAll(/^\s*(-?\d+\.\d\d) {2}(.+)$/gm)].map(([, amount, what]) => [what!, amount!])), output: stdout }),
    )
  })
}
const dollars = (amount: string) => (Number(amount) / 100).toFixed(2)

test('before the first check nothing is said to be in its place [DESK-35]', async () => {
  expect(await look()).toMatchObject({ verdict: 'unknown', books: { invariants: 0, units: [] } })
})

test('every figure is that of audit:books on the same database, and the terms add up [DESK-34] [DESK-37] [DESK-38]', async () => {
  await topUp('2026-12-01', 50_000)
  await at(instantAt('2026-12-02', 3, 30).toISOString())
  await reconcile(files, connection)
  await prepareReports(worker)
  await at('2026-12-02T10:00:00+13:00')
  expect((await payer.topUp(700)).status).toBe(200)
  await sql`insert into operator_exception (kind, ref, unit, amount, opened_at) values
    ('statement-unknown', 'a', 'nzd.main', 1500, ${new Date(clock.now().getTime() - 3_600_000)}), ('statement-unknown', 'b', 'nzd.main', 200, ${new Date(clock.now().getTime() - 80 * 3_600_000)}),
    ('asset-transfer-reported', 'c', 'nzd.test', 900, ${clock.now()}), ('bank-file-rejected', 'd', null, null, ${new Date(clock.now().getTime() - 5 * 3_600_000)})`.execute(
    database.owner.db,
  )
  await check()
  const answer = await look()
  const { output, ...lines } = await audit()
  const line = (start: string) => Object.entries(lines).find(([what]) => what.startsWith(start))![1]
  const { bank, books, clearing, window, exceptions, customers } = answer
  const term = Object.fromEntries(bank.terms.map(({ term, amount }: { term: string; amount: string }) => [term, dollars(amount)]))

  expect({ statements: dollars(bank.statements), books: dollars(bank.books), unexplained: dollars(bank.unexplained), ...term }).toEqual({
    statements: line('on the statements'),
    books: line('in the ledger'),
    'files-in-flight': line('in files'),
    'pay-by-bank-in-flight': line('paid by bank'),
    'receipts-unbooked': line('received from partners'),
    'settled-without-file': line('settled in the ledger without a file'),
    differences: line('lines that differ'),
    'statement-sums': line('between statement lines'),
    'statement-breaks': line('between the end'),
    unexplained: line('unexplained'),
  })
  // Money on the statement that the books only get when it can no longer be dishonoured.
  expect(bank).toMatchObject({ statements: expect.not.stringMatching(/^0$/), day: '2026-12-01' })
  const sum = bank.terms.reduce((total: bigint, { amount }: { amount: string }) => total + BigInt(amount), 0n)
  expect(BigInt(bank.difference)).toBe(BigInt(bank.statements) - BigInt(bank.books))
  expect(BigInt(bank.difference)).toBe(sum + BigInt(bank.unexplained))

  expect(output).toContain(` ${books.postings} postings, ${books.entries} entries`)
  expect(output).toContain(`audit:books: ${books.invariants} invariants, all hold`)
  expect(books).toMatchObject({
    broken: [],
    units: [{ unit: 'nzd.main', sum: '0' }],
    checkedAt: clock.now().toISOString(),
    positionAt: clock.now().toISOString(),
  })
  for (const { account, balance, items, explained, difference } of clearing) {
    expect(output).toContain(`${dollars(balance)}  on ${account}: ${items} items`)
    expect([BigInt(balance) - BigInt(explained), difference]).toEqual([0n, '0'])
  }
  expect(answer.verdict).toBe('explained')
  expect([answer.readAt, answer.now]).toEqual([wallClock.now().toISOString(), clock.now().toISOString()])

  expect(window).toMatchObject({ day: '2026-12-02', isToday: true, closesAt: '2026-12-02T02:55:00.000Z' })
  expect(window.waiting).toEqual([
    { kind: 'debit', orders: 1, sum: '700' },
    { kind: 'credit', orders: 0, sum: '0' },
  ])
  expect(exceptions).toEqual({
    open: 3,
    sum: '1700',
    overdue: 1,
    ages: [
      { age: 'under-4-hours', open: 1, sum: '1500' },
      { age: 'under-1-day', open: 1, sum: '0' },
      { age: 'under-3-days', open: 0, sum: '0' },
      { age: 'over-3-days', open: 1, sum: '200' },
    ],
  })
  const report = (await sql<{ owed: bigint; held: bigint }>`select owed, held from safeguarding_report order by day desc limit 1`.execute(db)).rows[0]!
  expect(customers.report).toEqual({ day: '2026-12-01', owed: `${report.owed}`, held: `${report.held}`, own: `${report.held - report.owed}` })
  expect(BigInt(customers.owed) + BigInt(customers.own)).toBe(BigInt(bank.books))
})

test('files of today are shown with their state', async () => {
  await at('2026-12-02T15:56:00+13:00')
  await buildFiles(files, 'debit')
  await check()
  expect((await look()).window).toMatchObject({
    day: '2026-12-03',
    isToday: false,
    waiting: [{ orders: 0 }, { orders: 0 }],
    files: [{ kind: 'debit', orders: 1, total: '700', state: 'ready' }],
  })
  await sendFile(files, (await newestFile()).id)
  expect((await look()).window.files).toMatchObject([{ state: 'accepted' }])
})

test('money on its way to a bank stands on its clearing account with the day it leaves [DESK-38]', async () => {
  const rich = await createBankedPerson(api, database)
  expect((await rich.topUp(9_000)).status).toBe(200)
  await at('2026-12-02T16:30:00+13:00')
  await check()
  const { clearing } = await look()
  for (const account of clearing) expect(account).toMatchObject({ difference: '0', late: false })
})

test('a cent that is missing is named with its invariants, rows and since when, and no fresher check hides it [DESK-35] [DESK-36]', async () => {
  await check()
  expect((await look()).verdict).toBe('explained')
  const since = clock.now()
  const plant = (amount: number) => sql`update ledger.account set balance = balance + ${amount} where id = 'own:nzd.main'`.execute(database.owner.db)
  await sql`alter table ledger.account disable trigger user`.execute(database.owner.db)
  await plant(-1)
  await check()
  clock.advance(5 * 60_000)
  await check()
  const broken = await look()
  expect(broken.verdict).toBe('missing')
  expect(broken.books.units).toContainEqual({ unit: 'nzd.main', sum: '-1' })
  const named = broken.books.broken.find(({ name }: { name: string }) => name === 'ledger.invariant_unit_sums_to_zero')
  expect(named).toEqual({
    name: 'ledger.invariant_unit_sums_to_zero',
    says: 'The balances of all accounts of a unit, external ones included, sum to zero',
    rows: 1,
    moreRows: false,
    since: since.toISOString(),
  })
  // A day later, with nothing checked since, it is still broken.
  clock.advance(86_400_000)
  expect((await look()).verdict).toBe('missing')
  await plant(1)
  await check()
  expect(await look()).toMatchObject({ verdict: 'explained', books: { broken: [] } })
  clock.advance(5 * 60_000)
  expect((await look()).verdict).toBe('unknown')
})

test('an answer is kept for ten seconds, and says when it was read', async () => {
  const first = await look()
  clock.advance(9_000)
  wallClock.advance(9_000)
  expect((await mere.get('/api/desk/overview')).body).toEqual(first)
  wallClock.advance(1_000)
  expect((await mere.get('/api/desk/overview')).body.now).toBe(clock.now().toISOString())
})

test('a desk over test money has its units alone, no bank and no exception of live money [DESK-97]', async () => {
  const shop = await createShop(api, database)
  await createPayer(api, database)
  expect(shop).toBeDefined()
  await check()
  const answer = await look(tama)
  expect(answer).toMatchObject({ test: true, verdict: 'explained', clearing: [], exceptions: { open: 1, sum: '900' }, window: { files: [] } })
  expect(answer.books.units.map(({ unit }: { unit: string }) => unit)).toEqual(['nzd.test'])
  expect([answer.bank, answer.customers, answer.payments]).toEqual([undefined, undefined, undefined])
  expect((await look()).books.units.map(({ unit }: { unit: string }) => unit)).toEqual(['nzd.main'])
})

test('payments per minute are the counters of /metrics, of all processes together [DESK-40]', async () => {
  const counted = fakeClock(wallClock.now().toISOString())
  const deps = { db: database.openAs('nikau_api').db, clock: counted, metrics, log: silent }
  const one = keepPaymentMinutes(deps)
  const shop = await createShop(api, database)
  const { id } = await shop.createRequest(1_000)
  const customer = await createPayer(api, database)
  const pay = { assetType: 'nikau.nzd.test', assetId: customer.walletId }
  const paid = await api.post(`/api/payment-requests/${String(id)}/pay`, pay, customer.headers)
  expect(paid.status).toBe(200)
  // Whose request is paid is refused.
  const other = await createPayer(api, database)
  expect((await api.post(`/api/payment-requests/${String(id)}/pay`, { ...pay, assetId: other.walletId }, other.headers)).status).toBe(403)
  counted.advance(60_000)
  await one.flush()
  await one.flush()
  const two = keepPaymentMinutes({ ...deps, clock: fakeClock(wallClock.now().toISOString()) })
  await two.close()
  wallClock.advance(120_000)
  const { payments } = await look()
  const { rows } = await sql<{ minute: Date; answered: number; refused: number }>`select minute, answered, refused from payment_minute order by minute`.execute(
    db,
  )
  const shown = payments.minutes.filter(({ answered }: { answered: number }) => answered > 0)
  expect(rows).toHaveLength(1)
  expect(shown).toEqual([{ at: rows[0]!.minute.toISOString(), answered: rows[0]!.answered, weekBefore: 0 }])
  const text = await metrics.registry.metrics()
  const counters = [...text.matchAll(/nikau_http_seconds_count\{.*route="\/api\/payment-requests\/:id\/pay",status="(\d+)".*\} (\d+)/g)]
  const total = counters.reduce((sum, [, , count]) => sum + Number(count), 0)
  const refused = counters.filter(([, status]) => Number(status) >= 400).reduce((sum, [, , count]) => sum + Number(count), 0)
  // Both have counted the same process.
  expect(rows[0]).toMatchObject({ answered: 2 * total, refused: 2 * refused })
  expect(payments.hour).toMatchObject({ answered: 2 * total, refusedShare: refused / total, medianMs: expect.any(Number) })
  await one.close()
})

test('each background task has what waits, since when, and when its schedule last queued it', async () => {
  await sql`select graphile_worker.add_job('send-message', '{}', run_at => now() - interval '1 minute')`.execute(database.owner.db)
  const { queues } = await look()
  expect(queues.workers).toBe(0)
  expect(queues.tasks.find(({ task }: { task: string }) => task === 'send-message')).toMatchObject({
    running: 0,
    failing: 0,
    waiting: expect.any(Number),
    oldest: expect.any(String),
  })
})
