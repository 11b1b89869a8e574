import type { BodyOf } from '@nikau/contract'
import { accountNameMessage, accountNameToSend } from '@nikau/contract/bank-account-name'
import { livenessOfAccount, maskAccountNumber } from '@nikau/contract/bank-account-number'
import { type BankAccount, holderLimit, type linkBankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { BadRequest } from '../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { agree, placeForDebit } from './authorise.ts'
import { freePlace, readNumber } from './rules.ts'
import { shownOne } from './show.ts'
import { earlierTries, holdersOf, insertBankAccount, lockNumber, lockOwner } from './store.ts'

export interface LinkMeans {
  db: Db
  clock: Clock
  ids: Ids
  vault: Vault
}

type Refused = keyof typeof linkBankAccount.refusals

/**
 * Links a bank account, with direct debit where its terms were agreed to. Whoever links the same number at the same moment waits,
 * so that it gets no third holder; whoever links for the same account waits too, so that it gets no fifth direct debit.
 */
export async function link(means: LinkMeans, person: Person, body: BodyOf<typeof linkBankAccount>): Promise<BankAccount | Refusal<Refused>> {
  const { accountId, directDebitAuthority: authority } = body
  const fault = accountNameMessage(body.bankAccountName)
  if (fault) throw new BadRequest({ path: ['bankAccountName'], message: fault })
  if (!(await mayActFor(means.db, person, accountId))) return refuse('FORBIDDEN')
  const number = readNumber(body.bankAccountNumber)
  if (!number) return refuse('INVALID_BANK_ACCOUNT_NUMBER')
  const fingerprint = means.vault.fingerprint(number)
  return await inTransaction(means.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    await lockOwner(tx, accountId)
    await lockNumber(tx, fingerprint)
    const holders = await holdersOf(tx, fingerprint)
    if (holders.some((holder) => holder.accountId === accountId)) return refuse('DUPLICATE_BANK_ACCOUNT')
    const debitPlace = authority && (await placeForDebit(tx, person, accountId))
    if (debitPlace instanceof Refusal) return debitPlace.code === 'PROFILE_INCOMPLETE' ? refuse('PROFILE_INCOMPLETE') : refuse('BANK_ACCOUNT_LIMIT_EXCEEDED')
    const holderPlace = freePlace(
      holders.map((holder) => holder.holderPlace),
      holderLimit,
    )
    if (!holderPlace) return refuse('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
    const id = means.ids.public()
    const at = means.clock.now()
    await insertBankAccount(tx, {
      id,
      accountId,
      name: accountNameToSend(body.bankAccountName),
      ...means.vault.seal(number, id),
      fingerprint,
      maskedNumber: maskAccountNumber(number),
      liveness: livenessOfAccount(number),
      holderPlace,
      tries: await earlierTries(tx, accountId, fingerprint),
      at,
      by: person.personId,
    })
    if (authority && debitPlace) await agree(tx, person, { bankAccountId: id, place: debitPlace, authority, at })
    return await shownOne({ db: tx, clock: means.clock }, id)
  })
}
