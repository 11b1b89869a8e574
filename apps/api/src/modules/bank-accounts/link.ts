import type { BodyOf } from '@nikau/contract'
import { accountNameMessage, toBankAccountName } from '@nikau/contract/bank-account-name'
import { livenessOfAccount, maskAccountNumber } from '@nikau/nz/bank-account-number'
import { type BankAccount, maxBankAccountHolders, type linkBankAccount, untilRefusal } from '@nikau/contract/bank-accounts'
import type { Ledger } from '@nikau/ledger'
import type { PayeeChecker } from '@nikau/rails/payee-check'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import type { Person, Source } from '../../http/bind.ts'
import { BadRequest } from '../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { sendAccountCheck } from '../outgoing-payments/index.ts'
import { recordAuthority, reserveDebitSlot } from './authorise-direct-debit.ts'
import { type BankAccountLimits, linkAllowedAt, parseValidNumber } from './rules.ts'
import { comparePayee } from './payee-check.ts'
import { presentBankAccount } from './present.ts'
import { selectEarlierFailedAttempts, selectHolders, selectLastLinks, insertBankAccount, isLiveOrg, lockNumber, lockOwner } from './store.ts'

export interface LinkDeps {
  db: Db
  clock: Clock
  ids: Ids
  ledger: Ledger
  vault: Vault
  bankAccountLimits: BankAccountLimits
  payees: PayeeChecker
}

type Refused = keyof typeof linkBankAccount.refusals

/**
 * Links a bank account, with direct debit if its terms were agreed to. Concurrent links of the same number, or for the same owner, are
 * serialised, so that an owner gets no fifth direct debit. A link holds no place of its number until it is verified. `source` is where
 * the person's call comes from; links without one, of the seed, are no security events.
 */
export async function link(deps: LinkDeps, person: Person, body: BodyOf<typeof linkBankAccount>, source?: Source): Promise<BankAccount | Refusal<Refused>> {
  const { accountId, directDebitAuthority: authority } = body
  const problem = accountNameMessage(body.bankAccountName)
  if (problem) throw new BadRequest({ path: ['bankAccountName'], message: problem })
  if (!(await mayActFor(deps.db, person, accountId))) return refuse('FORBIDDEN')
  const number = parseValidNumber(body.bankAccountNumber)
  if (!number) return refuse('INVALID_BANK_ACCOUNT_NUMBER')
  if (body.purpose === 'settlement' && (livenessOfAccount(number) === 'test' || !(await isLiveOrg(deps.db, accountId))))
    throw new BadRequest({ path: ['purpose'], message: 'is for live accounts of businesses' })
  const fingerprint = deps.vault.fingerprint(number)
  const linked = await inTransaction(deps.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    await lockOwner(tx, accountId)
    await lockNumber(tx, fingerprint)
    const holders = await selectHolders(tx, fingerprint)
    if (holders.some((holder) => holder.accountId === accountId)) return refuse('DUPLICATE_BANK_ACCOUNT')
    const debitSlot = authority && (await reserveDebitSlot(tx, person, accountId))
    if (debitSlot instanceof Refusal) return debitSlot.code === 'PROFILE_INCOMPLETE' ? refuse('PROFILE_INCOMPLETE') : refuse('BANK_ACCOUNT_LIMIT_EXCEEDED')
    if (holders.filter((holder) => holder.verified).length >= maxBankAccountHolders) return refuse('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
    const at = deps.clock.now()
    const limits = deps.bankAccountLimits
    const until = linkAllowedAt(await selectLastLinks(tx, accountId, Math.max(limits.linksPerDay, limits.linksPerMonth)), limits, at)
    if (until) return refuse('BANK_ACCOUNT_LINK_LIMIT_EXCEEDED', z.encode(untilRefusal, { until }))
    const id = deps.ids.public()
    const maskedNumber = maskAccountNumber(number)
    await insertBankAccount(tx, {
      id,
      accountId,
      name: toBankAccountName(body.bankAccountName),
      ...deps.vault.seal(number, id),
      fingerprint,
      maskedNumber,
      liveness: livenessOfAccount(number),
      needsPayeeCheck: body.purpose === 'settlement',
      failedAttempts: await selectEarlierFailedAttempts(tx, accountId, fingerprint),
      at,
      by: person.personId,
    })
    if (authority && debitSlot) await recordAuthority(tx, deps.vault, person, { bankAccountId: id, slot: debitSlot, authority, at })
    // One event for both: a message about the authority on top would say nothing new.
    if (body.purpose === 'settlement') await sendAccountCheck(tx, deps, { accountId, bankAccountId: id, now: at })
    if (source) await recordSecurityEvent(tx, { ...person, ...source, kind: 'bank-account-linked', at, detail: { bankAccount: maskedNumber } })
    return await presentBankAccount({ db: tx, clock: deps.clock }, id)
  })
  if (linked instanceof Refusal || body.purpose !== 'settlement') return linked
  // Now, because the person looks at the screen; if this process ends here, a job asks.
  await comparePayee(deps, { id: linked.id, accountId, number, name: linked.bankAccountName })
  return await presentBankAccount(deps, linked.id)
}
