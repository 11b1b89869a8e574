import type { Desk, OpenException } from './desk.ts'
import type { OperationsEnvironment } from './environment.ts'

interface Difference extends OpenException {
  /** What the bank holds more than the books, by this difference. */
  excess: number
  reference: string
  closed: boolean
}

/** A transaction that the bank has really made on an account of ours, whatever its statements say. */
interface Movement {
  id: string
  day: string
  amount: number
  reference: string
}

/** Advices of the card company whose payment was missing on a statement, and was booked as unclaimed money until it is theirs. */
export const foundAdvices = new Set<string>()

/**
 * Statements that differ from the books. A line that came on a later statement than its order's explains the one that was missing. Of the
 * others the bank is asked which are true: those that are not explain each other together with the sum of their day, and what is true is
 * money of somebody else. Returns what has to wait.
 */
export async function resolveStatements(environment: OperationsEnvironment, desk: Desk, open: readonly OpenException[]): Promise<string[]> {
  const differences = await Promise.all(open.filter(({ kind }) => kind.startsWith('statement-')).map((exception) => toDifference(environment, exception)))
  const isOpen = ({ closed }: Difference) => !closed
  /** What the bank shows and has not made. */
  const untrue = new Set<Difference>()
  const ofKind = (kind: string) => differences.filter((one) => isOpen(one) && !untrue.has(one) && one.kind === `statement-${kind}`)
  const left: string[] = []
  for (const missing of ofKind('missing')) {
    const shown = ofKind('unknown').find(({ reference, excess }) => reference === missing.reference && excess === -missing.excess)
    if (shown) await matchAll(desk, [missing, shown])
  }
  const days = Map.groupBy(differences.filter(isOpen), ({ refs }) => `${refs.account} ${refs.day}`)
  for (const [day, all] of days) {
    const ofDay = all.filter(isOpen)
    if (ofDay.length === 0) continue
    const movements = await movementsAtBank(environment, ofDay[0]!.refs.account!)
    const amounts = new Map(movements.map(({ id, amount }) => [id, amount]))
    const wrong = ofDay.filter(({ refs }) => !refs.ref!.startsWith('order:') && amounts.get(refs.ref!) !== Number(refs.shown))
    for (const difference of wrong) untrue.add(difference)
    const explain = async () => (await matchAll(desk, wrong)) && (await bookUnshown(environment, desk, wrong, movements, open, differences))
    const refusal = wrong.length === 0 ? undefined : await explain()
    if (refusal) left.push(`statement ${day}: ${refusal}`)
  }
  // A decision about an order says what the bank had said wrongly: the two explain each other on different days.
  for (const wrong of ofKind('wrong-amount')) {
    const other = ofKind('wrong-amount').find(({ excess, refs }) => excess === -wrong.excess && refs.account === wrong.refs.account)
    if (!wrong.closed && other) await matchAll(desk, [wrong, other])
  }
  // What a bank gives back that it had taken from us.
  for (const back of ofKind('unknown').filter(({ reference, excess }) => reference !== '' && excess > 0)) {
    const isTaken = ({ reference, excess }: Difference) => reference === back.reference && excess === -back.excess
    const taken = [...ofKind('wrong-amount'), ...ofKind('unknown')].find(isTaken)
    if (taken) await matchAll(desk, [taken, back])
  }
  for (const difference of ofKind('unknown')) {
    const refusal = await bookUnknown(environment, desk, difference)
    if (refusal) left.push(`${difference.kind} ${difference.ref}: ${refusal}`)
  }
  return left
}

async function toDifference({ query }: OperationsEnvironment, exception: OpenException): Promise<Difference> {
  const { kind, amount, refs } = exception
  const excess = kind === 'statement-sum' ? -Number(amount) : Number(amount)
  const [line] = await query<{ reference: string }>(`select reference from bank_statement_line where account = $1 and transaction_id = $2 limit 1`, [
    refs.account,
    refs.ref!.split('#')[0],
  ])
  // A missing line is named by type, reference and source.
  return { ...exception, excess, reference: line?.reference ?? refs.ref!.split(':')[1] ?? '', closed: false }
}

