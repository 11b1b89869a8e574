import { isBusinessDay } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, instantAt } from '@nikau/nz/nz-time'
import type { TrialContext } from '../harness/trial.ts'
import { createActivity, type Plan } from './activity.ts'
import { checkBooks, checkCleared, checkPeople, isOver, summariseOpen } from './checks.ts'
import { createCardCompany } from './card-company.ts'
import { openDesk } from './desk.ts'
import { startOperationsEnvironment } from './environment.ts'
import { faultOfDay } from './faults.ts'
import { createCustomer, createMerchant, type Customer, inParallel, type Merchant } from './people.ts'
import { resolveAll } from './resolve.ts'
import { seeded } from '../funds/simulate.ts'

// A year of a company: customers top up, withdraw and pay, merchants refund and are paid out, while banks and the card company do
// everything wrong that they can, the worker is dead for days and its clock is an hour off. Operators resolve every exception, through
// what they may ask for and nothing else. In the end nobody has lost or gained a cent, every merchant is paid, every clearing account is
// at zero and nothing is open. Options: --seed=n --days=n --customers=n --merchants=n --no-faults.

const firstDay: CalendarDate = '2026-11-30' // a Monday
const startedAt = Date.now()
const hourMs = 3_600_000
const skews = [0, hourMs, -hourMs]

/** From the second day of the second week for three days; in a year again every tenth week. */
const isWorkerDead = (day: number, days: number) => [8, 9, 10].includes(day % (days > 70 ? 70 : days))

export async function run({ quick, args, check }: TrialContext): Promise<string> {
  const option = (name: string, fallback: number) => Number(new RegExp(`--${name}=(\\d+)`).exec(args.join(' '))?.[1] ?? fallback)
  const days = option('days', quick ? 12 : 365)
  const size = { customers: option('customers', quick ? 40 : 5000), merchants: option('merchants', quick ? 8 : 200) }
  const wrong = !args.includes('--no-faults')
  const random = seeded(option('seed', 20_261_118))
  const plan: Plan = quick
    ? { topUps: 25, withdrawals: 6, payments: 30, bankPayments: 4, cardPayments: 4 }
    : { topUps: 60, withdrawals: 20, payments: 120, bankPayments: 8, cardPayments: 8 }
  const environment = await startOperationsEnvironment(at(firstDay, 9, 0))
  const desk = await openDesk(environment)
  try {
    const customers: Customer[] = []
    const merchants: Merchant[] = []
    await inParallel(range(size.merchants), async (n) => void merchants.push(await createMerchant(environment, n)))
    await inParallel(range(size.customers), async (n) => void customers.push(await createCustomer(environment, n)))
    console.log(`${size.customers} customers and ${size.merchants} merchants after ${seconds()} s`)
    const activity = createActivity(environment, customers, merchants, random)
    await activity.start()
    const company = createCardCompany(environment, wrong)
    const waiting = new Set(merchants)
    for (let n = 0, businessDays = 0; n < days; n++) {
      const day = addDays(firstDay, n)
      const isBusiness = isBusinessDay(day)
      // An hour ahead in one week, an hour behind in the next, right in the third.
      environment.skewWorker(wrong ? skews[Math.floor(n / 7) % skews.length]! : 0)
      if (wrong && isWorkerDead(n, days)) {
        await environment.stopWorker()
        continue
      }
      await environment.startWorker()
      const fault = isBusiness && wrong ? faultOfDay(businessDays++) : undefined
      await fault?.before?.(environment, day)
      await environment.setClock(at(day, 9, 5))
      await environment.runDaily(quick || n % 7 === 0)
      if (isBusiness) {
        await resolveAll(environment, desk)
        for (const merchant of waiting) if (await merchant.choosePayoutAccount()) waiting.delete(merchant)
        await environment.setClock(at(day, 11, 0))
        await activity.day(plan)
        await activity.settled()
        await company.payDue(day)
        await company.closeDay(day)
        await fault?.atNoon?.(environment, day)
        await environment.setClock(at(day, 15, 57))
        await environment.runTimetable(['build-bank-files', 'ingest-bank-results'])
        await environment.setClock(at(day, 18, 30))
        await fault?.atNight?.(environment, day)
        await environment.runTimetable(['ingest-bank-results', 'resume-bank-payments', 'resume-card-payments'])
        await activity.readPending()
      }
      if (n % 30 === 29) console.log(`    ${day}: ${seconds()} s; ${await summariseOpen(environment)}`)
    }
    // Banks refuse what is signed an hour ahead: what the worker still has to ask them waits until its clock is right.
    environment.skewWorker(0)
    await environment.startWorker()
    // Quiet days until everything has come to its end: returns of debits and payouts take days, held top-ups more than a week.
    let left: string[] = []
    let quiet = 0
    for (; quiet < 60 && !(await isOver(environment)); quiet++) {
      const day = addDays(firstDay, days + quiet)
      for (const [hour, minute] of [
        [9, 5],
        [15, 57],
        [18, 30],
      ] as const) {
        // prettier-ignore
        await environment.setClock(at(day, hour, minute))
        await (hour === 9 ? environment.runDaily(quick || quiet % 7 === 0) : environment.runTimetable())
      }
      if (isBusinessDay(day)) await company.payDue(day)
      left = isBusinessDay(day) ? await resolveAll(environment, desk) : left
      await activity.readPending()
    }
    for (const line of left) check(false, `not resolved: ${line}`)
    console.log(`${days} days and ${quiet} quiet days after ${seconds()} s`)
    await checkPeople(environment, customers, merchants, check)
    await checkBooks(environment, check)
    await checkCleared(environment, check)
    const acts = [...desk.counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
    const [exceptions] = await environment.query<{ count: string }>('select count(*) from operator_exception')
    return `${exceptions?.count} exceptions; operators: ${acts}`
  } finally {
    await desk.close()
    await environment.stop()
  }
}

/** In Auckland. */
const at = (day: CalendarDate, hour: number, minute: number) => instantAt(day, hour, minute).toISOString()
const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
