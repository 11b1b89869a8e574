import type { Group, Operation } from './groups.ts'
import type { NewAccount } from './store.ts'

/** Random histories are a pure function of the seed, so that a failure can be repeated. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Few accounts with narrow limits, so that groups conflict and every refusal occurs. */
export function historyAccounts(prefix: string, start: Date): NewAccount[] {
  const at = (milliseconds: number) => new Date(start.getTime() + milliseconds)
  return [
    { id: `${prefix}bank`, unit: 'nzd.test', kind: 'bank clearing' },
    { id: `${prefix}w1`, unit: 'nzd.test', kind: 'wallet', floor: 0n },
    { id: `${prefix}w2`, unit: 'nzd.test', kind: 'wallet', floor: 0n },
    { id: `${prefix}w3`, unit: 'nzd.test', kind: 'wallet', floor: -50n, ceiling: 300n },
    { id: `${prefix}request`, unit: 'nzd.test', kind: 'request', floor: 0n, ceiling: 200n, closesAt: at(20_000) },
    { id: `${prefix}main`, unit: 'nzd.main', kind: 'wallet' },
    { id: `${prefix}quota`, unit: 'allowance', kind: 'quota', counter: true, floor: 0n, ceiling: 400n },
    { id: `${prefix}due`, unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling: 150n, closesAt: at(30_000) },
  ]
}

/** The first posting of a history, which funds the wallets. */
export function historyFunding(prefix: string): Group {
  const fund = (to: string, amount: bigint): Operation => ({ op: 'transfer', from: `${prefix}bank`, to: `${prefix}${to}`, amount })
  return { reference: `${prefix}fund`, kind: 'fund', subject: prefix, operations: [fund('w1', 500n), fund('w2', 200n), fund('w3', 100n)] }
}

/** What one actor does in one history: it makes groups, and now and then repeats one of its own, changed or not. */
export function createGenerator(prefix: string, actor: string, random: Random, now: () => Date) {
  const past: Group[] = []
  let count = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const amount = () => BigInt(1 + Math.floor(random() ** 2 * 150))
  const money = () => prefix + pick(['bank', 'w1', 'w1', 'w2', 'w2', 'w3', 'request', ...(random() < 0.1 ? ['main', 'quota', 'nobody'] : [])])
  const counter = () => prefix + pick(['quota', 'quota', 'due', ...(random() < 0.05 ? ['w1', 'nobody'] : [])])
  const hold = () => `${prefix}h${Math.floor(random() * 8)}`

  function operation(): Operation {
    const dice = random()
    if (dice < 0.4) return { op: 'transfer', from: money(), to: money(), amount: amount() }
    if (dice < 0.55)
      return { op: 'hold', hold: hold(), from: money(), to: money(), amount: amount(), expiresAt: new Date(now().getTime() + Math.floor(random() * 20_000)) }
    if (dice < 0.65) return random() < 0.5 ? { op: 'post', hold: hold() } : { op: 'post', hold: hold(), amount: amount() }
    if (dice < 0.72) return { op: 'release', hold: hold() }
    if (dice < 0.88) return { op: 'use', account: counter(), amount: amount() }
    if (dice < 0.94) return { op: 'unuse', account: counter(), amount: amount() }
    if (dice < 0.97) return { op: 'overdraw', from: money(), to: money(), amount: amount() }
    if (random() < 0.5) return { op: 'close', account: prefix + pick(['w1', 'w2', 'w3', 'request', 'main', 'nobody']) }
    return { op: 'close', account: prefix + pick(['quota', 'due', 'w1']), at: random() < 0.5 ? 0n : amount() }
  }

  function newGroup(): Group {
    const many = random() < 0.35 ? 2 + Math.floor(random() * 3) : 1
    const operations = Array.from({ length: many }, operation)
    return { reference: `${prefix}${actor}:${++count}`, kind: pick(['pay', 'send']), subject: pick(['a', 'b']), operations }
  }

  return function next(): Group {
    const earlier = past.length > 0 ? pick(past) : undefined
    const dice = random()
    if (earlier && dice < 0.08) return earlier
    if (earlier && dice < 0.16) return alter(earlier)
    const group = newGroup()
    past.push(group)
    return group
  }

  function alter(group: Group): Group {
    const dice = random()
    if (dice < 0.2) return { ...group, kind: 'refund' }
    if (dice < 0.4) return { ...group, subject: 'c' }
    if (dice < 0.7) return { ...group, operations: [...group.operations, operation()] }
    return { ...group, operations: group.operations.map((operation, i) => (i === 0 ? alterOperation(operation) : operation)) }
  }

  function alterOperation(operation: Operation): Operation {
    if (operation.op === 'transfer' && random() < 0.4) return { ...operation, from: prefix + (operation.from === `${prefix}bank` ? 'w1' : 'bank') }
    if ('amount' in operation && operation.amount !== undefined) return { ...operation, amount: operation.amount + 1n }
    if (operation.op === 'close') return { ...operation, account: `${operation.account}x` }
    if ('hold' in operation) return { ...operation, hold: `${operation.hold}x` }
    return operation
  }
}
