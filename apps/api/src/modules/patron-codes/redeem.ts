import type { Clock, Db, Tx, Vault } from '@nikau/runtime'
import { Refusal, refuse } from '../../http/refusal.ts'
import { fingerprintOf } from './create.ts'
import { isPatronBarcode, passesLuhn, type TillRules } from './rules.ts'
import { isKnown, notifyScan, reserveGuess, returnGuess, selectIsUsedFor, usePatronCode, type UsedCode } from './store.ts'

/** Uses the code that a till scanned up for the request that it creates. All reasons why it does not pay have one answer. */
export async function redeemPatronCode(
  tx: Tx,
  { clock, vault, tills }: { clock: Clock; vault: Vault; tills: TillRules },
  scan: { barcode: string; paymentRequestId: string; test: boolean },
): Promise<UsedCode | Refusal<'CHECKSUM_FAILED' | 'PATRON_CODE_INVALID'>> {
  const { barcode, ...use } = scan
  if (barcode.length !== 16) return refuse('PATRON_CODE_INVALID')
  if (!passesLuhn(barcode)) return refuse('CHECKSUM_FAILED')
  const code = await usePatronCode(tx, { ...use, fingerprint: fingerprintOf(vault, barcode), at: clock.now(), graceSeconds: tills.offlineGraceSeconds })
  if (!code) return refuse('PATRON_CODE_INVALID')
  await notifyScan(tx, { personId: code.personId, paymentRequestId: use.paymentRequestId })
  return code
}

/** A till that got no answer scans the same code again. */
export async function isUsedFor(
  tx: Tx,
  { vault }: { vault: Vault },
  { barcode, paymentRequestId }: { barcode: string; paymentRequestId: string },
): Promise<boolean> {
  return await selectIsUsedFor(tx, { fingerprint: fingerprintOf(vault, barcode), paymentRequestId })
}

const hourMs = 3_600_000

/**
 * Keeps a merchant's keys from trying codes out. Only codes that never existed count, so that no number of customers with an expired
 * one can stop a till. Counted outside the transaction of `work`, which a refusal rolls back.
 */
export async function limitGuesses<T>(
  { db, clock, vault, guessesPerHour }: { db: Db; clock: Clock; vault: Vault; guessesPerHour: number },
  { accountId, barcode }: { accountId: string; barcode: string },
  work: () => Promise<T>,
): Promise<T | Refusal<'RATE_LIMIT_EXCEEDED'>> {
  if (!isPatronBarcode(barcode)) return await work()
  const hour = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs)
  if (!(await reserveGuess(db, { accountId, hour, most: guessesPerHour }))) return refuse('RATE_LIMIT_EXCEEDED', { until: new Date(hour.getTime() + hourMs) })
  let isGuess = false
  try {
    const answer = await work()
    isGuess = answer instanceof Refusal && answer.code === 'PATRON_CODE_INVALID' && !(await isKnown(db, fingerprintOf(vault, barcode)))
    return answer
  } finally {
    // The answer is worth more than the count, which ends with the hour.
    if (!isGuess) await returnGuess(db, { accountId, hour }).catch(() => {})
  }
}
