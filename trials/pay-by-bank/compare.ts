import type { BankPayment, Banks } from '@nikau/testing/banks'
import type { World } from '../payments/world.ts'
import { until } from '../messages/outside.ts'

type Must = (condition: unknown, what: string) => void

interface Row {
  id: string
  step: string
  failure: string | null
  amount: string
  request: string
  status: string
  kinds: string[]
}

/** What the banks hold against what the books say, payment by payment. */
export async function compare(world: World, banks: Banks, must: Must): Promise<void> {
  const undecided = async () => {
    const { rows } = await world.database.pool.query<{ n: string }>(
      `select count(*) as n from one_off_payment o where step in ('exchange', 'initiate')
          or (step = 'watch' and not exists (select from operator_exception x where x.ref = o.id and x.closed_at is null))`,
    )
    return Number(rows[0]!.n)
  }
  must(await until(async () => (await undecided()) === 0, 60_000), `${await undecided()} payments are neither decided nor listed`)

  const { rows } = await world.database.pool.query<Row>(
    `select o.id, o.step, o.failure, o.amount, o.payment_request_id as request, r.status,
            array(select x.kind from operator_exception x where x.closed_at is null and (x.ref = o.id or x.refs ->> 'oneOffPaymentId' = o.id)) as kinds
       from one_off_payment o join payment_request r on r.id = o.payment_request_id`,
  )
  const payments = Map.groupBy(await banks.payments(), (one) => one.initiation.EndToEndIdentification)
  const known = new Set(rows.map((row) => row.id))
  for (const id of payments.keys()) must(known.has(id), `the bank has a payment ${id} that nobody here asked for`)
  for (const row of rows) for (const fault of faultsOf(row, payments.get(row.id) ?? [])) must(false, `${row.id} (${row.step} ${row.failure ?? ''}): ${fault}`)

  const taken = Map.groupBy(
    rows.filter((row) => (payments.get(row.id) ?? []).some((one) => one.status !== 'Rejected') && !row.kinds.includes('bank-surplus')),
    (row) => row.request,
  )
  for (const [request, list] of taken) must(list.length === 1, `the customer of ${request} was charged ${list.length} times`)

  const { calls } = await banks.control<{ calls: { path: string; idempotencyKey: string | null }[] }>('calls')
  const orders = calls.filter((one) => one.path.endsWith('/domestic-payments') && one.idempotencyKey !== null)
  must(
    orders.every((one) => known.has(one.idempotencyKey!.replace(/-p$/, ''))),
    'an order was sent under a key that is not its payment’s',
  )
  const { rows: books } = await world.database.pool.query<{ clearing: string; surplus: string }>(
    `select coalesce(sum(balance) filter (where id like 'pay-by-bank:%'), 0) as clearing, coalesce(sum(balance) filter (where id like 'surplus:%'), 0) as surplus from ledger.account`,
  )
  const completed = [...payments.values()].flat().filter((one) => one.status === 'AcceptedSettlementCompleted')
  const sum = completed.reduce((total, one) => total + one.cents, 0)
  must(Number(books[0]!.clearing) === -sum, `the banks have paid ${sum} cents and the books know of ${-Number(books[0]!.clearing)}`)
  console.log(
    `${rows.length} tries, ${[...payments.values()].flat().length} payments at the banks (${completed.length} completed, ${sum} cents), ${orders.length} orders sent; ` +
      `clearing ${books[0]!.clearing}, surplus ${books[0]!.surplus}, both explained`,
  )
}

function* faultsOf(row: Row, payments: readonly BankPayment[]): Generator<string> {
  if (payments.length > 1) yield `the bank was made to pay ${payments.length} times`
  const [payment] = payments
  if (payment && payment.cents !== Number(row.amount)) yield `another amount at the bank: ${payment.cents}`
  if (row.step === 'paid') {
    if (payment?.status !== 'AcceptedSettlementCompleted') yield `paid here, ${payment?.status ?? 'nothing'} at the bank`
    if (row.status !== 'paid') yield `its request is ${row.status}`
  } else if (payment?.status === 'AcceptedSettlementCompleted') {
    if (!row.kinds.some((kind) => ['bank-surplus', 'bank-lost', 'bank-undecided'].includes(kind))) yield 'the bank has paid, and nobody knows'
  } else if (payment && payment.status !== 'Rejected' && !row.kinds.includes('bank-undecided')) {
    yield `${payment.status} at the bank, and no operator is told`
  }
}
