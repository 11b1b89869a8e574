import { timingSafeEqual } from 'node:crypto'
import type { Ids, Tx } from '@nikau/runtime'
import { codeOf, codeTtlMs } from './rules.ts'
import { selectCurrentCode, selectLiveCode } from './store.ts'

/** When the oldest code was sent that can be entered at a time. */
export const liveCodesSince = (now: Date) => new Date(now.getTime() - codeTtlMs)

/**
 * Whether this is the code on the bank account's statement; `none` if no recent transfer put one there. Only the code of the last
 * transfer sent counts, so that more transfers do not make more codes good. Takes the same time whether it matches or not.
 */
export async function checkStatementCode(tx: Tx, bankAccountId: string, code: string, now: Date): Promise<'right' | 'wrong' | 'none'> {
  const live = await selectLiveCode(tx, bankAccountId, liveCodesSince(now))
  if (live === undefined) return 'none'
  return timingSafeEqual(Buffer.from(live), Buffer.from(code)) ? 'right' : 'wrong'
}

/**
 * The statement code for a new transfer: that of the transfers which are waiting or whose code is still valid, so that the owner reads
 * the same code on each of them. The caller has locked the bank account exclusively.
 */
export async function statementCodeFor(tx: Tx, bankAccountId: string, ids: Ids, now: Date): Promise<string> {
  return (await selectCurrentCode(tx, bankAccountId, liveCodesSince(now))) ?? codeOf(ids.public())
}
