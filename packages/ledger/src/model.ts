import type { Group, Operation, Outcome, RefusalCode } from './groups.ts'
import type { NewAccount } from './store.ts'

/**
 * Reference model: the ledger as a pure function of a state and a group, without locks, batches or arrays. The trials run random
 * histories through the model and db/routines/ledger.sql and compare every answer and balance.
 */
export interface ModelAccount {
  unit: string
  counter: boolean
  floor: bigint | undefined
  ceiling: bigint | undefined
  closesAt: Date | undefined
  closed: boolean
  balance: bigint
  heldIn: bigint
  heldOut: bigint
  entries: bigint
}
interface ModelHold {
  from: string
  to: string
  amount: bigint
  remaining: bigint
  expiresAt: Date
}
export interface Model {
  accounts: Map<string, ModelAccount>
  holds: Map<string, ModelHold>
  posted: Map<string, Group>
}

export const emptyModel = (): Model => ({ accounts: new Map(), holds: new Map(), posted: new Map() })

export function openInModel(model: Model, account: NewAccount): void {
  model.accounts.set(account.id, {
    unit: account.unit,
    counter: account.counter ?? false,
    floor: account.floor,
    ceiling: account.ceiling,
    closesAt: account.closesAt,
    closed: false,
    balance: 0n,
    heldIn: 0n,
    heldOut: 0n,
    entries: 0n,
  })
}

type ModelOutcome = { outcome: 'accepted' | 'replay' } | { outcome: 'refused'; code: RefusalCode; operation?: number }

/** An outcome without the parts that only the database knows. */
export function comparable(outcome: Outcome): ModelOutcome {
  if (outcome.outcome !== 'refused') return { outcome: outcome.outcome }
  const { code, operation } = outcome
  return operation === undefined ? { outcome: 'refused', code } : { outcome: 'refused', code, operation }
}

/** Posts one group. Changes the model only if the group is accepted. */
export function postToModel(model: Model, group: Group, now: Date): ModelOutcome {
  const before = model.posted.get(group.reference)
  if (before) return isSame(before, group) ? { outcome: 'replay' } : { outcome: 'refused', code: 'reference_conflict' }
  const draft: Model = {
    accounts: new Map([...model.accounts].map(([id, account]) => [id, { ...account }])),
    holds: new Map([...model.holds].map(([id, hold]) => [id, { ...hold }])),
    posted: model.posted,
  }
  for (const [operation, step] of group.operations.entries()) {
    const code = apply(draft, step, now)
    if (code) return { outcome: 'refused', code, operation }
  }
  model.accounts = draft.accounts
  model.holds = draft.holds
  model.posted.set(group.reference, group)
  return { outcome: 'accepted' }
}

/** Two groups are the same regardless of the expiry of a hold. */
function isSame(a: Group, b: Group): boolean {
  if (a.kind !== b.kind || a.subject !== b.subject || a.operations.length !== b.operations.length) return false
  return a.operations.every((first, i) => {
    const second = b.operations[i]!
    if (first.op === 'hold' && second.op === 'hold') return canonical({ ...first, expiresAt: undefined }) === canonical({ ...second, expiresAt: undefined })
    return canonical(first) === canonical(second)
  })
}
const canonical = (value: object) =>
  JSON.stringify(
    Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner),
  )

function apply(model: Model, step: Operation, now: Date): RefusalCode | undefined {
  const isClosed = (account: ModelAccount) => account.closed || (account.closesAt !== undefined && account.closesAt <= now)
  const available = (account: ModelAccount) => account.balance - account.heldOut
  const isBelow = (account: ModelAccount, amount: bigint) => account.floor !== undefined && available(account) - amount < account.floor
  const isAbove = (account: ModelAccount, amount: bigint) => account.ceiling !== undefined && account.balance + account.heldIn + amount > account.ceiling

  function pair(fromId: string, toId: string): { code: RefusalCode } | { from: ModelAccount; to: ModelAccount } {
    const from = model.accounts.get(fromId)
    const to = model.accounts.get(toId)
    if (!from || !to) return { code: 'unknown_account' }
    if (from.counter || to.counter) return { code: 'wrong_kind' }
    if (from === to) return { code: 'same_account' }
    if (from.unit !== to.unit) return { code: 'unit_mismatch' }
    return { from, to }
  }
  function move(from: ModelAccount, to: ModelAccount, amount: bigint): void {
    from.balance -= amount
    to.balance += amount
    from.entries++
    to.entries++
  }

  switch (step.op) {
    case 'transfer':
    case 'overdraw': {
      const found = pair(step.from, step.to)
      if ('code' in found) return found.code
      if (isClosed(found.from) || isClosed(found.to)) return 'closed'
      if (step.op === 'transfer' && isBelow(found.from, step.amount)) return 'insufficient'
      if (isAbove(found.to, step.amount)) return 'over_ceiling'
      move(found.from, found.to, step.amount)
      return undefined
    }
    case 'hold': {
      if (model.holds.has(step.hold)) return 'hold_exists'
      const found = pair(step.from, step.to)
      if ('code' in found) return found.code
      if (isClosed(found.from) || isClosed(found.to)) return 'closed'
      if (isBelow(found.from, step.amount)) return 'insufficient'
      if (isAbove(found.to, step.amount)) return 'over_ceiling'
      found.from.heldOut += step.amount
      found.to.heldIn += step.amount
      model.holds.set(step.hold, { from: step.from, to: step.to, amount: step.amount, remaining: step.amount, expiresAt: step.expiresAt })
      return undefined
    }
    case 'post':
    case 'release': {
      const hold = model.holds.get(step.hold)
      if (!hold) return 'unknown_hold'
      if (hold.remaining === 0n) return 'hold_spent'
      const from = model.accounts.get(hold.from)!
      const to = model.accounts.get(hold.to)!
      const amount = (step.op === 'post' ? step.amount : undefined) ?? hold.remaining
      if (step.op === 'post') {
        if (amount > hold.remaining) return 'over_hold'
        if (hold.expiresAt <= now) return 'hold_expired'
        if (isClosed(from) || isClosed(to)) return 'closed'
        move(from, to, amount)
      }
      from.heldOut -= amount
      to.heldIn -= amount
      hold.remaining -= amount
      return undefined
    }
    case 'use':
    case 'unuse': {
      const counter = model.accounts.get(step.account)
      if (!counter) return 'unknown_account'
      if (!counter.counter) return 'wrong_kind'
      if (isClosed(counter)) return 'closed'
      if (step.op === 'use' && isAbove(counter, step.amount)) return 'over_ceiling'
      if (step.op === 'unuse' && isBelow(counter, step.amount)) return 'insufficient'
      counter.balance += step.op === 'use' ? step.amount : -step.amount
      return undefined
    }
    case 'close': {
      const account = model.accounts.get(step.account)
      if (!account) return 'unknown_account'
      if (isClosed(account)) return 'closed'
      const expected = step.at ?? 0n
      const hasNoHolds = account.heldIn === 0n && account.heldOut === 0n && (account.counter || account.balance === 0n)
      if (account.balance !== expected || !hasNoHolds) return 'not_at_balance'
      account.closed = true
      return undefined
    }
  }
}
