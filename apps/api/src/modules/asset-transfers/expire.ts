import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import type { LinkDeps } from './links.ts'
import { queueReminder } from './messages.ts'
import { returnToSender } from './return.ts'
import { reminderDueAt } from './rules.ts'
import { lockExpired, lockUnreminded, type TransferRow, updateReminded } from './store.ts'

export interface SweepDeps extends LinkDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  reminderDays: number
}

/**
 * Returns what was not claimed in time: expired and returned in one commit. Nobody waits for this: from its expiry on a transfer shows
 * as expired and cannot be claimed. Returns how many.
 */
export async function returnExpired(deps: SweepDeps): Promise<number> {
  const at = deps.clock.now()
  return await oneByOne(
    deps.db,
    (tx, failed) => lockExpired(tx, at, failed),
    (tx, transfer) => returnToSender(tx, deps.ledger, transfer, 'returned', at),
  )
}

/** Reminds each recipient once, after some days. */
export async function remindRecipients(deps: SweepDeps): Promise<number> {
  const at = deps.clock.now()
  // As far before now as a reminder is after the creation.
  const createdBefore = new Date(2 * at.getTime() - reminderDueAt(at, deps.reminderDays).getTime())
  return await oneByOne(
    deps.db,
    (tx, failed) => lockUnreminded(tx, { createdBefore, at, except: failed }),
    async (tx, transfer) => {
      await updateReminded(tx, transfer.id, at)
      await queueReminder(tx, deps, transfer, 'due')
    },
  )
}

/**
 * A transaction for each transfer. Workers that run at the same time skip each other's; one that fails is left for the next run and
 * stops none of the others.
 */
export async function oneByOne<Row extends Pick<TransferRow, 'id'>>(
  db: Db,
  lockNext: (tx: Tx, failed: readonly string[]) => Promise<Row | undefined>,
  act: (tx: Tx, row: Row) => Promise<void>,
): Promise<number> {
  const failed = new Map<string, unknown>()
  let count = 0
  for (;;) {
    let current: string | undefined
    try {
      const found = await inTransaction(db, async (tx) => {
        const row = await lockNext(tx, [...failed.keys()])
        current = row?.id
        if (row) await act(tx, row)
        return row !== undefined
      })
      if (!found) break
      count++
    } catch (error) {
      if (current === undefined) throw error
      failed.set(current, error)
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} asset transfers failed: ${[...failed.keys()].slice(0, 5).join(', ')}`)
  return count
}
