import type { BankPayment } from '@nikau/testing/banks'
import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { until } from '../harness/wait.ts'

interface Row {
  id: string
  step: string
  failure: string | null
  amount: string
  /** The payment request, or the top-up itself. */
  pays: string
  /** Of the request; of a top-up, the status of its transfer. */
  status: string | null
  walletId: string | null
  kinds: string[]
  /** Set aside for its payer. */
  returned: boolean
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
    `select o.id, o.step, o.failure, o.amount, coalesce(r.id, o.id) as pays, coalesce(r.status, t.status) as status, o.wallet_id as "walletId",
            array(select x.kind from operator_exception x where x.closed_at is null and (x.ref = o.id or x.refs ->> 'oneOffPaymentId' = o.id)) as kinds,
            exists (select from bank_return b where b.bank_payment_id = o.id and b.reason = 'unapplied') as returned
       from pay_by_bank_payment o left join payment_request r on r.id = o.payment_request_id left join funds_transfer t on t.id = o.id`,
  )
  const payments = Map.groupBy(await environment.banks.payments(), (payment) => payment.initiation.EndToEndIdentification)
  const known = new Set(rows.map((row) => row.id))
  for (const id of payments.keys()) check(known.has(id), `the bank has a payment ${id} that we did not request`)
  for (const row of rows)
    for (const difference of differencesOf(row, payments.get(row.id) ?? [])) check(false, `${row.id} (${row.step} ${row.failure ?? ''}): ${difference}`)

  const charged = Map.groupBy(
    rows.filter((row) => (payments.get(row.id) ?? []).some((one) => one.status !== 'Rejected') && !row.returned),
    (row) => row.pays,
  )
  for (const [pays, list] of charged) check(list.length === 1, `the customer of ${pays} was charged ${list.length} times`)

  const { calls } = await environment.banks.control<{ calls: { path: string; idempotencyKey: string | null }[] }>('calls')
  const orders = calls.filter((one) => one.path.endsWith('/domestic-payments') && one.idempotencyKey !== null)
  check(
    orders.every((one) => known.has(one.idempotencyKey!.replace(/-p$/, ''))),
    'an order was sent under a key that is not its payment’s',
  )
  await checkWallets(environment, check, rows)
  const { rows: ledger } = await environment.database.pool.query<{ clearing: string; surplus: string; returned: string }>(
    `select (select coalesce(sum(amount), 0) from bank_return where state = 'completed') as returned, coalesce(sum(balance) filter (where id like 'pay-by-bank:%'), 0) as clearing, coalesce(sum(balance) filter (where id like 'surplus:%'), 0) as surplus from ledger.account`,
  )
  const completed = [...payments.values()].flat().filter((one) => one.status === 'AcceptedSettlementCompleted')
  const sum = completed.reduce((total, one) => total + one.cents, 0)
  const expected = sum - Number(ledger[0]!.returned)
  check(Number(ledger[0]!.clearing) === -expected, `the banks have paid and kept ${expected} cents and the ledger has ${-Number(ledger[0]!.clearing)}`)
  console.log(
    `${rows.length} attempts, ${[...payments.values()].flat().length} payments at the banks (${completed.length} completed, ${sum} cents), ${orders.length} orders sent; ` +
      `clearing ${ledger[0]!.clearing}, surplus ${ledger[0]!.surplus}, both explained`,
  )
}

/** Each wallet has what its paid top-ups brought, and nothing else. */
async function checkWallets(environment: PaymentsEnvironment, check: Check, rows: readonly Row[]): Promise<void> {
  const toppedUp = Map.groupBy(
    rows.filter((row) => row.walletId !== null),
    (row) => row.walletId!,
  )
  check(toppedUp.size > 0, 'no wallet was topped up')
  for (const [walletId, list] of toppedUp) {
    const paid = list.filter(({ step }) => step === 'paid').reduce((total, { amount }) => total + Number(amount), 0)
    const { rows: found } = await environment.database.pool.query<{ balance: string }>('select balance from ledger.account where id = $1', [
      `asset:${walletId}`,
    ])
    check(Number(found[0]?.balance) === paid, `top-ups of ${paid} cents were paid, and the wallet ${walletId} has ${found[0]?.balance}`)
    console.log(`${list.length} top-ups, ${paid} cents in the wallet`)
  }
}

function* differencesOf(row: Row, payments: readonly BankPayment[]): Generator<string> {
  if (payments.length > 1) yield `the bank paid ${payments.length} times`
  const [payment] = payments
  if (payment && payment.cents !== Number(row.amount)) yield `the bank has another amount: ${payment.cents}`
  if (row.step === 'paid') {
    if (payment?.status !== 'AcceptedSettlementCompleted') yield `paid here, ${payment?.status ?? 'nothing'} at the bank`
    if (row.status !== (row.walletId === null ? 'paid' : 'done')) yield `what it pays is ${row.status}`
  } else if (payment?.status === 'AcceptedSettlementCompleted') {
    if (!row.returned && !row.kinds.some((kind) => ['bank-payment-indeterminate', 'bank-payment-unconfirmed'].includes(kind)))
      yield 'the bank has paid, it does not go back, and there is no exception'
  } else if (payment && payment.status !== 'Rejected' && !row.kinds.includes('bank-payment-unconfirmed')) {
    yield `${payment.status} at the bank, and there is no exception`
  }
}
