import { parseAccountNumber } from '@nikau/contract/bank-account-number'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { payingByBank } from './modules/one-off-payments/given.ts'
import { openDesks } from './modules/bank-files/desks.ts'
import type { BankFileMeans } from './modules/bank-files/means.ts'
import { reconcile } from './modules/bank-files/reconcile.ts'

const database = await testDatabase()
const { db } = database
const world = await payingByBank(database)
const desk = openDesks({
  BANK_DESKS: [{ bank: 'bnz', url: `${world.banks.origin}/bnz`, account: parseAccountNumber('02-0192-0214002-00')! }],
  BANK_FILES_SECRET: new Secret('sandbox-files-secret'),
})[0]!
// A payment may stand on the next day’s statement, and that one is written in the night after it.
const later = new Date(Date.now() + 3 * 86_400_000)
const means: BankFileMeans = {
  db,
  clock: fakeClock(later.toISOString()),
  ids: randomIds,
  desks: [desk],
  transfers: { takeForFile: async () => [], settle: async () => 'conflict', fail: async () => 'conflict', reverse: async () => 'conflict' },
  vault: { seal: () => ({ sealed: Buffer.alloc(0), keyId: '' }), open: () => '' },
}

test('a customer’s payment is found on our statement by the words it was sent with; one that is not there is missing', async () => {
  const [shown, absent] = [await world.whole(1234), await world.whole(4321)]
  expect([shown.paid.status, absent.paid.status]).toEqual([200, 200])
  await vi.waitFor(async () => {
    const { rows } = await sql`select from one_off_payment where bank_status = 'completed'`.execute(db)
    expect(rows).toHaveLength(2)
  }, 10_000)
  // As real payments: those are the ones that our statements are compared with.
  await sql`update one_off_payment set test = false, updated_at = now() - interval '1 hour'`.execute(db)
  const payments = (await world.banks.payments()).filter((one) => one.initiation.EndToEndIdentification === absent.id)
  expect(payments).toHaveLength(1)
  await world.banks.control('statement-plants', { account: '02-0192-0214002-00', kind: 'missing', count: 1 }) // the newest line is the second payment's
  expect(await reconcile(means, desk)).toBeGreaterThan(0)
  const { rows: lines } = await sql`select verdict, type, reference, amount from bank_statement_line`.execute(db)
  expect(lines).toEqual([{ verdict: 'matched', type: 'BP', reference: shown.id.slice(0, 12), amount: 1234n }])
  const { rows: listed } = await sql<{ kind: string; amount: bigint; ref: string }>`select kind, amount, ref from operator_exception order by kind`.execute(db)
  expect(listed).toMatchObject([
    { kind: 'statement-missing', amount: -4321n, ref: expect.stringContaining(absent.id) },
    { kind: 'statement-sum', amount: -4321n },
  ])
})
