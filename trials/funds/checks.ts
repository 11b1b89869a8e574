import { violations } from '@nikau/ledger'
import type { Check } from '../harness/trial.ts'
import type { Customer, RequestedTransfer } from './customers.ts'
import type { FundsEnvironment } from './environment.ts'

/** Cents that make the bank return a transfer. */
const returnedCents = { topup: [61, 62, 63, 64, 65, 66, 67, 68, 69], withdrawal: [66, 67, 69] }

/** How a transfer must end, by the cents that told the bank what to do. */
function expectedOutcome({ type, amount }: RequestedTransfer, passed: { daysSince: number }): 'failed' | 'reversed' | 'done' {
  const cents = amount % 100
  if (returnedCents[type].includes(cents)) return 'failed'
  if (type === 'topup' && ((cents === 70 && passed.daysSince >= 100) || (cents === 71 && passed.daysSince >= 260))) return 'reversed'
  return 'done'
}

export async function checkTransfers(
  environment: FundsEnvironment,
  requested: readonly RequestedTransfer[],
  customers: readonly Customer[],
  passed: { daysSince: number },
  check: Check,
): Promise<void> {
  const stored = await environment.query<{ id: string; status: string; reversed: boolean; amount: bigint; reference: string }>(
    `select id, status, reversed_at is not null as reversed, amount, reference from funds_transfer`,
  )
  check(stored.length === requested.length, `${requested.length} transfers were requested and ${stored.length} are stored`)
  const byId = new Map(stored.map((transfer) => [transfer.id, transfer]))
  const balances = new Map(customers.map((customer) => [customer, 0]))
  const outcomes = { failed: 0, reversed: 0, done: 0 }
  for (const transfer of requested) {
    const expected = expectedOutcome(transfer, passed)
    outcomes[expected]++
    const row = byId.get(transfer.id)
    const actual = row && (row.reversed ? 'reversed' : row.status)
    check(
      actual === expected && Number(row?.amount) === transfer.amount,
      `${transfer.type} ${transfer.id} of ${transfer.amount} is ${actual}, must be ${expected}`,
    )
    const change = transfer.type === 'topup' ? transfer.amount : -transfer.amount
    if (expected === 'done') balances.set(transfer.customer, balances.get(transfer.customer)! + change)
  }
  for (const [customer, balance] of balances) {
    const actual = await customer.balance()
    check(actual === balance, `a wallet has ${actual}, must have ${balance}`)
  }
  console.log(
    `    ${requested.length} transfers: ${outcomes.done} done, ${outcomes.failed} failed, ${outcomes.reversed} reversed; ${customers.length} wallets to the cent`,
  )

  // The bank's side: one settlement per transfer.
  const { results } = await environment.bank<{ results: { reference: string; outcome: string; amount: number }[] }>('/results?after=0')
  const settled = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'settled'),
    ({ reference }) => reference,
  )
  for (const { reference, amount } of stored) {
    const lines = settled.get(reference) ?? []
    check(lines.length === 1 && lines[0]!.amount === Number(amount), `the bank settled ${reference} ${lines.length} times`)
  }
  check(settled.size === stored.length, `the bank settled ${settled.size} orders for ${stored.length} transfers`)
  const ours = await environment.query<{ reference: string; state: string }>('select reference, state from bank_file')
  const { files } = await environment.control<{ files: { fileReference: string }[] }>('files')
  const accepted = ours.filter(({ state }) => state === 'accepted').map(({ reference }) => reference)
  check(
    accepted.toSorted().join() ===
      files
        .map(({ fileReference }) => fileReference)
        .toSorted()
        .join(),
    'the bank does not have the files that we sent',
  )
  const { attempts } = (await environment.query<{ attempts: number }>('select sum(attempts)::int as attempts from bank_file'))[0]!
  console.log(`    ${files.length} files at the bank, ${attempts} attempts to send them, each order settled once`)
}

interface Plant {
  kind: string
  day: string
  transaction: string
  id: string
}

export async function checkStatements(environment: FundsEnvironment, check: Check): Promise<void> {
  const { statementFaults: plants } = await environment.control<{ statementFaults: Plant[] }>('statement-faults')
  // Nobody signs the safeguarding reports of this trial.
  const exceptions = await environment.query<{ kind: string; ref: string }>(`select kind, ref from operator_exception where kind not like 'safeguarding-%'`)
  const lastDay = (await environment.query<{ day: string }>('select last_reconciled_day::text as day from bank_connection'))[0]?.day ?? ''
  const days = new Map<string, number>()
  for (const { kind, day } of plants) if (day <= lastDay) days.set(`${kind} ${day}`, (days.get(`${kind} ${day}`) ?? 0) + 1)
  const planted = [...days.values()].reduce((sum, count) => sum + count, 0)
  for (const { kind, ref } of exceptions) {
    if (kind === 'statement-sum') continue
    const key = `${kind.replace('statement-', '')} ${ref.split(':')[1]}`
    check((days.get(key) ?? 0) > 0, `raised and not planted: ${kind} ${ref}`)
    days.set(key, (days.get(key) ?? 0) - 1)
  }
  for (const [key, left] of days) check(left === 0, `planted and not raised: ${left} ${key}`)
  const kinds = Map.groupBy(plants, ({ kind }) => kind)
  console.log(
    `    ${planted} planted differences (${[...kinds].map(([kind, list]) => `${list.length} ${kind}`).join(', ')}): ${exceptions.length} exceptions raised`,
  )
}

export async function checkLedger(environment: FundsEnvironment, check: Check): Promise<void> {
  for (const broken of await violations(environment.database.db)) check(false, `${broken.invariant}: ${JSON.stringify(broken.broken).slice(0, 400)}`)
  for (const row of await environment.query('select * from transfer_not_in_one_file')) check(false, `not in one file: ${JSON.stringify(row)}`)
  const [position] = await environment.query<Record<string, string>>('select * from bank_position')
  check(Number(position?.unexplained) === 0, `the bank balance is not explained: ${JSON.stringify(position)}`)
  const atBank = (await environment.control<{ balance: number }>('accounts/020192021400200')).balance
  check(Number(position?.statement_balance) === atBank, `the bank holds ${atBank}, its statements show ${position?.statement_balance}`)
  const cents = (name: string) => (Number(position?.[name]) / 100).toFixed(2)
  console.log(
    `    bank ${cents('statement_balance')} = ledger ${cents('ledger_balance')} + in flight ${cents('files_in_flight')} + differences ${cents('differences')} + sums ${cents('statement_sums')}; unexplained ${cents('unexplained')}`,
  )
}
