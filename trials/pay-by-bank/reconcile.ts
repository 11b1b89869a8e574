import type { BankPayment } from '@nikau/testing/banks'
import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { until } from '../harness/wait.ts'

interface Row {
  id: string
  step: string
  failure: string | null
  amount: string
  request: string
  status: string
  kinds: string[]
}

/** The banks' payments against the ledger, one by one. */
export async function reconcile(environment: PaymentsEnvironment, check: Check): Promise<void> {
  const undecided = async () => {
    const { rows } = await environment.database.pool.query<{ n: string }>(
      `select count(*) as n from pay_by_bank_payment o where step in ('exchange', 'initiate')
          or (step = 'watch' and not exists (select from operator_exception x where x.ref = o.id and x.closed_at is null))`,
    )
    return Number(rows[0]!.n)
  }
  check(await until(async () => (await undecided()) === 0, 60_000), `${await undecided()} payments have neither an outcome nor an exception`)

  const { rows } = await environment.database.pool.query<Row>(
    `select o.id, o.step, o.failure, o.amount, o.payment_request_id as request, r.status,
            array(select x.kind from operator_exception x where x.closed_at is null and (x.ref = o.id or x.refs ->> 'oneOffPaymentId' = o.id)) as kinds
       from pay_by_bank_payment o join payment_request r on r.id = o.payment_request_id`,
  )
  const payments = Map.groupBy(await environment.banks.payments(), (payment) => payment.initiation.EndToEndIdentification)
  const known = new Set(rows.map((row) => row.id))
  for (const id of payments.keys()) check(known.has(id), `the bank has a payment ${id} that we did not request`)
  for (const row of rows)
    for (const difference of differencesOf(row, payments.get(row.id) ?? [])) check(false, `${row.id} (${row.step} ${row.failure ?? ''}): ${difference}`)

  const charged = Map.groupBy(
    rows.filter((row) => (payments.get(row.id) ?? []).some((one) => one.status !== 'Rejected') && !row.kinds.includes('bank-payment-surplus')),
    (row) => row.request,
  )
  for (const [request, list] of charged) check(list.length === 1, `the customer of ${request} was charged ${list.length} times`)

  const { calls } = await environment.banks.control<{ calls: { path: string; idempotencyKey: string | null }[] }>('calls')
  const orders = calls.filter((one) => one.path.endsWith('/domestic-payments') && one.idempotencyKey !== null)
  check(
    orders.every((one) => known.has(one.idempotencyKey!.replace(/-p$/, ''))),
    'an order was sent under a key that is not its payment’s',
  )
  const { rows: ledger } = await environment.database.pool.query<{ clearing: string; surplus: string }>(
    `select coalesce(sum(balance) filter (where id like 'pay-by-bank:%'), 0) as clearing, coalesce(sum(balance) filter (where id like 'surplus:%'), 0) as surplus from ledger.account`,
  )
  const completed = [...payments.values()].flat().filter((one) => one.status === 'AcceptedSettlementCompleted')
  const sum = completed.reduce((total, one) => total + one.cents, 0)
  check(Number(ledger[0]!.clearing) === -sum, `the banks have paid ${sum} cents and the ledger has ${-Number(ledger[0]!.clearing)}`)
  console.log(
    `${rows.length} attempts, ${[...payments.values()].flat().length} payments at the banks (${completed.length} completed, ${sum} cents), ${orders.length} orders sent; ` +
      `clearing ${ledger[0]!.clearing}, surplus ${ledger[0]!.surplus}, both explained`,
  )
}

function* differencesOf(row: Row, payments: readonly BankPayment[]): Generator<string> {
  if (payments.length > 1) yield `the bank paid ${payments.length} times`
  const [payment] = payments
  if (payment && payment.cents !== Number(row.amount)) yield `the bank has another amount: ${payment.cents}`
  if (row.step === 'paid') {
    if (payment?.status !== 'AcceptedSettlementCompleted') yield `paid here, ${payment?.status ?? 'nothing'} at the bank`
    if (row.status !== 'paid') yield `its request is ${row.status}`
  } else if (payment?.status === 'AcceptedSettlementCompleted') {
    if (!row.kinds.some((kind) => ['bank-payment-surplus', 'bank-payment-indeterminate', 'bank-payment-unconfirmed'].includes(kind)))
      yield 'the bank has paid, and there is no exception'
  } else if (payment && payment.status !== 'Rejected' && !row.kinds.includes('bank-payment-unconfirmed')) {
    yield `${payment.status} at the bank, and there is no exception`
  }
}
