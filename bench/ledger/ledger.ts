import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import { createLedger, type Group, type Ledger, LedgerBusy } from '@nikau/ledger'

const log = createLog({ name: 'bench', level: 'silent' })

export async function createLedgerDatabase(url: string, accounts: number): Promise<void> {
  const database = openDatabase({ url: new Secret(url), name: 'bench', log })
  await migrate(database)
  const ledger = openLedger(url)
  await database.db.transaction().execute(async (tx) => {
    await ledger.openAccount(tx, { id: 'bank', unit: 'nzd.test', kind: 'bank clearing' })
    await ledger.openAccounts(
      tx,
      Array.from({ length: accounts }, (_, i) => ({ id: `wallet:${i + 1}`, unit: 'nzd.test', kind: 'wallet', floor: 0n })),
    )
  })
  for (let first = 1; first <= accounts; first += 1000) {
    const groups = Array.from({ length: Math.min(1000, accounts - first + 1) }, (_, i) =>
      transfer(`fund:${first + i}`, 'bank', `wallet:${first + i}`, 1_000_000_000_000n),
    )
    await database.db.transaction().execute((tx) => ledger.postInTransaction(tx, groups))
  }
  await database.pool.query('vacuum analyze')
  await ledger.close()
  await database.close()
}

export function openLedger(url: string): Ledger {
  return createLedger({ url: new Secret(url), name: 'bench', log })
}

function transfer(reference: string, from: string, to: string, amount: bigint): Group {
  return { reference, kind: 'bench', subject: 'bench:1', operations: [{ op: 'transfer', from, to, amount }] }
}

const pick = (accounts: number) => 1 + Math.floor(Math.random() * accounts)
const run = Date.now().toString(36)
let count = 0

/** The same mix as the baseline's script. References grow with time, as ours do. */
function nextGroup(accounts: number, mode: 'even' | 'hot' | 'group3'): Group {
  const a = 1 + pick(accounts - 1)
  let b = mode === 'hot' && Math.random() < 0.8 ? 1 : pick(accounts)
  if (a === b) b = a - 1
  const reference = `${run}-${(++count).toString(36).padStart(7, '0')}`
  const amount = BigInt(pick(100))
  const group = transfer(reference, `wallet:${a}`, `wallet:${b}`, amount)
  if (mode !== 'group3') return group
  // One payer, three payees: the shape of a payment with a fee and a tip.
  for (const place of [1, 2]) {
    const payee = ((b + place * 7) % accounts) + 1
    group.operations.push({ op: 'transfer', from: `wallet:${a}`, to: `wallet:${payee === a ? (a % accounts) + 1 : payee}`, amount })
  }
  return group
}

/** A fixed number of callers, each with one posting in progress at any time. Returns groups per second. */
export async function runClosed(
  ledger: Ledger,
  options: { accounts: number; mode: 'even' | 'hot' | 'group3'; callers: number; seconds: number },
): Promise<number> {
  const start = performance.now()
  const end = start + options.seconds * 1000
  let done = 0
  const caller = async () => {
    while (performance.now() < end) {
      const outcome = await ledger.postBatched(nextGroup(options.accounts, options.mode))
      if (outcome.outcome !== 'accepted') throw new Error(`refused: ${JSON.stringify(outcome)}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: options.callers }, caller))
  return (done / (performance.now() - start)) * 1000
}

export interface Offered {
  /** In milliseconds, sorted. */
  latencies: number[]
  /** Refused at once because too many were waiting: the API answers 503. */
  refused: number
}

/** Calls arrive at a steady rate, whether or not earlier ones are answered. */
export async function runOffered(ledger: Ledger, options: { accounts: number; rate: number; seconds: number }): Promise<Offered> {
  const latencies: number[] = []
  let refused = 0
  const pending: Promise<void>[] = []
  const start = performance.now()
  const total = options.rate * options.seconds
  const call = async () => {
    const calledAt = performance.now()
    try {
      await ledger.postBatched(nextGroup(options.accounts, 'even'))
      latencies.push(performance.now() - calledAt)
    } catch (error) {
      if (!(error instanceof LedgerBusy)) throw error
      refused++
    }
  }
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * options.rate))
    for (; sent < due; sent++) pending.push(call())
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(pending)
  return { latencies: latencies.toSorted((a, b) => a - b), refused }
}
