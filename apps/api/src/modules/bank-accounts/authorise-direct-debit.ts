import type { BodyOf } from '@nikau/contract'
import { type authorizeDirectDebit, type BankAccount, maxDirectDebitAccounts, directDebitTermsVersion } from '@nikau/contract/bank-accounts'
import { isProfileComplete } from '@nikau/contract/profile'
import type { Clock, Db, Tx, Vault } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { sealDetails } from './authority-details.ts'
import { firstFreeSlot } from './rules.ts'
import { presentBankAccount } from './present.ts'
import { selectDebitSlots, insertAuthority, lockBankAccount, lockOwner, selectProfile, selectBankAccount } from './store.ts'

type Authority = BodyOf<typeof authorizeDirectDebit>
type Refused = 'FORBIDDEN' | 'DIRECT_DEBIT_ALREADY_AUTHORIZED' | 'DIRECT_DEBIT_LIMIT_EXCEEDED' | 'PROFILE_INCOMPLETE'

/** Authorises direct debit from a linked bank account. An authority does not change until it ends. */
export async function authoriseDirectDebit(
  deps: { db: Db; clock: Clock; vault: Vault },
  person: Person,
  id: string,
  body: Authority,
  source: Source,
): Promise<BankAccount | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    const found = await selectBankAccount(tx, id)
    if (!found || !(await mayActFor(tx, person, found.accountId))) return refuse('FORBIDDEN')
    await lockOwner(tx, found.accountId)
    const account = (await lockBankAccount(tx, id))!
    if (account.status === 'archived') return refuse('FORBIDDEN')
    if (account.directDebit) return refuse('DIRECT_DEBIT_ALREADY_AUTHORIZED')
    const slot = await reserveDebitSlot(tx, person, account.accountId)
    if (slot instanceof Refusal) return slot
    const at = deps.clock.now()
    await recordAuthority(tx, deps.vault, person, { bankAccountId: id, slot, authority: body, at })
    await recordSecurityEvent(tx, { ...person, ...source, kind: 'direct-debit-authorised', at, detail: { bankAccount: account.maskedNumber } })
    return await presentBankAccount({ db: tx, clock: deps.clock }, id)
  })
}

/** A free direct debit slot, for a person with a complete profile. The caller has locked the owner's row. */
export async function reserveDebitSlot(
  tx: Tx,
  person: Person,
  accountId: string,
): Promise<number | Refusal<'PROFILE_INCOMPLETE' | 'DIRECT_DEBIT_LIMIT_EXCEEDED'>> {
  const profile = await selectProfile(tx, person.personId)
  const fields = { email: profile?.email ?? undefined, givenName: profile?.givenName ?? undefined, familyName: profile?.familyName ?? undefined }
  if (!isProfileComplete(fields)) return refuse('PROFILE_INCOMPLETE')
  return firstFreeSlot(await selectDebitSlots(tx, accountId), maxDirectDebitAccounts) ?? refuse('DIRECT_DEBIT_LIMIT_EXCEEDED')
}

/** Records what was agreed: by whom, when, and to which version of the terms. */
export async function recordAuthority(
  tx: Tx,
  vault: Vault,
  person: Person,
  input: { bankAccountId: string; slot: number; authority: Authority; at: Date },
): Promise<void> {
  const { fullName, phoneNumber: phone, emailAddress: email } = input.authority
  await insertAuthority(tx, {
    bankAccountId: input.bankAccountId,
    slot: input.slot,
    termsVersion: directDebitTermsVersion,
    details: sealDetails(vault, input.bankAccountId, { fullName, phone, email }),
    at: input.at,
    by: person.personId,
  })
}
