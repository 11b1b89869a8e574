/** Why a group was turned away: closed list, the same as the type ledger.refusal in the database (a test keeps them equal). */
export const refusalCodes = [
  'insufficient',
  'over_ceiling',
  'closed',
  'unknown_account',
  'unit_mismatch',
  'wrong_kind',
  'same_account',
  'unknown_hold',
  'hold_exists',
  'hold_expired',
  'hold_spent',
  'over_hold',
  'not_at_balance',
  'reference_conflict',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export type Operation =
  | { op: 'transfer'; from: string; to: string; amount: bigint }
  /** A debit that has happened already outside (a bank took money back): the floor of `from` does not stop it. */
  | { op: 'overdraw'; from: string; to: string; amount: bigint }
  | { op: 'hold'; hold: string; from: string; to: string; amount: bigint; expiresAt: Date }
  /** Without an amount all that remains; with one the rest stays held. */
  | { op: 'post'; hold: string; amount?: bigint }
  | { op: 'release'; hold: string }
  | { op: 'use'; account: string; amount: bigint }
  | { op: 'unuse'; account: string; amount: bigint }
  /** Only while the balance is what the caller believes it to be: 0 for money, `at` for a counter. */
  | { op: 'close'; account: string; at?: bigint }

/** Operations that all happen or none. The reference is the idempotency key: one group, once, for ever. */
export interface Group {
  reference: string
  kind: string
  subject: string
  operations: Operation[]
}

export type Outcome =
  | { outcome: 'accepted'; posting: bigint; at: Date }
  /** The same group was posted before; nothing was moved now. For the caller as good as accepted. */
  | { outcome: 'replay'; posting: bigint; at: Date }
  /** `operation` counts from 0 and `account` is the one at fault, where there is one. */
  | { outcome: 'refused'; code: RefusalCode; operation?: number; account?: string }

/** The most that one operation can move, so that no sum of balances comes near the end of eight bytes. */
export const largestAmount = 1_000_000_000_000_000n
export const mostOperations = 100
export const mostGroups = 1024

/** A group that no one should have built: a fault of the caller, not a refusal. */
export class MalformedGroup extends Error {}

const printable = /^[!-~]{1,200}$/

/** Everything that would raise inside the database is raised here, so that one bad group does not spoil a batch. */
export function assertWellFormed(group: Group): void {
  const fault = faultOf(group)
  if (fault) throw new MalformedGroup(`${fault} in group ${JSON.stringify(group.reference)}`)
}

function faultOf(group: Group): string | undefined {
  if (!printable.test(group.reference)) return 'a reference that is not 1 to 200 printable characters'
  if (!/^[a-z][a-z0-9.:-]{0,99}$/.test(group.kind)) return 'a kind that is not lower-case words'
  if (!/^[^\n\0]{0,300}$/.test(group.subject)) return 'a subject that is too long or has a line break'
  if (group.operations.length === 0 || group.operations.length > mostOperations) return 'no operation or too many'
  for (const operation of group.operations) {
    const fault = faultOfOperation(operation)
    if (fault) return fault
  }
  return undefined
}

function faultOfOperation(operation: Operation): string | undefined {
  switch (operation.op) {
    case 'transfer':
    case 'overdraw':
      return faultOfAmount(operation.amount, 1n) ?? faultOfIds(operation.from, operation.to)
    case 'hold':
      if (Number.isNaN(operation.expiresAt.getTime())) return 'an expiry that is no time'
      return faultOfAmount(operation.amount, 1n) ?? faultOfIds(operation.from, operation.to) ?? faultOfHold(operation.hold)
    case 'post':
      return faultOfAmount(operation.amount ?? 1n, 1n) ?? faultOfHold(operation.hold)
    case 'release':
      return faultOfHold(operation.hold)
    case 'use':
    case 'unuse':
      return faultOfAmount(operation.amount, 1n) ?? faultOfIds(operation.account)
    case 'close':
      return faultOfAmount(operation.at ?? 0n, 0n) ?? faultOfIds(operation.account)
  }
}

function faultOfAmount(amount: bigint, least: bigint): string | undefined {
  return amount >= least && amount <= largestAmount ? undefined : `an amount of ${amount}`
}

function faultOfIds(...ids: string[]): string | undefined {
  return ids.every((id) => printable.test(id)) ? undefined : 'an account id that is not 1 to 200 printable characters'
}

/** Shorter than a reference, because the sweep of expired holds makes a reference out of it. */
function faultOfHold(id: string): string | undefined {
  return printable.test(id) && id.length <= 190 ? undefined : 'a hold id that is not 1 to 190 printable characters'
}
