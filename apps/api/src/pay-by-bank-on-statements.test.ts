import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startPayByBank } from './modules/pay-by-bank/fixtures.ts'
import { openBankConnections } from './modules/bank-files/bank-connections.ts'
import type { BankFileDeps } from './modules/bank-files/deps.ts'
import { noReceipts } from './modules/bank-files/fixtures.ts'
import { reconcile } from './modules/bank-files/reconcile.ts'

const database = await testDatabase()
const { db } = database
const harness = await startPayByBank(database)
const connection = openBankConnections({
  BANK_CONNECTIONS: [{ bank: 'bnz', url: `${harness.banks.origin}/bnz`, account: parseAccountNumber('02-0192-0214002-00')! }],
  BANK_FILES_SECRET: new Secret('sandbox-files-secret'),
})[0]!
// A payment may appear on the next day’s statement, which is written the night after.
const later = new Date(Date.now() + 3 * 86_400_000)
const deps: BankFileDeps = {
  db,
  clock: fakeClock(later.toISOString()),
  ids: randomIds,
  connections: [connection],
  receipts: noReceipts,
  transfers: { claimForBatch: async () => [], settle: async () => 'conflict', fail: async () => 'conflict', reverse: async () => 'conflict' },
  vault: { seal: () => ({ sealed: Buffer.alloc(0), keyId: '' }), open: () => '' },
}

test('a payment by bank is matched on our statement by its reference; one that is not there is missing', async () => {
  const [shown, absent] = [await harness.completePayment(1234), await harness.completePayment(4321)]
  expect([shown.paid.status, absent.paid.status]).toEqual([200, 200])
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pay_by_bank_payment where bank_status = 'completed'`.execute(db)
    expect(rows).toHaveLength(2)
  }, 10_000)
  // Marked as real payments, because only those are reconciled with statements.
  await sql`update pay_by_bank_payment set test = false, updated_at = now() - interval '1 hour'`.execute(db)
  const payments = (await harness.banks.payments()).filter((one) => one.initiation.EndToEndIdentification === absent.id)
  expect(payments).toHaveLength(1)
  await harness.banks.control('statement-faults', { account: '02-0192-0214002-00', kind: 'missing', count: 1 }) // the newest line is the second payment's
  expect(await reconcile(deps, connection)).toBeGreaterThan(0)
  const { rows: lines } = await sql`select verdict, type, reference, amount from bank_statement_line`.execute(db)
  expect(lines).toEqual([{ verdict: 'matched', type: 'BP', reference: shown.id.slice(0, 12), amount: 1234n }])
  const { rows: raised } = await sql<{ kind: string; amount: bigint; ref: string }>`select kind, amount, ref from operator_exception order by kind`.execute(db)
  expect(raised).toMatchObject([
    { kind: 'statement-missing', amount: -4321n, ref: expect.stringContaining(absent.id) },
    { kind: 'statement-sum', amount: -4321n },
  ])
})
