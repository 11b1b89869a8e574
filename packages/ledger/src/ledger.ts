import type { Clock, Db, Log, Secret, Tx } from '@nikau/runtime'
import { changeLimits, openAccounts } from './accounts.ts'
import { createBatcher } from './batch.ts'
import type { Effect } from './effects.ts'
import { accountsOf } from './encode.ts'
import { assertWellFormed, type Group, MalformedGroup, type Outcome, type RefusalCode } from './groups.ts'
import { BatchBlocked, type PostRequest, createLane, OutcomeUnknown } from './lane.ts'
import { callPost, type Limits, type NewAccount, selectDueHolds, selectTime } from './store.ts'

export interface Ledger {
  /** In the caller's transaction. Idempotent. */
  openAccount(tx: Tx, account: NewAccount): Promise<void>
  openAccounts(tx: Tx, accounts: readonly NewAccount[]): Promise<void>
  /** Sets floor, ceiling and closing time. Returns the refusal code, or undefined on success. */
  changeLimits(tx: Tx, id: string, limits: Limits): Promise<RefusalCode | undefined>
  /** Posts in the caller's transaction; each group is accepted or refused on its own. Locks the accounts until the transaction ends. */
  postInTransaction(tx: Tx, groups: readonly Group[]): Promise<Outcome[]>
  /** Posts in a commit shared with concurrent postings, for throughput. Effects run in the same commit if the group is accepted. */
  postBatched(group: Group, effects?: readonly Effect[]): Promise<Outcome>
  /** The time that closing times and expiries are compared with: the database's, whatever the clock of this process says. */
  now(db: Db): Promise<Date>
  /** Releases expired holds and returns their ids. Safe to run concurrently. */
  expireHolds(tx: Tx, limit: number): Promise<string[]>
  close(): Promise<void>
}

export interface LedgerOptions {
  url: Secret
  name: string
  log: Log
  /** For tests and simulations only, on a ledger that allows simulated time. Otherwise closing times and expiries use the database's clock, read under the lock, which all processes share. */
  clock?: Clock
  /** Connections, each with its own batches in flight. */
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
  const batcher = createBatcher<PostRequest, Outcome>({
    keyOf: ({ group }) => group.reference,
    locksOf: ({ group }) => accountsOf(group),
    send: (requests, lane) => lanes[lane]!.send(requests),
    causesOf: (error) => (error instanceof BatchBlocked ? error.blocked : undefined),
    isBatchWide: (error) => error instanceof OutcomeUnknown,
    lanes: laneCount,
    ...(options.size === undefined ? {} : { size: options.size }),
  })

  async function postInTransaction(tx: Tx, groups: readonly Group[]): Promise<Outcome[]> {
    for (const group of groups) assertWellFormed(group)
    return groups.length === 0 ? [] : await callPost(tx, groups, now())
  }

  return {
    openAccount: (tx, account) => openAccounts(tx, [account], now()),
    openAccounts: (tx, accounts) => openAccounts(tx, accounts, now()),
    changeLimits: (tx, id, limits) => changeLimits(tx, id, limits, now()),
    postInTransaction,
    now: async (db) => now() ?? (await selectTime(db)),
    async postBatched(group, effects = []) {
      assertWellFormed(group)
      return await batcher.submit({ group, effects })
    },
    async expireHolds(tx, limit) {
      const due = await selectDueHolds(tx, now(), limit)
      const outcomes = await postInTransaction(
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

/** For groups that cannot be refused unless the caller has a bug. */
export function assertPosted(outcomes: readonly Outcome[]): void {
  const refused = outcomes.find((outcome) => outcome.outcome === 'refused')
  if (refused) throw new MalformedGroup(`posting refused: ${JSON.stringify(refused)}`)
}
