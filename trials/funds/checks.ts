import { violations } from '@nikau/ledger'
import type { Asked, Person } from './people.ts'
import type { World } from './world.ts'

type Must = (condition: unknown, what: string) => void

const returned = { topup: [61, 62, 63, 64, 65, 66, 67, 68, 69], withdrawal: [66, 67, 69] }

/** What must have come of a transfer, by the cents that told the bank what to do. */
function endOf({ type, amount }: Asked, passed: { reversals: number }): 'failed' | 'reversed' | 'done' {
  const cents = amount % 100
  if (returned[type].includes(cents)) return 'failed'
  if (type === 'topup' && ((cents === 70 && passed.reversals >= 100) || (cents === 71 && passed.reversals >= 260))) return 'reversed'
  return 'done'
}

export async function checkTransfers(
  world: World,
  asked: readonly Asked[],
  people: readonly Person[],
  passed: { reversals: number },
  must: Must,
): Promise<void> {
  const kept = await world.rows<{ id: string; status: string; reversed: boolean; amount: bigint; reference: string }>(
    `select id, status, reversed_at is not null as reversed, amount, reference from funds_transfer`,
  )
  must(kept.length === asked.length, `${asked.length} transfers were asked for and ${kept.length} are there`)
  const byId = new Map(kept.map((one) => [one.id, one]))
  const balances = new Map(people.map((person) => [person, 0]))
  const ends = { failed: 0, reversed: 0, done: 0 }
  for (const one of asked) {
    const end = endOf(one, passed)
    ends[end]++
    const row = byId.get(one.id)
    const is = row && (row.reversed ? 'reversed' : row.status)
    must(is === end && Number(row?.amount) === one.amount, `${one.type} ${one.id} of ${one.amount} is ${is}, must be ${end}`)
    if (end === 'done') balances.set(one.person, balances.get(one.person)! + (one.type === 'topup' ? one.amount : -one.amount))
  }
  for (const [person, balance] of balances) must((await person.balance()) === balance, `a wallet has ${await person.balance()}, must have ${balance}`)
  console.log(`    ${asked.length} transfers: ${ends.done} done, ${ends.failed} failed, ${ends.reversed} reversed; ${people.length} wallets to the cent`)

  // The bank's side of the same: one line for each order, never two.
  const { results } = await world.bank<{ results: { reference: string; outcome: string; amount: number }[] }>('/results?after=0')
  const settled = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'settled'),
    ({ reference }) => reference,
  )
  for (const { reference, amount } of kept) {
    const lines = settled.get(reference) ?? []
    must(lines.length === 1 && lines[0]!.amount === Number(amount), `the bank moved ${reference} ${lines.length} times`)
  }
  must(settled.size === kept.length, `the bank moved ${settled.size} orders for ${kept.length} transfers`)
  const ours = await world.rows<{ reference: string; state: string }>('select reference, state from bank_file')
  const { files } = await world.control<{ files: { fileReference: string }[] }>('files')
  const accepted = ours.filter(({ state }) => state === 'accepted').map(({ reference }) => reference)
  must(
    accepted.toSorted().join() ===
      files
        .map(({ fileReference }) => fileReference)
        .toSorted()
        .join(),
    'the files that the bank has are not those that we sent',
  )
  const tries = (await world.rows<{ tries: number }>('select sum(attempts)::int as tries from bank_file'))[0]!.tries
  console.log(`    ${files.length} files at the bank, ${tries} attempts to send them, each order moved once`)
}

interface Plant {
  kind: string
  day: string
  transaction: string
  id: string
}

export async function checkStatements(world: World, must: Must): Promise<void> {
  const { plants } = await world.control<{ plants: Plant[] }>('statement-plants')
  const listed = await world.rows<{ kind: string; ref: string }>('select kind, ref from operator_exception')
  const upto = (await world.rows<{ day: string }>('select reconciled_upto::text as day from bank_desk'))[0]?.day ?? ''
  const days = new Map<string, number>()
  for (const { kind, day } of plants) if (day <= upto) days.set(`${kind} ${day}`, (days.get(`${kind} ${day}`) ?? 0) + 1)
  const planted = [...days.values()].reduce((sum, count) => sum + count, 0)
  for (const { kind, ref } of listed) {
    if (kind === 'statement-sum') continue
    const key = `${kind.replace('statement-', '')} ${ref.split(':')[1]}`
    must((days.get(key) ?? 0) > 0, `listed and not planted: ${kind} ${ref}`)
    days.set(key, (days.get(key) ?? 0) - 1)
  }
  for (const [key, left] of days) must(left === 0, `planted and not listed: ${left} ${key}`)
  const kinds = Map.groupBy(plants, ({ kind }) => kind)
  console.log(
    `    ${planted} planted differences (${[...kinds].map(([kind, list]) => `${list.length} ${kind}`).join(', ')}): ${listed.length} exceptions listed`,
  )
}

export async function checkBooks(world: World, must: Must): Promise<void> {
  for (const broken of await violations(world.database.db)) must(false, `${broken.invariant}: ${JSON.stringify(broken.broken).slice(0, 400)}`)
  for (const row of await world.rows('select * from transfer_not_in_one_file')) must(false, `not in one file: ${JSON.stringify(row)}`)
  const [position] = await world.rows<Record<string, string>>('select * from bank_position')
  must(Number(position?.unexplained) === 0, `the banks' balance is not explained: ${JSON.stringify(position)}`)
  const atBank = (await world.control<{ balance: number }>('accounts/020192021400200')).balance
  must(Number(position?.statement_balance) === atBank, `the bank holds ${atBank}, the statements say ${position?.statement_balance}`)
  const cents = (name: string) => (Number(position?.[name]) / 100).toFixed(2)
  console.log(
    `    bank ${cents('statement_balance')} = books ${cents('books_balance')} + in flight ${cents('files_in_flight')} + differences ${cents('differences')} + sums ${cents('statement_sums')}; unexplained ${cents('unexplained')}`,
  )
}
