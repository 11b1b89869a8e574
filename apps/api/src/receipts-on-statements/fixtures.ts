// Live card payments at the sandbox card company, our account at the sandbox bank, both in other processes, on a clock that tests move.
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { calendarDate } from '@nikau/nz/nz-time'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, startBankFilesSandbox, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { openBankConnections } from '../modules/bank-files/bank-connections.ts'
import type { BankFileDeps } from '../modules/bank-files/deps.ts'
import { reconcile } from '../modules/bank-files/reconcile.ts'
import { startCardPayments } from '../modules/card-payments/fixtures.ts'
import { createPayer, createShop, createTokens } from '../fixtures.ts'
import { applyBillReceipts } from '../modules/receipts/apply-bill-receipts.ts'
import { billIssuers } from '../modules/receipts/bill-issuers.ts'
import { createReceiptPort, issuerBillTerms } from '../modules/receipts/index.ts'
import { settleCards } from '../modules/receipts/settle-cards.ts'

const ourAccount = '02-0192-0214002-00'

export async function startReceipts(database: TestDatabase, startsAt: string) {
  const clock = fakeClock(startsAt)
  const banks = await startBankFilesSandbox(startsAt)
  const cards = await startCardPayments(database, { clock, live: true })
  const db = database.openAs('nikau_worker').db
  const deps = {
    db,
    ledger: cards.ledger,
    clock,
    companyOf: cards.companyOf,
    ids: randomIds,
    payTo: parseAccountNumber(ourAccount)!,
    terms: issuerBillTerms.parse({}),
  }
  const connections = openBankConnections({
    BANK_CONNECTIONS: [{ bank: 'bnz', url: banks.url, account: parseAccountNumber(ourAccount)! }],
    BANK_FILES_SECRET: new Secret(banks.secret),
  })
  const connection = connections[0]!
  const files: BankFileDeps = {
    db,
    ledger: cards.ledger,
    clock,
    ids: randomIds,
    connections,
    receipts: createReceiptPort(deps),
    transfers: { claimForBatch: async () => [], settle: async () => 'conflict', fail: async () => 'conflict', reverse: async () => 'conflict' },
    vault: { seal: () => ({ sealed: Buffer.alloc(0), keyId: '' }), open: () => '' },
  }
  let lastSeen = 0n
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  const at = async (moment: string) => {
    clock.set(moment)
    await banks.setClock(moment)
  }
  return {
    at,
    banks,
    cards,
    clock,
    deps,
    rows,
    ourAccount,
    today: () => calendarDate(clock.now()),
    /** Reads the statements up to yesterday. */
    readStatements: () => reconcile(files, connection),
    settleCards: () => settleCards(deps),
    billIssuers: () => billIssuers(deps),
    applyBillReceipts: () => applyBillReceipts(deps),
    /** A live shop that redeems the tokens of an issuer, another business, for one dollar and more. */
    async createIssuer() {
      const { api } = cards
      const [shop, issuer] = [await createShop(api, database, { test: false }), await createShop(api, database, { test: false })]
      const tokens = await createTokens(database, clock, { merchantId: shop.merchantId, accountId: issuer.accountId }, 'coffee', false)
      const payer = await createPayer(api, database, 0, 'nikau.nzd.main')
      return {
        issuer,
        shop,
        tokens,
        account: `owed:${issuer.accountId}:nzd.main`,
        /** Redeems a token and returns the request. */
        async redeem(price: number) {
          const token = await tokens.issue(payer.accountId)
          const { id } = await shop.createRequest(price, { lineItems: [{ name: 'Coffee', sku: 'coffee', qty: '1', price: String(price) }] })
          const paid = await payer.pay(id, { assetType: 'nikau.token.main', assetId: token })
          if (paid.status !== 200) throw new Error(`not redeemed: ${JSON.stringify(paid.body)}`)
          return { requestId: id as string, tokenId: token }
        },
        refund: (requestId: string, amount: number) =>
          api.post(
            `/api/payment-requests/${requestId}/refund`,
            { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${requestId}` },
            shop.till,
          ),
        bills: async () =>
          await rows(sql<{ id: string; reference: string; amount: bigint; paid: bigint; day: string; due: string; isPaid: boolean }>`
            select id, reference, amount, paid, day::text as day, due_day::text as due, paid_at is not null as "isPaid" from issuer_bill
             where issuer_account_id = ${issuer.accountId} order by from_version`),
      }
    },
    /** A payment to our account at the bank, today. */
    payUs: (cents: number, text: { reference?: string; code?: string; particulars?: string } = {}) =>
      banks.control('other-party', { account: ourAccount, cents, ...text }),
    payAdvice: (reference: string, cents?: number) =>
      cards.company.paySettlement(reference, { banks: banks.origin, account: ourAccount, ...(cents !== undefined && { cents }) }),
    owed: async (account: string) => -(await cards.balance(account)),
    position: async () =>
      (await rows(sql<{ unexplained: bigint; unbooked: bigint }>`select unexplained::bigint, receipts_unbooked::bigint as unbooked from bank_position`))[0]!,
    /** What is open stays so: it is somebody's task. The next test looks at what comes after it. */
    async ignoreOpenExceptions() {
      lastSeen = (await rows(sql<{ id: bigint }>`select coalesce(max(id), 0) as id from operator_exception`))[0]!.id
    },
    openExceptions: async () =>
      (
        await rows(
          sql<{ text: string }>`
            select kind || ' ' || ref || ' ' || coalesce(amount, 0) as text from operator_exception where closed_at is null and id > ${lastSeen} order by id`,
        )
      ).map(({ text }) => text),
    /** Postings of receipts: kind and amount on our account at the bank. */
    receipts: async () =>
      await rows(sql<{ reference: string; amount: bigint }>`
        select p.reference, -e.amount as amount from ledger.posting p join ledger.entry e on e.posting = p.id join ledger.account a on a.no = e.account
         where a.id = 'bank' order by p.id`),
  }
}
