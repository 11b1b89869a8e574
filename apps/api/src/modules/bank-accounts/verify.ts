import type { AnswerOf } from '@nikau/contract'
import type { Liveness } from '@nikau/contract/amounts'
import { maxBankAccountHolders, maxVerificationAttempts, untilRefusal, type verifyBankAccount } from '@nikau/contract/bank-accounts'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { closeException } from '../exceptions/index.ts'
import { checkStatementCode, lockHeld, releaseHeld } from '../funds-transfers/index.ts'
import { presentBankAccount } from './present.ts'
import { type BankAccountLimits, dayMs, firstFreeSlot, lockedUntil } from './rules.ts'
import {
  type BankAccountRow,
  lockAttemptsOf,
  lockBankAccount,
  lockNumber,
  markVerified,
  recordWrongCode,
  selectFingerprint,
  selectHolders,
  selectWrongCodesOfNumber,
  selectWrongCodesOfPerson,
} from './store.ts'

interface MarkDeps {
  db: Db
  ledger: Ledger
  clock: Clock
}

export interface VerifyDeps extends MarkDeps {
  bankAccountLimits: BankAccountLimits
}

type Refused = keyof typeof verifyBankAccount.refusals

/**
 * Verifies a bank account by the code on its statement, and releases held top-ups to the wallet. Attempts on the same number and of
 * the same person are serialised, and a wrong one is committed before the response: concurrent calls cannot exceed a budget.
 */
export async function verify(
  deps: VerifyDeps,
  person: Person,
  id: string,
  code: string,
  source: Source,
): Promise<AnswerOf<typeof verifyBankAccount> | Refusal<Refused>> {
  const result = await inTransaction(deps.db, async (tx) => {
    const fingerprint = await selectFingerprint(tx, id)
    if (!fingerprint) return refuse('FORBIDDEN')
    await lockNumber(tx, fingerprint)
    await lockAttemptsOf(tx, person.personId)
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    if (account.verifiedAt) return refuse('BANK_ACCOUNT_ALREADY_VERIFIED')
    if (account.failedAttempts >= maxVerificationAttempts) return refuse('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
    const at = deps.clock.now()
    const until = await selectLockEnd(deps, tx, { fingerprint, personId: person.personId, at })
    if (until) return refuse('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED', z.encode(untilRefusal, { until }))
    const check = await checkStatementCode(tx, id, code, at)
    if (check === 'right') return await markVerifiedAndRelease(deps, tx, { id, fingerprint, at })
    await countWrongCode(deps, tx, { person, source, account, fingerprint, hadLiveCode: check === 'wrong', at })
    return 'wrong'
  })
  if (result === 'wrong') return refuse('VERIFICATION_CODE_INVALID')
  return result instanceof Refusal ? result : { verificationCode: code, bankAccount: await presentBankAccount(deps, id) }
}

interface Budgets {
  fingerprint: Buffer
  personId: string
  at: Date
}

/** When the later of the two locks ends: the number's, or the person's. */
async function selectLockEnd(deps: VerifyDeps, tx: Tx, { fingerprint, personId, at }: Budgets): Promise<Date | undefined> {
  const { wrongCodesOfNumber: ofNumber, wrongCodesOfPerson: ofPerson, lockDays } = deps.bankAccountLimits
  const ends = [
    lockedUntil(await selectWrongCodesOfNumber(tx, fingerprint, ofNumber), ofNumber, lockDays, at),
    lockedUntil(await selectWrongCodesOfPerson(tx, personId, ofPerson), ofPerson, lockDays, at),
  ].filter((end) => end !== undefined)
  return ends.length > 0 ? new Date(Math.max(...ends.map(Number))) : undefined
}

interface Attempt {
  person: Person
  source: Source
  account: BankAccountRow
  fingerprint: Buffer
  hadLiveCode: boolean
  at: Date
}

/** The person is told when this was the last attempt: the tries of the bank account or a budget are used up. */
async function countWrongCode(deps: VerifyDeps, tx: Tx, { person, source, account, fingerprint, hadLiveCode, at }: Attempt): Promise<void> {
  const { personId } = person
  // The lock is decided on codes that are at most two lock lengths old.
  const forgetBefore = new Date(at.getTime() - 2 * deps.bankAccountLimits.lockDays * dayMs)
  await recordWrongCode(tx, { bankAccountId: account.id, fingerprint: hadLiveCode ? fingerprint : undefined, personId, at }, forgetBefore)
  const isLast = account.failedAttempts + 1 >= maxVerificationAttempts || (await selectLockEnd(deps, tx, { fingerprint, personId, at })) !== undefined
  const detail = { bankAccount: account.maskedNumber }
  if (isLast) await recordSecurityEvent(tx, { ...person, ...source, kind: 'bank-verification-locked', at, detail })
}

/** The caller has locked the number and the bank account. */
async function markVerifiedAndRelease(
  deps: MarkDeps,
  tx: Tx,
  { id, fingerprint, at }: { id: string; fingerprint: Buffer; at: Date },
): Promise<Refusal<'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED'> | 'right'> {
  const holders = (await selectHolders(tx, fingerprint)).filter((holder) => holder.verified)
  const taken = holders.flatMap(({ holderSlot }) => holderSlot ?? [])
  const slot = holders.length < maxBankAccountHolders && firstFreeSlot(taken, maxBankAccountHolders)
  if (!slot) return refuse('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
  await markVerified(tx, id, { fingerprint, slot, at })
  for (const ref of await releaseHeld(deps, tx, id, at)) await closeException(tx, { kind: 'top-up-return-failed', ref, at })
  return 'right'
}

/** A bank account that can be verified, locked, with the top-ups that wait for it. */
export async function lockUnverified(tx: Tx, id: string): Promise<Unverified | Refusal<'NOT_FOUND' | 'BANK_ACCOUNT_ALREADY_VERIFIED'>> {
  const fingerprint = await selectFingerprint(tx, id)
  if (fingerprint) await lockNumber(tx, fingerprint)
  const account = await lockBankAccount(tx, id)
  if (!fingerprint || !account || account.status === 'archived') return refuse('NOT_FOUND')
  if (account.verifiedAt) return refuse('BANK_ACCOUNT_ALREADY_VERIFIED')
  const held = (await lockHeld(tx, id)).reduce((sum, { amount }) => sum + amount, 0n)
  return { id, accountId: account.accountId, liveness: account.liveness, fingerprint, held }
}

interface Unverified {
  id: string
  accountId: string
  liveness: Liveness
  fingerprint: Buffer
  /** What is released to wallets. */
  held: bigint
}

/** Support has verified the owner in another way, for instance after five wrong codes. */
export async function vouchFor(tx: Tx, deps: MarkDeps, unverified: Unverified): Promise<Refusal<'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED'> | undefined> {
  const result = await markVerifiedAndRelease(deps, tx, { ...unverified, at: deps.clock.now() })
  return result instanceof Refusal ? result : undefined
}

/** As `vouchFor`, for the demo data. Idempotent. */
export async function verifyBySupport(deps: MarkDeps, id: string): Promise<void> {
  const refusal = await inTransaction(deps.db, async (tx) => {
    const unverified = await lockUnverified(tx, id)
    return unverified instanceof Refusal ? unverified : await vouchFor(tx, deps, unverified)
  })
  if (refusal && refusal.code !== 'BANK_ACCOUNT_ALREADY_VERIFIED') throw new Error(`bank account not verified: ${refusal.code}`)
}
