import { randomUUID } from 'node:crypto'
import { givenPerson } from '@nikau/testing/given'
import type { World } from './world.ts'

/** What was asked for, and what must come of it. */
export interface Asked {
  id: string
  person: Person
  type: 'topup' | 'withdrawal'
  amount: number
}

export type Person = Awaited<ReturnType<typeof makePerson>>

/** A person with a wallet of real money and a linked bank account that allows direct debit. */
export async function makePerson(world: World, place: number, verified: boolean) {
  const { database, must } = world
  const person = await givenPerson(database, { givenName: 'Hēmi', familyName: `Māhuta ${place}`, email: `p${place}@example.nz`, emailVerified: true })
  const { headers } = person
  const account = await must('POST', '/api/accounts', headers, { name: 'Hēmi', type: 'individual' })
  const wallet = await must('POST', '/api/wallet-assets', headers, { accountId: account.id, ledgerId: 'nikau.nzd.main' })
  const linked = await must('POST', '/api/bank-accounts', headers, {
    accountId: account.id,
    bankAccountName: `Hēmi Māhuta ${place}`,
    bankAccountNumber: numberAt(place),
    directDebitAuthority: { phoneNumber: '021 123 4567', fullName: 'Hēmi Māhuta', emailAddress: `p${place}@example.nz` },
  })
  // Limits are not what is tried here, nor is the way to verify by most of them.
  await world.rows(
    `insert into quota_limit select $1, t, 'nikau.nzd.main', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
    [account.id],
  )
  if (verified) await world.rows(`update bank_account set verified_at = created_at, status = 'active' where id = $1`, [linked.id])
  const ask = async (type: 'topup' | 'withdrawal', amount: number): Promise<string | undefined> => {
    const body = { bankAuthorityId: linked.id, walletId: wallet.id, amount: String(amount), idempotencyKey: randomUUID() }
    const answer = await world.insist('POST', type === 'topup' ? '/api/topups' : '/api/withdrawals', headers, body)
    if (answer.status === 200) return String(answer.body.id)
    // Over the holidays ten days' top-ups can be with the bank at once.
    if (['INSUFFICIENT_WALLET_BALANCE', 'MAX_INFLIGHT_TOPUPS_EXCEEDED'].includes(String(answer.body?.message))) return undefined
    throw new Error(`${type} of ${amount}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return {
    verified,
    bankAccountId: String(linked.id),
    ask,
    verify: (code: string) => must('POST', `/api/bank-accounts/${linked.id}/verify`, headers, { verificationCode: code }),
    balance: async () => Number((await must('GET', `/api/assets/${wallet.id}`, headers)).balance),
  }
}

/** The bank account number of a place in the row: bank 01, branch 0902, a base whose check digit is right. */
function numberAt(place: number): string {
  const weights = [6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1]
  let found = -1
  for (let base = 100_000; ; base++) {
    const digits = `0902${String(base).padStart(8, '0')}`
    const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
    if (sum % 11 === 0 && ++found === place) return `01-0902-${String(base).padStart(7, '0')}-00`
  }
}
