import { reachesMerchant } from '../merchants/index.ts'
import type { AccountReach } from '../accounts/index.ts'
import type { EventRow } from './store.ts'

/** A notification: events up to an id were committed, or what a person may see has changed. */
export type Notice = { lastId: bigint } | { personId: string }

export function noticeOf(payload: string): Notice {
  const [kind, value = ''] = payload.split(' ')
  return kind === 'member' ? { personId: value } : { lastId: BigInt(value) }
}

/** Older ids are answered with a reset. */
export const keptMs = 86_400_000

/** A page that missed more loads its lists once instead. */
export const maxMissed = 1000

/** Whether everything after this id is still there, so that a stream can go on from it. */
export function canResume(after: bigint | undefined, { oldest, newest }: { oldest: bigint; newest: bigint }): after is bigint {
  return after !== undefined && after >= oldest - 1n && after <= newest
}

export function maySee(reach: AccountReach, { merchantId, test }: Pick<EventRow, 'merchantId' | 'test'>): boolean {
  return reachesMerchant(reach, { id: merchantId, test })
}

export function isSameReach(one: AccountReach, other: AccountReach | undefined): boolean {
  return one.reach === other?.reach && String(one.merchantIds) === String(other.merchantIds)
}
