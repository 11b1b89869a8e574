import { type Group, MalformedGroup, maxGroups, type Operation } from './groups.ts'

/**
 * The parameters of ledger.post, in order. Array literals are built here, once per batch, because the driver's conversion checks
 * the type of every element and costs more than the rest of a posting in Node. The groups are already validated.
 */
export function encodeGroups(groups: readonly Group[], now: Date | undefined): (string | null)[] {
  const positions = numberAccounts(groups)
  const position = (id: string) => positions.get(id)!
  const references = new Set<string>()
  const ops: string[] = []
  const froms: number[] = []
  const tos: number[] = []
  const amounts: bigint[] = []
  const holds: string[] = []
  const expiries: string[] = []
  const firsts: number[] = []
  let anyHold = false

  for (const group of groups) {
    references.add(group.reference)
    firsts.push(ops.length + 1)
    for (const operation of group.operations) {
      const { from, to, amount, hold } = parts(operation)
      ops.push(operation.op)
      froms.push(from === undefined ? 0 : position(from))
      tos.push(to === undefined ? 0 : position(to))
      amounts.push(amount)
      holds.push(hold ?? '')
      expiries.push(operation.op === 'hold' ? operation.expiresAt.toISOString() : 'NULL')
      anyHold ||= hold !== undefined
    }
  }
  if (references.size !== groups.length) throw new MalformedGroup('duplicate reference in one call')
  if (groups.length > maxGroups) throw new MalformedGroup(`more than ${maxGroups} groups in one call`)
  firsts.push(ops.length + 1)

  return [
    texts(groups.map((group) => group.reference)),
    texts(groups.map((group) => group.kind)),
    texts(groups.map((group) => group.subject)),
    plain(firsts),
    texts([...positions.keys()]),
    plain(ops),
    plain(froms),
    plain(tos),
    plain(amounts),
    anyHold ? texts(holds) : null,
    anyHold ? plain(expiries) : null,
    now?.toISOString() ?? null,
  ]
}

/** Every account, numbered from 1 by id: the order in which the routine locks them. */
function numberAccounts(groups: readonly Group[]): Map<string, number> {
  const ids = new Set(groups.flatMap(accountsOf))
  return new Map([...ids].sort().map((id, i) => [id, i + 1]))
}

/** The accounts a group names, possibly with duplicates. The accounts of a hold that it posts or releases are known only to the database. */
export function accountsOf(group: Group): string[] {
  const ids: string[] = []
  for (const operation of group.operations) {
    const { from, to } = parts(operation)
    if (from !== undefined) ids.push(from)
    if (to !== undefined) ids.push(to)
  }
  return ids
}

function parts(operation: Operation): { from?: string; to?: string; amount: bigint; hold?: string } {
  switch (operation.op) {
    case 'transfer':
    case 'overdraw':
    case 'hold':
      return operation
    case 'post':
      return { hold: operation.hold, amount: operation.amount ?? 0n }
    case 'release':
      return { hold: operation.hold, amount: 0n }
    case 'use':
      return { to: operation.account, amount: operation.amount }
    case 'unuse':
      return { from: operation.account, amount: operation.amount }
    case 'close':
      return { to: operation.account, amount: operation.at ?? 0n }
  }
}

export function plain(values: readonly (string | number | bigint | boolean)[]): string {
  return `{${values.join(',')}}`
}

export function texts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
