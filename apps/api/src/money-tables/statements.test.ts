import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openBankConnections } from '../modules/bank-files/bank-connections.ts'
import { noReceipts } from '../modules/bank-files/fixtures.ts'
import { reconcile } from '../modules/bank-files/reconcile.ts'
import { startPayByBank } from '../modules/pay-by-bank/fixtures.ts'
import { reverseSettled } from '../modules/pay-by-bank/settle.ts'
import { selectBankPayment } from '../modules/pay-by-bank/store.ts'
import { expectPage } from './fixtures.ts'

const database = await testDatabase()
const payByBank = await startPayByBank(database, { live: true })
const dayMs = 86_400_000

test('docs/money/statements.md', { timeout: 90_000 }, async () => {
  const { db } = database
  const { banks, shop } = payByBank
  const connection = openBankConnections({
    BANK_CONNECTIONS: [{ bank: 'bnz', url: `${banks.origin}/bnz`, account: parseAccountNumber('02-0192-0214002-00')! }],
    BANK_FILES_SECRET: new Secret('sandbox-files-secret'),
  })[0]!
  const moveBank = (ms: number) => banks.control('clock', { now: new Date(Date.now() + ms).toISOString() })
  await moveBank(-dayMs)
  await banks.control('other-party', { account: '02-0192-0214002-00', cents: 500_000 })
  await moveBank(0)
  const read = async () => {
    await moveBank(3 * dayMs)
    const deps = {
      db,
      ledger: payByBank.deps.ledger,
      clock: fakeClock(new Date(Date.now() + 3 * dayMs).toISOString()),
      ids: randomIds,
      connections: [connection],
      receipts: noReceipts,
      transfers: { claimForBatch: async () => [], settle: async () => 'conflict' as const, fail: async () => 'conflict' as const, reverse: async () => 'conflict' as const }, // prettier-ignore
      vault: { seal: () => ({ sealed: Buffer.alloc(0), keyId: '' }), open: () => '' },
    }
    await reconcile(deps, connection)
  }
  await expectPage('statements', database, async ({ step }, name) => {
    name(shop.settlementWallet, 'cafe')
    const balances = ['bank', 'own:nzd.main', 'pay-by-bank:bnz:nzd.main']
    let id = ''
    await step(
      'A bank calls a payment paid',
      async () => {
        const paid = await payByBank.completePayment(4000)
        name(paid.requestId, 'request')
        id = paid.id
        await vi.waitFor(async () => {
          const { rows } = await sql`select from pay_by_bank_payment where id = ${id} and bank_status = 'completed'`.execute(db)
          expect(rows).toHaveLength(1)
        }, 30_000)
      },
      { balances: ['pay-by-bank:bnz:nzd.main'] },
    )
    await step('The first statement: what the account held before is ours, and it shows the payment', read, { balances })
    const reverse = async () => await reverseSettled(payByBank.deps, (await selectBankPayment(db, id))!)
    await step('The bank takes back what was shown: it is on its way out', reverse, { balances })
  })
})
