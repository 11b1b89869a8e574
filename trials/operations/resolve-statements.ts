import type { Desk, OpenException } from './desk.ts'
import type { OperationsEnvironment } from './environment.ts'

interface Difference extends OpenException {
  /** What the bank holds more than the books, by this difference. */
  excess: number
  reference: string
  closed: boolean
}

/**
 * Statements that differ from the books. A line that came on a later statement than its order's explains the one that was missing. Of the
 * others the bank is asked which are true: those that are not explain each other together with the sum of their day, and what is true is
 * money of somebody else. Returns what has to wait.
 */
export async function resolveStatements(environment: OperationsEnvironment, desk: Desk, open: readonly OpenException[]): Promise<string[]> {
  const differences = await Promise.all(open.filter(({ kind }) => kind.startsWith('statement-')).map((exception) => toDifference(environment, exception)))
  const isOpen = ({ closed }: Difference) => !closed
  const ofKind = (kind: string) => differences.filter((difference) => isOpen(difference) && difference.kind === `statement-${kind}`)
  const left: string[] = []
  for (const missing of ofKind('missing')) {
    const shown = ofKind('unknown').find(({ reference, excess }) => reference === missing.reference && excess === -missing.excess)
    if (shown) await matchAll(desk, [missing, shown])
  }
  const days = Map.groupBy(differences.filter(isOpen), ({ refs }) => `${refs.account} ${refs.day}`)
  for (const [day, ofDay] of days) {
    const moved = await movedAtBank(environment, ofDay[0]!.refs.account!)
    const wrong = ofDay.filter(({ kind, refs }) => kind !== 'statement-unknown' || !moved.has(refs.ref!))
    const refusal = wrong.length === 0 ? undefined : await matchAll(desk, wrong)
    if (refusal) left.push(`statement ${day}: ${refusal}`)
  }
  // A decision about an order says what the bank had said wrongly: the two explain each other on different days.
  for (const wrong of ofKind('wrong-amount')) {
    const other = ofKind('wrong-amount').find(({ excess, refs }) => excess === -wrong.excess && refs.account === wrong.refs.account)
    if (!wrong.closed && other) await matchAll(desk, [wrong, other])
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

/** The transactions that the bank has really made on an account of ours, whatever its statements say. */
async function movedAtBank({ banks }: OperationsEnvironment, account: string): Promise<Set<string>> {
  const { entries } = await banks.control<{ entries: { id: string }[] }>(`accounts/${account}`)
  return new Set(entries.map(({ id }) => id))
}

/** Money that came or went without an order of ours. An order whose result is still to come has to wait. */
async function bookUnknown({ query }: OperationsEnvironment, desk: Desk, { id, excess, reference }: Difference): Promise<string | undefined> {
  const orders = await query(`select from bank_file_detail where reference = $1 and state in ('sent', 'at-bank', 'done', 'failed', 'reversed')`, [reference])
  if (reference !== '' && orders.length > 0) return 'an order of ours: its result comes, or is decided'
  const payments = await query(`select from pay_by_bank_payment where left(id, 12) = $1 and step <> 'failed'`, [reference])
  if (reference !== '' && payments.length > 0) return 'a payment by bank that the bank has not confirmed to us yet'
  const [debit, credit] = excess > 0 ? ['bank', 'unclaimed:nzd.main'] : ['losses:nzd.main', 'bank']
  const content = { debit, credit, amount: String(Math.abs(excess)), words: 'correction', differences: [id] }
  return await desk.act('mere', 'adjustment', content, { exceptionId: id })
}
