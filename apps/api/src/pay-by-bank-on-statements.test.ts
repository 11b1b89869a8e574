import { assertLedgerInvariants } from '@nikau/ledger'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { calendarDate } from '@nikau/nz/nz-time'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startPayByBank } from './modules/pay-by-bank/fixtures.ts'
import { reverseSettled } from './modules/pay-by-bank/settle.ts'
import { selectBankPayment } from './modules/pay-by-bank/store.ts'
import { openBankConnections } from './modules/bank-files/bank-connections.ts'
import type { BankFileDeps } from './modules/bank-files/deps.ts'
import { noReceipts } from './modules/bank-files/fixtures.ts'
import { reconcile } from './modules/bank-files/reconcile.ts'
import { selectFigures } from './modules/safeguarding/store-figures.ts'

const database = await testDatabase()
const { db } = database
const harness = await startPayByBank(database, { live: true })
const connection = openBankConnections({
  BANK_CONNECTIONS: [{ bank: 'bnz', url: `${harness.banks.origin}/bnz`, account: parseAccountNumber('02-0192-0214002-00')! }],
  BANK_FILES_SECRET: new Secret('sandbox-files-secret'),
})[0]!
// A payment may appear on the next day’s statement, which is written the night after.
const later = new Date(Date.now() + 3 * 86_400_000)
const deps: BankFileDeps = {
  db,
  ledger: harness.deps.ledger,
  clock: fakeClock(later.toISOString()),
  ids: randomIds,
  connections: [connection],
  receipts: noReceipts,
  transfers: { claimForBatch: async () => [], settle: async () => 'conflict', fail: async () => 'conflict', reverse: async () => 'conflict' },
  vault: { seal: () => ({ sealed: Buffer.alloc(0), keyId: '' }), open: () => '' },
}

const clearing = () => harness.balance('pay-by-bank:bnz:nzd.main')
const atBank = async () => -(await harness.balance('bank'))
const untilCompleted = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pay_by_bank_payment where bank_status = 'completed'`.execute(db)
    expect(rows).toHaveLength(count)
  }, 10_000)
afterEach(() => assertLedgerInvariants(db))
const position = async () =>
  (
    await sql<{ account: string; balance: bigint; items: bigint; difference: bigint; aged: boolean }>`
      select account, balance, items, difference, age >= interval '0' as aged from clearing_position where account = 'pay-by-bank:bnz'`.execute(db)
  ).rows

let shown: { id: string; requestId: string }

test('a payment by bank is matched on our statement by its reference, and leaves the clearing account; one that is not there is missing [MON-11]', async () => {
  shown = await harness.completePayment(1234)
  const absent = await harness.completePayment(4321)
  await untilCompleted(2)
  expect([await clearing(), await atBank()]).toEqual([-5555n, 0n])
  expect(await position()).toEqual([{ account: 'pay-by-bank:bnz', balance: -5555n, items: 2n, difference: 0n, aged: true }])
  expect(await harness.paymentsAtBank(absent.id)).toHaveLength(1)
  await harness.banks.control('statement-faults', { account: '02-0192-0214002-00', kind: 'missing', count: 1 }) // the newest line is the second payment's
  expect(await reconcile(deps, connection)).toBeGreaterThan(0)
  const { rows: lines } = await sql`select verdict, type, reference, amount from bank_statement_line`.execute(db)
  expect(lines).toEqual([{ verdict: 'matched', type: 'BP', reference: shown.id.slice(0, 12), amount: 1234n }])
  const { rows: raised } = await sql<{ kind: string; amount: bigint; ref: string }>`select kind, amount, ref from operator_exception order by kind`.execute(db)
  expect(raised).toMatchObject([
    { kind: 'statement-missing', amount: -4321n, ref: expect.stringContaining(absent.id) },
    { kind: 'statement-sum', amount: -4321n },
  ])
  const { rows: postings } = await sql<{
    reference: string
    amount: string[]
  }>`select reference, amount::text[] from ledger.posting where kind = 'bank.shown'`.execute(db)
  expect(postings).toEqual([{ reference: expect.stringMatching(/^bank-shown:020192002140020000:\d{4}-\d\d-\d\d$/), amount: ['1234'] }])
  expect([await clearing(), await atBank()]).toEqual([-4321n, 1234n])
  await reconcile(deps, connection)
  expect([await clearing(), await atBank()]).toEqual([-4321n, 1234n])
})

test('what the bank takes back after a statement has shown it is on the clearing account until the statement shows that [MON-11] [DESK-81]', async () => {
  await reverseSettled(harness.deps, (await selectBankPayment(db, shown.id))!)
  expect((await harness.request(shown.requestId)).status).toBe('new')
  expect([await clearing(), await atBank()]).toEqual([-4321n + 1234n, 1234n])
  const figures = await db.transaction().execute((tx) => selectFigures(tx, calendarDate(later), later))
  expect(figures.mayComeBack).toBe(1234n)
  expect(await position()).toEqual([{ account: 'pay-by-bank:bnz', balance: -3087n, items: 2n, difference: 0n, aged: true }])
})

test('a payment that is on no statement three days later is late [MON-11]', async () => {
  const late = async () => (await sql`select source_id from invariant_bank_line_is_shown_in_time`.execute(db)).rows
  const { id } = await harness.completePayment(700)
  expect(await late()).toEqual([])
  await sql`update pay_by_bank_payment set updated_at = now() - interval '5 days' where id = ${id}`.execute(db)
  expect(await late()).toEqual([{ source_id: id }])
  await sql`update pay_by_bank_payment set updated_at = now() where id = ${id}`.execute(db)
  expect(await late()).toEqual([])
})
