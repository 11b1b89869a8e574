import { checkLedger, checkStatements, checkTransfers } from './checks.ts'
import { createCustomer, type Customer, type RequestedTransfer } from './customers.ts'
import { type FundsEnvironment, ownAccount, startFundsEnvironment } from './environment.ts'
import { type BankFault, requestTransfers, runBankStep, seeded } from './simulate.ts'
import type { TrialContext } from '../harness/trial.ts'

// Top-ups and withdrawals of real money through the real API and the sandbox bank over simulated months: dishonours, bounces, late
// reversals, statements with planted differences, files sent twice, results out of order, a bank that is down, API, worker and bank
// killed at every step. Nothing may be lost or doubled, every planted difference is found, nothing is corrected silently, and the
// bank's balance is explained to the cent. Options: --seed=n --days=n --transfers=n --customers=n.

const firstDay = '2026-11-30' // a Monday; Christmas and New Year follow
const faults: BankFault[] = ['none', 'kill-in-call', 'lose', 'kill-anywhere', 'down', 'garble', 'none', 'error', 'shuffle']
const startedAt = Date.now()

export async function run({ quick, args, check }: TrialContext): Promise<void> {
  const option = (name: string, fallback: number) => Number(new RegExp(`--${name}=(\\d+)`).exec(args.join(' '))?.[1] ?? fallback)
  const seed = option('seed', 20261115)
  const days = option('days', quick ? 5 : 60)
  const plan = { days, transfers: option('transfers', quick ? 200 : 10_000), random: seeded(seed) }
  const customerCount = option('customers', quick ? 12 : 110)

  const environment = await startFundsEnvironment(`${firstDay}T09:30:00+13:00`)
  try {
    await environment.control('settings', { slowMs: 900 })
    const customers: Customer[] = []
    for (let first = 0; first < customerCount; first += 6) {
      const some = Array.from({ length: Math.min(6, customerCount - first) }, (_, i) => createCustomer(environment, first + i, (first + i) % 8 !== 0))
      customers.push(...(await Promise.all(some)))
    }
    console.log(`seed ${seed}: ${customerCount} customers after ${seconds()} s`)
    const transfers = await passDays(environment, customers, plan)
    console.log(`(a) ${days} days, ${transfers.length} transfers requested, after ${seconds()} s`)
    await passQuietDays(environment, days, days + 7)
    await verifyAccounts(environment, customers)
    await checkTransfers(environment, transfers, customers, { daysSince: 0 }, check)
    await checkStatements(environment, check)
    await checkLedger(environment, check)
    const late = quick ? 101 : 262
    await passQuietDays(environment, days + late, days + late)
    console.log(`(b) ${late} days later, after ${seconds()} s`)
    await checkTransfers(environment, transfers, customers, { daysSince: late }, check)
    await checkStatements(environment, check)
    await checkLedger(environment, check)
  } finally {
    await environment.stop()
  }
}

function seconds(): string {
  return ((Date.now() - startedAt) / 1000).toFixed(0)
}

function dayAt(offset: number): string {
  return new Date(Date.parse(`${firstDay}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
}

async function passDays(
  environment: FundsEnvironment,
  customers: readonly Customer[],
  plan: { days: number; transfers: number; random: (below: number) => number },
): Promise<RequestedTransfer[]> {
  const { random } = plan
  const all: RequestedTransfer[] = []
  const weekdays = Array.from({ length: plan.days }, (_, offset) => offset).filter((offset) => ![5, 6].includes(offset % 7))
  let turn = 0
  const nextFault = () => faults[turn++ % faults.length]!
  let kills = 0
  for (const [nth, offset] of weekdays.entries()) {
    const day = dayAt(offset)
    await environment.setClock(`${day}T09:05:00+13:00`)
    await runBankStep(environment, 'results', nextFault(), random(400))
    await runBankStep(environment, 'statement', nextFault(), random(400))
    await environment.setClock(`${day}T10:00:00+13:00`)
    const share = Math.ceil((plan.transfers - all.length) / (weekdays.length - nth))
    const killApi = nth % 7 === 3
    all.push(...(await requestTransfers(customers, share, random, killApi ? () => environment.kill('api') : undefined)))
    if (killApi) kills++
    await environment.setClock(`${day}T15:56:00+13:00`)
    await runBankStep(environment, 'files', nextFault(), random(400))
    if (nth % 5 === 2) await resendFile(environment)
    if (nth % 9 === 4) {
      await environment.kill('banks')
      kills++
    }
    await environment.setClock(`${day}T18:30:00+13:00`)
    await runBankStep(environment, 'results', nextFault(), random(400))
    if (nth % 4 === 1)
      await environment.control('statement-faults', { account: ownAccount, kind: ['duplicate', 'missing', 'wrong-amount', 'unknown'][nth % 4], day, count: 1 })
    if (nth === Math.floor(weekdays.length * 0.6)) await verifyAccounts(environment, customers)
    if (nth % 10 === 9) console.log(`    ${day}: ${all.length} transfers, ${seconds()} s`)
  }
  console.log(`    API and bank killed ${kills} times, the worker ${Math.floor((turn / faults.length) * 2)} times`)
  return all
}

/** As if the record of the bank's acceptance had been lost: the same file goes to the bank again. */
async function resendFile(environment: FundsEnvironment): Promise<void> {
  await environment.query(
    `with again as (
       update bank_file set state = 'ready', bank_file_id = null, processing_day = null, final_day = null, accepted_at = null
        where id = (select id from bank_file where state = 'accepted' and cleared_at is null order by created_at desc limit 1) returning id)
     select graphile_worker.add_job('send-bank-file', json_build_object('fileId', id)) from again`,
  )
  await environment.runJobs(['build-bank-files'])
}

/** Days without new transfers. */
async function passQuietDays(environment: FundsEnvironment, from: number, to: number): Promise<void> {
  for (let offset = from; offset <= to; offset++) {
    await environment.setClock(`${dayAt(offset)}T09:05:00+13:00`)
    await environment.runJobs(['build-bank-files', 'ingest-bank-results', 'reconcile-statements'])
  }
}

/** Customers whose account is not verified enter the code from their bank statement. */
async function verifyAccounts(environment: FundsEnvironment, customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    const [row] = await environment.query<{ code: string }>(
      `select t.code from funds_transfer t join bank_account b on b.id = t.bank_account_id
        where b.id = $1 and b.verified_at is null and t.sent_at is not null order by t.sent_at desc limit 1`,
      [customer.bankAccountId],
    )
    if (row) await customer.verify(row.code)
  }
}
