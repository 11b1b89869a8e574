import type { Clock, Log, Secret, Tx } from '@nikau/runtime'
import { changeLimits, openAccounts } from './accounts.ts'
import { createBatcher } from './batch.ts'
import type { Effect } from './effects.ts'
import { accountsOf } from './encode.ts'
import { assertWellFormed, type Group, MalformedGroup, type Outcome, type RefusalCode } from './groups.ts'
import { type Asked, createLane, OutcomeUnknown } from './lane.ts'
import { callPost, type Limits, type NewAccount, selectDueHolds } from './store.ts'

export interface Ledger {
  /** In the caller's transaction. Opening the same account again changes nothing. */
  openAccount(tx: Tx, account: NewAccount): Promise<void>
  openAccounts(tx: Tx, accounts: readonly NewAccount[]): Promise<void>
  /** Sets floor, ceiling and closing time to those given; the code of what stands in the way, or nothing. */
  changeLimits(tx: Tx, id: string, limits: Limits): Promise<RefusalCode | undefined>
  /** The plain door: posts in the caller's transaction, each group on its own. Locks its accounts until that transaction ends. */
  postIn(tx: Tx, groups: readonly Group[]): Promise<Outcome[]>
  /** The hot door: one commit of its own, shared with whoever posts at the same time. Effects run in it if the group is accepted. */
  post(group: Group, effects?: readonly Effect[]): Promise<Outcome>
  /** Releases holds whose time has passed, and says which. Safe to run by several at once. */
  expireHolds(tx: Tx, limit: number): Promise<string[]>
  close(): Promise<void>
}

export interface LedgerOptions {
  url: Secret
  name: string
  log: Log
  /**
   * Leave it out in production: closing times and expiries are then decided by the database's clock, read under the lock, which is
   * one clock for all processes. Tests and simulations give one to move time.
   */
  clock?: Clock
  /** Batches in flight at once, each on a connection of its own. */
  lanes?: number
  size?: number
  deadlineMs?: number
}

export function createLedger(options: LedgerOptions): Ledger {
  const now = () => options.clock?.now()
  const laneCount = options.lanes ?? 2
  const lanes = Array.from({ length: laneCount }, () =>
    createLane({ url: options.url.reveal(), name: `${options.name}-ledger`, log: options.log, now, deadlineMs: options.deadlineMs ?? 10_000 }),
  )
  const batcher = createBatcher<Asked, Outcome>({
    keyOf: (asked) => asked.group.reference,
    touches: (asked) => accountsOf(asked.group),
    send: (asked, lane) => lanes[lane]!.send(asked),
    isCommon: (error) => error instanceof OutcomeUnknown,
    lanes: laneCount,
    ...(options.size === undefined ? {} : { size: options.size }),
  })

  async function postIn(tx: Tx, groups: readonly Group[]): Promise<Outcome[]> {
    for (const group of groups) assertWellFormed(group)
    return groups.length === 0 ? [] : await callPost(tx, groups, now())
  }

  return {
    openAccount: (tx, account) => openAccounts(tx, [account], now()),
    openAccounts: (tx, accounts) => openAccounts(tx, accounts, now()),
    changeLimits: (tx, id, limits) => changeLimits(tx, id, limits, now()),
    postIn,
    async post(group, effects = []) {
      assertWellFormed(group)
      return await batcher.submit({ group, effects })
    },
    async expireHolds(tx, limit) {
      const due = await selectDueHolds(tx, now(), limit)
      const outcomes = await postIn(
        tx,
        due.map(({ id }) => ({ reference: `expire:${id}`, kind: 'hold.expired', subject: id, operations: [{ op: 'release', hold: id }] })),
      )
      return due.filter((_, i) => outcomes[i]?.outcome === 'accepted').map(({ id }) => id)
    },
    async close() {
      await batcher.close()
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

/** For callers that have planned a group so that it must be accepted: anything else is a fault of theirs. */
export function mustBePosted(outcomes: readonly Outcome[]): void {
  const refused = outcomes.find((outcome) => outcome.outcome === 'refused')
  if (refused) throw new MalformedGroup(`a posting that had to succeed was refused: ${JSON.stringify(refused)}`)
}
