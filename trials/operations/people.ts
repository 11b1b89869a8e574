import { randomUUID } from 'node:crypto'
import { createAccessToken, createPerson } from '@nikau/testing/fixtures'
import type { OperationsEnvironment } from './environment.ts'

/** Account numbers of bank 01, branch 0902 with a valid check digit, one after the other. The sandbox takes them as accounts at another bank. */
function* accountNumbers(): Generator<string, never> {
  const weights = [6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1]
  for (let base = 100_000; ; base++) {
    const digits = `0902${String(base).padStart(8, '0')}`
    const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
    if (sum % 11 === 0) yield `01-0902-${String(base).padStart(7, '0')}-00`
  }
}
const numbers = accountNumbers()
const dayMs = 86_400_000

/** A person whose session lasts as long as the trial. */
async function createSignedIn({ database }: OperationsEnvironment, givenName: string, email: string) {
  const { personId } = await createPerson(database, { givenName, familyName: 'Ngata', email, emailVerified: true })
  return { authorization: `Bearer ${await createAccessToken(database, personId, new Date(Date.now() + dayMs))}` }
}

export type Customer = Awaited<ReturnType<typeof createCustomer>>

/** A person with a wallet and a linked bank account. `paid` and `refunded` are what the shops' answers said. */
export async function createCustomer(environment: OperationsEnvironment, number: number) {
  const { callOk, callUntilAnswered, query } = environment
  const headers = await createSignedIn(environment, `Aroha ${number}`, `c${number}@example.nz`)
  const account = await callOk('POST', '/api/accounts', headers, { name: 'Aroha', type: 'individual' })
  const wallet = await callOk('POST', '/api/wallet-assets', headers, { accountId: account.id, ledgerId: 'nikau.nzd.main' })
  const bankNumber = numbers.next().value
  const linked = await callOk('POST', '/api/bank-accounts', headers, {
    accountId: account.id,
    bankAccountName: `Aroha Ngata ${number}`,
    bankAccountNumber: bankNumber,
    directDebitAuthority: { phoneNumber: '021 123 4567', fullName: 'Aroha Ngata', emailAddress: `c${number}@example.nz` },
  })
  // No limits; most accounts are verified without the code, because the trial is about money.
  await query(
    `insert into quota_limit select $1, t, 'nikau.nzd.main', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
    [account.id],
  )
  const isVerified = number % 25 !== 0
  if (isVerified) await query(`update bank_account set verified_at = created_at, status = 'active' where id = $1`, [linked.id])
  const transfer = async (path: string, amount: number) => {
    const body = { bankAuthorityId: linked.id, walletId: wallet.id, amount: String(amount), idempotencyKey: randomUUID() }
    return (await callUntilAnswered('POST', path, headers, body)).status === 200
  }
  const totals = { paid: 0, refunded: 0 }
  return {
    walletId: String(wallet.id),
    bankAccountId: String(linked.id),
    bankNumber,
    headers,
    totals,
    topUp: (amount: number) => transfer('/api/topups', amount),
    withdraw: (amount: number) => transfer('/api/withdrawals', amount),
    /** True when the shop was paid. */
    async pay(requestId: string, amount: number): Promise<boolean> {
      const body = { assetType: 'nikau.nzd.main', assetId: wallet.id, idempotencyKey: randomUUID() }
      const answer = await callUntilAnswered('POST', `/api/payment-requests/${requestId}/pay`, headers, body)
      if (answer.status !== 200) return false
      totals.paid += amount
      return true
    },
  }
}

export type Merchant = Awaited<ReturnType<typeof createMerchant>>

/** A business whose payouts go to a bank account at another bank. */
export async function createMerchant(environment: OperationsEnvironment, number: number) {
  const { callOk, callUntilAnswered, query } = environment
  const headers = await createSignedIn(environment, `Tama ${number}`, `m${number}@example.nz`)
  const org = await callOk('POST', '/api/accounts', headers, { name: `Shop ${number} Ltd`, type: 'org', test: false })
  await query(`insert into business (account_id, status, updated_at) values ($1, 'verified', now())`, [org.id])
  const gstNumber = '140107697'
  const merchant = await callOk('POST', '/api/merchants', headers, {
    accountId: org.id,
    name: `Shop ${number}`,
    country: 'NZ',
    test: false,
    type: 'e-commerce',
    gstNumber,
  })
  await query(`update merchant set status = 'active' where id = $1`, [merchant.id])
  const types = ['nikau.nzd.main', 'quartz-one-off.nzd.main', 'asb-payap-one-off.nzd.main', 'westpac-payap-one-off.nzd.main', 'farmlands.nzd.main']
  const config = await callOk('POST', `/api/merchants/${merchant.id}/configs`, headers, {
    paymentOptions: types.map((type) => ({ type })),
    allowedRedirectUrls: ['https://shop.example/pay'],
  })
  const key = await callOk('POST', `/api/accounts/${org.id}/api-keys`, headers, { name: 'till', role: 'merchant-terminal' })
  const till = { 'x-api-key': String(key.secret) }
  const bankNumber = numbers.next().value
  const linked = await callOk('POST', '/api/bank-accounts', headers, {
    accountId: org.id,
    bankAccountName: `Shop ${number} Ltd`,
    bankAccountNumber: bankNumber,
    purpose: 'settlement',
  })
  return {
    accountId: String(org.id),
    walletId: String(config.paymentOptions[0].walletId),
    bankNumber,
    headers,
    till,
    /** What was paid to it and refunded by it, by the answers of the API. */
    totals: { paid: 0, refunded: 0 },
    createRequest: async (amount: number, more: object = {}): Promise<string> =>
      (await callOk('POST', '/api/payment-requests', till, { configId: config.id, value: { amount: String(amount), currency: 'NZD' }, ...more })).id,
    refund: async (requestId: string, amount: number): Promise<boolean> => {
      const body = { value: { amount: String(amount), currency: 'NZD' }, externalRef: randomUUID() }
      return (await callUntilAnswered('POST', `/api/payment-requests/${requestId}/refund`, till, body)).status === 200
    },
    /** Enters the code that came with one cent, and sends payouts to the account from now on. */
    async choosePayoutAccount(): Promise<boolean> {
      const [check] = await query<{ particulars: string }>(
        `select particulars from outgoing_payment where bank_account_id = $1 and purpose = 'account-check' and status in ('sent', 'paid') order by id desc limit 1`,
        [linked.id],
      )
      if (!check) return false
      await callUntilAnswered('POST', `/api/bank-accounts/${linked.id}/verify`, headers, { verificationCode: check.particulars.slice(5) })
      return (await callUntilAnswered('PUT', `/api/accounts/${org.id}/payout-account`, headers, { bankAccountId: linked.id })).status === 200
    },
  }
}

/** Runs tasks, a few at a time. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>, width = 6): Promise<void> {
  const next = items[Symbol.iterator]()
  const worker = async () => {
    for (let item = next.next(); !item.done; item = next.next()) await work(item.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
