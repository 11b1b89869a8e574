import type { PayoutAccounts } from '@nikau/contract/payouts'
import { calendarDate, longDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordAudit, recordForOwners } from '../accounts/index.ts'
import { accountEffectiveAt, type PayoutTerms } from './rules.ts'
import {
  type AccountChoice,
  cancelPending,
  confirmChoice,
  hasHadAccount,
  insertAccountChoice,
  lockAccount,
  selectAccountChoices,
  selectBankAccount,
} from './store-settings.ts'

export interface PayoutAccountDeps {
  db: Db
  clock: Clock
  terms: PayoutTerms
}

interface Caller {
  person: Person
  source: Source
}

export async function getAccount({ db, clock }: PayoutAccountDeps, person: Person, accountId: string): Promise<PayoutAccounts | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId, 'payouts:read'))) return refuse('FORBIDDEN')
  return await presentAccounts(db, accountId, clock.now())
}

/**
 * Chooses where payouts go: a verified bank account of the same account. The first choice takes effect at once; any other after two
 * full business days, in which every owner can undo it, and payouts go to the old account meanwhile. To unlink the old account first shortens
 * nothing: then payouts wait.
 */
export async function chooseAccount(
  { db, clock, terms }: PayoutAccountDeps,
  { person, source }: Caller,
  accountId: string,
  bankAccountId: string,
): Promise<PayoutAccounts | Refusal<'FORBIDDEN' | 'BANK_ACCOUNT_NOT_VERIFIED' | 'PAYEE_NAME_MISMATCH' | 'LIVENESS_MISMATCH'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId, 'payouts:write'))) return refuse('FORBIDDEN')
    await lockAccount(tx, accountId)
    const chosen = await selectBankAccount(tx, bankAccountId)
    if (chosen?.accountId !== accountId) return refuse('FORBIDDEN')
    if (chosen.liveness === 'test') return refuse('LIVENESS_MISMATCH')
    if (!chosen.verified) return refuse('BANK_ACCOUNT_NOT_VERIFIED')
    if (chosen.nameWaits) return refuse('PAYEE_NAME_MISMATCH')
    const at = clock.now()
    const { current, pending } = await selectAccountChoices(tx, accountId, at)
    if ((pending ?? current)?.bankAccountId === bankAccountId) return await presentAccounts(tx, accountId, at)
    await cancelPending(tx, accountId, at)
    const isBackToCurrent = current?.bankAccountId === bankAccountId
    const waits = !isBackToCurrent && (await hasHadAccount(tx, accountId, at))
    const effectiveAt = waits ? accountEffectiveAt(calendarDate(at), terms) : at
    if (!isBackToCurrent) await insertAccountChoice(tx, { accountId, bankAccountId, personId: person.personId, at, effectiveAt })
    const detail = { bankAccount: chosen.maskedNumber, ...(effectiveAt > at && { from: longDate(effectiveAt) }) }
    await recordForOwners(tx, accountId, { kind: 'payout-account-changed', actor: person, source, at, detail })
    const before = current && { bankAccount: current.number }
    await recordAudit(tx, accountId, { action: 'payout-account-changed', actor: person, source, at, before, after: detail })
    return await presentAccounts(tx, accountId, at)
  })
}

/** Undoes a change that is not in effect yet. */
export async function cancelChange(
  { db, clock }: PayoutAccountDeps,
  { person, source }: Caller,
  accountId: string,
): Promise<PayoutAccounts | Refusal<'FORBIDDEN' | 'NO_PENDING_CHANGE'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId, 'payouts:write'))) return refuse('FORBIDDEN')
    await lockAccount(tx, accountId)
    const at = clock.now()
    const { current, pending } = await selectAccountChoices(tx, accountId, at)
    if (!(await cancelPending(tx, accountId, at))) return refuse('NO_PENDING_CHANGE')
    await recordForOwners(tx, accountId, { kind: 'payout-account-change-undone', actor: person, source, at, detail: {} })
    const audited = { before: pending && { bankAccount: pending.number }, after: current && { bankAccount: current.number } }
    await recordAudit(tx, accountId, { action: 'payout-account-change-undone', actor: person, source, at, ...audited })
    return await presentAccounts(tx, accountId, at)
  })
}

/** After a returned payout: the account is right, and the money is sent there again on the next business day. */
export async function confirmAccount(
  { db, clock }: PayoutAccountDeps,
  { person, source }: Caller,
  accountId: string,
): Promise<PayoutAccounts | Refusal<'FORBIDDEN' | 'NOTHING_TO_CONFIRM'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId, 'payouts:write'))) return refuse('FORBIDDEN')
    await lockAccount(tx, accountId)
    const at = clock.now()
    const { current } = await selectAccountChoices(tx, accountId, at)
    if (!current?.toConfirm) return refuse('NOTHING_TO_CONFIRM')
    await confirmChoice(tx, current.id, at)
    await recordForOwners(tx, accountId, { kind: 'payout-account-confirmed', actor: person, source, at, detail: { bankAccount: current.number } })
    await recordAudit(tx, accountId, { action: 'payout-account-confirmed', actor: person, source, at, after: { bankAccount: current.number } })
    return await presentAccounts(tx, accountId, at)
  })
}

async function presentAccounts(db: Db, accountId: string, now: Date): Promise<PayoutAccounts> {
  const { current, pending } = await selectAccountChoices(db, accountId, now)
  const present = ({ bankAccountId, name, number, effectiveAt }: AccountChoice) => ({ bankAccountId, name, number, effectiveAt })
  return { ...(current && { current: present(current) }), ...(pending && { pending: present(pending) }), toConfirm: current?.toConfirm ?? false }
}
