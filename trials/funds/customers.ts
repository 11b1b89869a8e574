import { randomUUID } from 'node:crypto'
import { createPerson } from '@nikau/testing/fixtures'
import type { FundsEnvironment } from './environment.ts'

export interface RequestedTransfer {
  id: string
  customer: Customer
  type: 'topup' | 'withdrawal'
  amount: number
}

export type Customer = Awaited<ReturnType<typeof createCustomer>>

/** A person with a wallet of real money and a linked bank account that allows direct debit. */
export async function createCustomer(environment: FundsEnvironment, number: number, verified: boolean) {
  const { database, callOk } = environment
  const person = await createPerson(database, { givenName: 'Hēmi', familyName: `Māhuta ${number}`, email: `p${number}@example.nz`, emailVerified: true })
  const { headers } = person
  const account = await callOk('POST', '/api/accounts', headers, { name: 'Hēmi', type: 'individual' })
  const wallet = await callOk('POST', '/api/wallet-assets', headers, { accountId: account.id, ledgerId: 'nikau.nzd.main' })
  const linked = await callOk('POST', '/api/bank-accounts', headers, {
    accountId: account.id,
    bankAccountName: `Hēmi Māhuta ${number}`,
    bankAccountNumber: accountNumberOf(number),
    directDebitAuthority: { phoneNumber: '021 123 4567', fullName: 'Hēmi Māhuta', emailAddress: `p${number}@example.nz` },
  })
  // No limits, and most accounts are verified without the code: the trial is about transfers.
  await environment.query(
    `insert into quota_limit select $1, t, 'nikau.nzd.main', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
    [account.id],
  )
  if (verified) await environment.query(`update bank_account set verified_at = created_at, status = 'active' where id = $1`, [linked.id])
  const requestTransfer = async (type: 'topup' | 'withdrawal', amount: number): Promise<string | undefined> => {
    const body = { bankAuthorityId: linked.id, walletId: wallet.id, amount: String(amount), idempotencyKey: randomUUID() }
    const answer = await environment.callUntilAnswered('POST', type === 'topup' ? '/api/topups' : '/api/withdrawals', headers, body)
    if (answer.status === 200) return String(answer.body.id)
    // Over the holidays ten days of top-ups can be pending at once; an unverified account gets few withdrawals.
    if (['INSUFFICIENT_WALLET_BALANCE', 'MAX_INFLIGHT_TOPUPS_EXCEEDED', 'WITHDRAWAL_LIMIT_UNVERIFIED'].includes(String(answer.body?.message))) return undefined
    throw new Error(`${type} of ${amount}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return {
    verified,
    bankAccountId: String(linked.id),
    requestTransfer,
    verify: (code: string) => callOk('POST', `/api/bank-accounts/${linked.id}/verify`, headers, { verificationCode: code }),
    balance: async () => Number((await callOk('GET', `/api/assets/${wallet.id}`, headers)).balance),
  }
}

/** The nth account number of bank 01, branch 0902 with a valid check digit. */
function accountNumberOf(nth: number): string {
  const weights = [6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1]
  let found = -1
  for (let base = 100_000; ; base++) {
    const digits = `0902${String(base).padStart(8, '0')}`
    const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
    if (sum % 11 === 0 && ++found === nth) return `01-0902-${String(base).padStart(7, '0')}-00`
  }
}
