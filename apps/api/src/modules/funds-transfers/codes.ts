import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '@nikau/runtime'
import { codeLifeMs } from './rules.ts'
import { codesSentSince } from './store.ts'

/** Whether this code stands on the statement of any recent transfer of the bank account. Takes as long whatever the answer. */
export async function isOnStatement(tx: Tx, bankAccountId: string, code: string, now: Date): Promise<boolean> {
  const codes = await codesSentSince(tx, bankAccountId, new Date(now.getTime() - codeLifeMs))
  return codes.map((one) => timingSafeEqual(Buffer.from(one), Buffer.from(code))).includes(true)
}
