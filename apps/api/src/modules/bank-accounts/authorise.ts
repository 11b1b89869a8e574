import type { BodyOf } from '@nikau/contract'
import { type authorizeDirectDebit, type BankAccount, directDebitLimit, directDebitTermsVersion } from '@nikau/contract/bank-accounts'
import { isComplete } from '@nikau/contract/profile'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { freePlace } from './rules.ts'
import { shownOne } from './show.ts'
import { debitPlacesOf, insertAuthority, lockBankAccount, lockOwner, profileOf, selectBankAccount } from './store.ts'

type Authority = BodyOf<typeof authorizeDirectDebit>
type Refused = 'FORBIDDEN' | 'DIRECT_DEBIT_ALREADY_AUTHORIZED' | 'DIRECT_DEBIT_LIMIT_EXCEEDED' | 'PROFILE_INCOMPLETE'

/** Authorises direct debit from an account that is linked already. Given once, an authority does not change until it ends. */
export async function authorise(means: { db: Db; clock: Clock }, person: Person, id: string, body: Authority): Promise<BankAccount | Refusal<Refused>> {
  return await inTransaction(means.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    const found = await selectBankAccount(tx, id)
    if (!found || !(await mayActFor(tx, person, found.accountId))) return refuse('FORBIDDEN')
    await lockOwner(tx, found.accountId)
    const account = (await lockBankAccount(tx, id))!
    if (account.status === 'archived') return refuse('FORBIDDEN')
    if (account.directDebit) return refuse('DIRECT_DEBIT_ALREADY_AUTHORIZED')
    const place = await placeForDebit(tx, person, account.accountId)
    if (place instanceof Refusal) return place
    await agree(tx, person, { bankAccountId: id, place, authority: body, at: means.clock.now() })
    return await shownOne({ db: tx, clock: means.clock }, id)
  })
}

/** One of the four places for direct debit, for whoever has told us enough about themselves. The owner's row is held. */
export async function placeForDebit(
  tx: Tx,
  person: Person,
  accountId: string,
): Promise<number | Refusal<'PROFILE_INCOMPLETE' | 'DIRECT_DEBIT_LIMIT_EXCEEDED'>> {
  const profile = await profileOf(tx, person.personId)
  const known = { email: profile?.email ?? undefined, givenName: profile?.givenName ?? undefined, familyName: profile?.familyName ?? undefined }
  if (!isComplete(known)) return refuse('PROFILE_INCOMPLETE')
  return freePlace(await debitPlacesOf(tx, accountId), directDebitLimit) ?? refuse('DIRECT_DEBIT_LIMIT_EXCEEDED')
}

/** Writes down what was agreed to: by whom, when, and which words of the terms they had before them. */
export async function agree(tx: Tx, person: Person, of: { bankAccountId: string; place: number; authority: Authority; at: Date }): Promise<void> {
  await insertAuthority(tx, {
    bankAccountId: of.bankAccountId,
    place: of.place,
    termsVersion: directDebitTermsVersion,
    fullName: of.authority.fullName,
    phone: of.authority.phoneNumber,
    email: of.authority.emailAddress,
    at: of.at,
    by: person.personId,
  })
}