async function matchAll(desk: Desk, differences: Difference[]): Promise<string | undefined> {
  const refusal = await desk.act('pita', 'match-differences', { differences: differences.map(({ id }) => id) })
  if (!refusal) for (const difference of differences) difference.closed = true
  return refusal
}

async function movementsAtBank({ banks }: OperationsEnvironment, account: string): Promise<Movement[]> {
  return (await banks.control<{ entries: Movement[] }>(`accounts/${account}`)).entries
}

/**
 * The differences of a day do not explain each other: the bank says which of its movements it has not shown, or not with their amount. If
 * these are the rest, they are booked with the differences as money of somebody else, such as the card company.
 */
async function bookUnshown(
  { query }: OperationsEnvironment,
  desk: Desk,
  differences: Difference[],
  movements: readonly Movement[],
  open: readonly OpenException[],
  later: readonly Difference[],
): Promise<string | undefined> {
  const { account, day } = differences[0]!.refs
  const lines = await query<{ id: string; amount: string; isReceipt: boolean }>(
    `select transaction_id as id, amount, verdict = 'receipt' as "isReceipt" from bank_statement_line where account = $1 and day = $2`,
    [account, day],
  )
  const shown = new Map(lines.map((line) => [line.id, line]))
  const booked = new Map(differences.map(({ kind, reference, refs }) => [kind === 'statement-missing' ? reference : refs.ref!, kind]))
  const rest = movements
    .filter((movement) => movement.day === day && !booked.has(movement.reference))
    .map(({ id, amount, reference }) => {
      const line = shown.get(id)
      const known = !line || booked.get(id) === 'statement-unknown' ? 0 : line.isReceipt ? Number(line.amount) : amount
      return { reference, amount: amount - known }
    })
    .filter(({ amount }) => amount !== 0)
  const excess = differences.reduce((sum, difference) => sum + difference.excess, 0)
  if (rest.reduce((sum, { amount }) => sum + amount, 0) !== excess) return `${excess} cents are not explained by ${JSON.stringify(rest)}`
  // A payment by bank is expected for a day longer than the statement that lacks it.
  const missing = rest.map(({ reference }) => later.find((one) => one.kind === 'statement-missing' && !one.closed && one.reference === reference))
  if (missing.every((one) => one !== undefined)) return await matchAll(desk, [...differences, ...missing])
  for (const { reference } of rest) {
    const reason = await whyWait(query, reference)
    if (reason) return reason
    const [advice] = await query('select from card_advice where reference = $1', [reference])
    if (advice && !open.some(({ kind, refs }) => kind.startsWith('card-') && refs.advice === reference)) return 'nobody misses it yet'
  }
  const refusal = await book(desk, excess, differences)
  if (!refusal) for (const { reference } of rest) foundAdvices.add(reference)
  return refusal
}

/** Money that came or went without an order of ours. */
async function bookUnknown({ query }: OperationsEnvironment, desk: Desk, difference: Difference): Promise<string | undefined> {
  return (await whyWait(query, difference.reference)) ?? (await book(desk, difference.excess, [difference]))
}

/** An order or a payment by bank whose result is still to come has to wait. */
async function whyWait(query: OperationsEnvironment['query'], reference: string): Promise<string | undefined> {
  if (reference === '') return undefined
  const orders = await query(`select from bank_file_detail where reference = $1 and state in ('sent', 'at-bank', 'done', 'failed', 'reversed')`, [reference])
  if (orders.length > 0) return 'an order of ours: its result comes, or is decided'
  const payments = await query(`select from pay_by_bank_payment where left(id, 12) = $1 and step <> 'failed'`, [reference])
  return payments.length > 0 ? 'a payment by bank that the bank has not confirmed to us yet' : undefined
}

async function book(desk: Desk, excess: number, differences: Difference[]): Promise<string | undefined> {
  const [debit, credit] = excess > 0 ? ['bank', 'unclaimed:nzd.main'] : ['losses:nzd.main', 'bank']
  const content = { debit, credit, amount: String(Math.abs(excess)), words: 'correction', differences: differences.map(({ id }) => id) }
  const refusal = await desk.act('mere', 'adjustment', content, { exceptionId: differences[0]!.id })
  if (!refusal) for (const difference of differences) difference.closed = true
  return refusal
}
