/** Why a group was refused. Same list as the type ledger.refusal in the database; a test compares them. */
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
  /** A debit that already happened outside, such as a bank reversal: it ignores the floor of `from`. */
  | { op: 'overdraw'; from: string; to: string; amount: bigint }
  | { op: 'hold'; hold: string; from: string; to: string; amount: bigint; expiresAt: Date }
  /** Without an amount, posts all that remains; with one, the rest stays held. */
  | { op: 'post'; hold: string; amount?: bigint }
  | { op: 'release'; hold: string }
  | { op: 'use'; account: string; amount: bigint }
  | { op: 'unuse'; account: string; amount: bigint }
  /** Only at the expected balance: 0 for money, `at` for a counter. */
  | { op: 'close'; account: string; at?: bigint }

/** Operations that are posted atomically. The reference is the idempotency key and never expires. */
export interface Group {
  reference: string
  kind: string
  subject: string
  operations: Operation[]
}

export type Outcome =
  | { outcome: 'accepted'; posting: bigint; at: Date }
  /** The same group was posted before; nothing moved now. Callers treat it like accepted. */
  | { outcome: 'replay'; posting: bigint; at: Date }
  /** `operation` counts from 0; `account` is the account that caused the refusal, if there is one. */
  | { outcome: 'refused'; code: RefusalCode; operation?: number; account?: string }

/** Keeps sums of balances far below the limit of a bigint column. */
export const maxAmount = 1_000_000_000_000_000n
export const maxOperations = 100
export const maxGroups = 1024

/** An invalid group: a bug of the caller, not a refusal. */
export class MalformedGroup extends Error {}

const printable = /^[!-~]{1,200}$/

/** Throws here what would raise in the database, so that one invalid group does not fail a batch. */
export function assertWellFormed(group: Group): void {
  const error = validateGroup(group)
  if (error) throw new MalformedGroup(`${error} in group ${JSON.stringify(group.reference)}`)
}

function validateGroup(group: Group): string | undefined {
  if (!printable.test(group.reference)) return 'reference must be 1 to 200 printable characters'
  if (!/^[a-z][a-z0-9.:-]{0,99}$/.test(group.kind)) return 'kind must be lower-case words'
  if (!/^[^\n\0]{0,300}$/.test(group.subject)) return 'subject must be up to 300 characters without line breaks'
  if (group.operations.length === 0 || group.operations.length > maxOperations) return `operations must be 1 to ${maxOperations}`
  for (const operation of group.operations) {
    const error = validateOperation(operation)
    if (error) return error
  }
  return undefined
}

function validateOperation(operation: Operation): string | undefined {
  switch (operation.op) {
    case 'transfer':
    case 'overdraw':
      return validateAmount(operation.amount, 1n) ?? validateIds(operation.from, operation.to)
    case 'hold':
      if (Number.isNaN(operation.expiresAt.getTime())) return 'expiresAt must be a valid date'
      return validateAmount(operation.amount, 1n) ?? validateIds(operation.from, operation.to) ?? validateHoldId(operation.hold)
    case 'post':
      return validateAmount(operation.amount ?? 1n, 1n) ?? validateHoldId(operation.hold)
    case 'release':
      return validateHoldId(operation.hold)
    case 'use':
    case 'unuse':
      return validateAmount(operation.amount, 1n) ?? validateIds(operation.account)
    case 'close':
      return validateAmount(operation.at ?? 0n, 0n) ?? validateIds(operation.account)
  }
}

function validateAmount(amount: bigint, min: bigint): string | undefined {
  return amount >= min && amount <= maxAmount ? undefined : `amount out of range: ${amount}`
}

function validateIds(...ids: string[]): string | undefined {
  return ids.every((id) => printable.test(id)) ? undefined : 'account id must be 1 to 200 printable characters'
}

/** Shorter than a reference, because expireHolds builds a reference from it. */
function validateHoldId(id: string): string | undefined {
  return printable.test(id) && id.length <= 190 ? undefined : 'hold id must be 1 to 190 printable characters'
}
