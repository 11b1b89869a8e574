import { violations } from '@nikau/ledger'
import type { Check } from '../harness/trial.ts'
import type { OperationsEnvironment } from './environment.ts'
import { ourAccounts } from './environment.ts'
import { type Customer, inParallel, type Merchant } from './people.ts'

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** What the sandbox bank has on an account; nothing ever happened on one that it does not know. */
async function atBank({ banks }: OperationsEnvironment, number: string): Promise<number> {
  return (await banks.control<{ balance: number }>(`accounts/${number.replaceAll('-', '')}`).catch(() => ({ balance: 0 }))).balance
}

/** Balances of the books and what operators moved by hand, by ledger account. */
async function readBooks({ query }: OperationsEnvironment) {
  const accounts = await query<{ id: string; balance: string }>('select id, balance from ledger.account where not counter')
  const moved = await query<{ account: string; amount: string }>('select account, amount from operator_movement')
  const balances = new Map(accounts.map(({ id, balance }) => [id, Number(balance)]))
  const adjusted = new Map(moved.map(({ account, amount }) => [account, Number(amount)]))
  return { balanceOf: (id: string) => balances.get(id) ?? 0, adjustedOf: (id: string) => adjusted.get(id) ?? 0 }
}

/** Everybody's money, to the cent: what left their bank account is in their wallet, was paid, or is back. */
export async function checkPeople(
  environment: OperationsEnvironment,
  customers: readonly Customer[],
  merchants: readonly Merchant[],
  check: Check,
): Promise<void> {
  const { balanceOf, adjustedOf } = await readBooks(environment)
  let held = 0
  await inParallel(customers, async ({ walletId, bankAccountId, bankNumber, totals }) => {
    const wallet = `asset:${walletId}`
    const unverified = balanceOf(`unverified:${bankAccountId}`)
    const bank = await atBank(environment, bankNumber)
    held += balanceOf(wallet)
    const off = bank + balanceOf(wallet) + unverified + totals.paid - totals.refunded - adjustedOf(wallet)
    check(off === 0, `customer of ${wallet}: off by ${off} (bank ${bank}, wallet ${balanceOf(wallet)}, paid ${totals.paid}, refunded ${totals.refunded})`)
  })
  let received = 0
  await inParallel(merchants, async ({ accountId, walletId, bankNumber, totals }) => {
    const wallet = `asset:${walletId}`
    const bank = await atBank(environment, bankNumber)
    const [checks] = await environment.query<{ cents: string | null }>(
      `select sum(amount) as cents from outgoing_payment where account_id = $1 and purpose = 'account-check' and status = 'paid'`,
      [accountId],
    )
    const cents = Number(checks?.cents ?? 0)
    received += bank - cents
    const kept = balanceOf(wallet) + balanceOf(`fees:${walletId}`) + balanceOf(`gst:${walletId}`)
    const off = bank - cents + kept - totals.paid + totals.refunded - adjustedOf(wallet)
    check(off === 0, `merchant of ${wallet}: off by ${off} (bank ${bank}, kept ${kept}, paid ${totals.paid}, refunded ${totals.refunded})`)
  })
  console.log(
    `    ${customers.length} customers hold ${dollars(held)}; ${merchants.length} merchants have received ${dollars(received)} at their banks; all to the cent`,
  )
}

/** The books hold, and our bank accounts are explained. */
export async function checkBooks(environment: OperationsEnvironment, check: Check): Promise<void> {
  for (const { invariant, broken } of await violations(environment.database.db)) check(false, `${invariant}: ${JSON.stringify(broken).slice(0, 400)}`)
  for (const row of await environment.query('select * from transfer_not_in_one_file')) check(false, `not in one file: ${JSON.stringify(row)}`)
  const [position] = await environment.query<Record<string, string>>('select * from bank_position')
  check(Number(position?.unexplained) === 0, `our bank balance is not explained: ${JSON.stringify(position)}`)
  let bank = 0
  for (const number of Object.values(ourAccounts)) bank += await atBank(environment, number)
  check(Number(position?.statement_balance) === bank, `our banks hold ${bank}, their statements show ${position?.statement_balance}`)
  console.log(`    our banks hold ${dollars(bank)}; unexplained ${position?.unexplained}`)
}

/** What is still on its way, or waits for an operator. */
async function readOpen({ query }: OperationsEnvironment): Promise<string[]> {
  const exceptions = await query<{ kind: string; ref: string; refs: object }>('select kind, ref, refs from operator_exception where closed_at is null')
  const [position] = await query<Record<string, string>>(
    'select files_in_flight, pay_by_bank_in_flight, receipts_unbooked, differences, statement_sums, statement_breaks from bank_position',
  )
  const clearing = await query<{ id: string; balance: string }>(
    `select id, balance from ledger.account
      where not counter and unit = 'nzd.main' and balance <> 0
        and (id like 'pay-by-bank:%' or kind in ('payouts', 'unverified', 'escrow', 'request', 'surplus', 'card refunds', 'card clearing', 'issuer debt', 'unclaimed'))`,
  )
  return [
    ...exceptions.map(({ kind, ref, refs }) => `${kind} ${ref} ${JSON.stringify(refs)}`),
    ...Object.entries(position ?? {}).filter(([, amount]) => Number(amount) !== 0).map(([term, amount]) => `${term} is ${amount}`), // prettier-ignore
    ...clearing.map(({ id, balance }) => `${id} has ${balance}`),
  ]
}

/** The exceptions that are open: how many of each kind, and since when. */
export async function summariseOpen({ query }: OperationsEnvironment): Promise<string> {
  const kinds = await query<{ kind: string; count: string; since: string }>(
    `select kind, count(*)::text as count, min(opened_at)::date::text as since from operator_exception where closed_at is null group by kind order by kind`,
  )
  return kinds.map(({ kind, count, since }) => `${count} ${kind} since ${since}`).join(', ') || 'nothing open'
}

export const isOver = async (environment: OperationsEnvironment) => (await readOpen(environment)).length === 0

/** Nothing waits for anybody: no exception, nothing in flight, every clearing account at zero. */
export async function checkCleared(environment: OperationsEnvironment, check: Check): Promise<void> {
  for (const open of await readOpen(environment)) check(false, `still open: ${open}`)
}
