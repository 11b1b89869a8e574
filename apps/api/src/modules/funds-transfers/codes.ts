import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '@nikau/runtime'
import { codeTtlMs } from './rules.ts'
import { selectCodesSentSince } from './store.ts'

/** Whether a recent transfer of the bank account carries this statement code. Takes the same time whether it matches or not. */
export async function isRecentStatementCode(tx: Tx, bankAccountId: string, code: string, now: Date): Promise<boolean> {
  const codes = await selectCodesSentSince(tx, bankAccountId, new Date(now.getTime() - codeTtlMs))
  return codes.map((sent) => timingSafeEqual(Buffer.from(sent), Buffer.from(code))).includes(true)
}
