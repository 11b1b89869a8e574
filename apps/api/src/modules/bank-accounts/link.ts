import type { BodyOf } from '@nikau/contract'
import { accountNameMessage, toBankAccountName } from '@nikau/contract/bank-account-name'
import { livenessOfAccount, maskAccountNumber } from '@nikau/nz/bank-account-number'
import { type BankAccount, maxBankAccountHolders, type linkBankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { BadRequest } from '../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { recordAuthority, reserveDebitSlot } from './authorise-direct-debit.ts'
import { firstFreeSlot, parseValidNumber } from './rules.ts'
import { presentBankAccount } from './present.ts'
import { selectEarlierFailedAttempts, selectHolders, insertBankAccount, lockNumber, lockOwner } from './store.ts'

export interface LinkDeps {
  db: Db
  clock: Clock
  ids: Ids
  vault: Vault
}

type Refused = keyof typeof linkBankAccount.refusals

/**
 * Links a bank account, with direct debit if its terms were agreed to. Concurrent links of the same number, or for the same owner, are
 * serialised, so that a number gets no third holder and an owner no fifth direct debit.
 */
export async function link(deps: LinkDeps, person: Person, body: BodyOf<typeof linkBankAccount>): Promise<BankAccount | Refusal<Refused>> {
  const { accountId, directDebitAuthority: authority } = body
  const problem = accountNameMessage(body.bankAccountName)
  if (problem) throw new BadRequest({ path: ['bankAccountName'], message: problem })
  if (!(await mayActFor(deps.db, person, accountId))) return refuse('FORBIDDEN')
  const number = parseValidNumber(body.bankAccountNumber)
  if (!number) return refuse('INVALID_BANK_ACCOUNT_NUMBER')
  const fingerprint = deps.vault.fingerprint(number)
  return await inTransaction(deps.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    await lockOwner(tx, accountId)
    await lockNumber(tx, fingerprint)
    const holders = await selectHolders(tx, fingerprint)
    if (holders.some((holder) => holder.accountId === accountId)) return refuse('DUPLICATE_BANK_ACCOUNT')
    const debitSlot = authority && (await reserveDebitSlot(tx, person, accountId))
    if (debitSlot instanceof Refusal) return debitSlot.code === 'PROFILE_INCOMPLETE' ? refuse('PROFILE_INCOMPLETE') : refuse('BANK_ACCOUNT_LIMIT_EXCEEDED')
    const holderSlot = firstFreeSlot(
      holders.map((holder) => holder.holderSlot),
      maxBankAccountHolders,
    )
    if (!holderSlot) return refuse('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
    const id = deps.ids.public()
    const at = deps.clock.now()
    await insertBankAccount(tx, {
      id,
      accountId,
      name: toBankAccountName(body.bankAccountName),
      ...deps.vault.seal(number, id),
      fingerprint,
      maskedNumber: maskAccountNumber(number),
      liveness: livenessOfAccount(number),
      holderSlot,
      failedAttempts: await selectEarlierFailedAttempts(tx, accountId, fingerprint),
      at,
      by: person.personId,
    })
    if (authority && debitSlot) await recordAuthority(tx, person, { bankAccountId: id, slot: debitSlot, authority, at })
    return await presentBankAccount({ db: tx, clock: deps.clock }, id)
  })
}
