import { checkBooks, checkStatements, checkTransfers } from './checks.ts'
import { askFor, seeded, step } from './days.ts'
import { type Asked, makePerson, type Person } from './people.ts'
import { ownAccount, startWorld } from './world.ts'

// Real money in and out of wallets through the real API and the sandbox bank, over simulated months: dishonours, bounces, late
// reversals, statements with planted differences, files sent twice, news out of order, a bank that is away, API, worker and bank
// killed at every step. Nothing may be lost or doubled, every planted difference is found, nothing is made good in silence, and the
// bank's balance is explained to the cent.

const quick = process.argv.includes('--quick')
const given = (name: string, otherwise: number) => Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? otherwise)
const seed = given('seed', 20261115)
const days = given('days', quick ? 5 : 60)
const total = given('transfers', quick ? 200 : 10_000)
const peopleCount = given('people', quick ? 12 : 110)
const breaches: string[] = []
const must = (condition: unknown, what: string) => void (condition || breaches.push(what))
const random = seeded(seed)
const began = Date.now()
const firstDay = '2026-11-30' // a Monday; Christmas and New Year lie ahead

const world = await startWorld(`${firstDay}T09:30:00+13:00`)
try {
  await world.control('settings', { slowMs: 900 })
  const people: Person[] = []
  for (let place = 0; place < peopleCount; place += 6) {
    const some = Array.from({ length: Math.min(6, peopleCount - place) }, (_, i) => makePerson(world, place + i, (place + i) % 8 !== 0))
    people.push(...(await Promise.all(some)))
  }
  console.log(`seed ${seed}: ${peopleCount} people after ${seconds()} s`)
  const asked = await passDays(people)
  console.log(`(a) ${days} days, ${asked.length} transfers asked for, after ${seconds()} s`)
  await comeToRest(days, days + 7)
  await verifyRest(people)
  await checkTransfers(world, asked, people, { reversals: 0 }, must)
  await checkStatements(world, must)
  await checkBooks(world, must)
  const late = quick ? 101 : 262
  await comeToRest(days + 7, days + late, true)
  console.log(`(b) ${late} days later, after ${seconds()} s`)
  await checkTransfers(world, asked, people, { reversals: late }, must)
  await checkStatements(world, must)
  await checkBooks(world, must)
} catch (error) {
  breaches.push(`the trial could not be ended: ${String((error as Error).stack)}`)
}
await world.stop()
for (const breach of breaches.slice(0, 40)) console.log(`BREACH ${breach}`)
console.log(breaches.length === 0 ? `PASS in ${seconds()} s` : `FAIL (${breaches.length})`)
process.exit(breaches.length === 0 ? 0 : 1)

function seconds(): string {
  return ((Date.now() - began) / 1000).toFixed(0)
}

function dayAt(place: number): string {
  return new Date(Date.parse(`${firstDay}T00:00:00Z`) + place * 86_400_000).toISOString().slice(0, 10)
}

async function passDays(people: readonly Person[]): Promise<Asked[]> {
  const all: Asked[] = []
  const working = Array.from({ length: days }, (_, place) => place).filter((place) => ![5, 6].includes(place % 7))
  const troubles = ['none', 'kill-in-call', 'lose', 'kill-anywhere', 'down', 'garble', 'none', 'error', 'shuffle'] as const
  let turn = 0
  const trouble = () => troubles[turn++ % troubles.length]!
  let kills = 0
  for (const [nth, place] of working.entries()) {
    const day = dayAt(place)
    await world.at(`${day}T09:05:00+13:00`)
    await step(world, 'results', trouble(), random(400))
    await step(world, 'statement', trouble(), random(400))
    await world.at(`${day}T10:00:00+13:00`)
    const share = Math.ceil((total - all.length) / (working.length - nth))
    const killApi = nth % 7 === 3
    all.push(...(await askFor(people, share, random, killApi ? () => world.kill('api') : undefined)))
    if (killApi) kills++
    await world.at(`${day}T15:56:00+13:00`)
    await step(world, 'files', trouble(), random(400))
    if (nth % 5 === 2) await sendAgain()
    if (nth % 9 === 4) {
      await world.kill('banks')
      kills++
    }
    await world.at(`${day}T18:30:00+13:00`)
    await step(world, 'results', trouble(), random(400))
    if (nth % 4 === 1)
      await world.control('statement-plants', { account: ownAccount, kind: ['duplicate', 'missing', 'wrong-amount', 'unknown'][nth % 4], day, count: 1 })
    if (nth === Math.floor(working.length * 0.6)) await verifyRest(people)
    if (nth % 10 === 9) console.log(`    ${day}: ${all.length} transfers, ${breaches.length} breaches, ${seconds()} s`)
  }
  console.log(`    API and bank killed ${kills} times, the worker ${Math.floor((turn / troubles.length) * 2)} times`)
  return all
}

/** As if our note of the bank's yes had been lost: the file goes to the bank once more, as it was. */
async function sendAgain(): Promise<void> {
  await world.rows(
    `with again as (
       update bank_file set state = 'ready', bank_file_id = null, processing_day = null, final_day = null, accepted_at = null
        where id = (select id from bank_file where state = 'accepted' and cleared_at is null order by created_at desc limit 1) returning id)
     select graphile_worker.add_job('send-bank-file', json_build_object('fileId', id)) from again`,
  )
  await world.work(['close-bank-windows'])
}

/** Lets days pass without anything new, looking in every few of them, or only at the end. */
async function comeToRest(from: number, to: number, atEnd = false): Promise<void> {
  for (let place = atEnd ? to : from; place <= to; place++) {
    await world.at(`${dayAt(place)}T09:05:00+13:00`)
    await world.work(['close-bank-windows', 'hear-bank-results', 'reconcile-bank'])
  }
}

/** Whoever is not verified yet types the code that stands on their statement. */
async function verifyRest(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const [row] = await world.rows<{ code: string }>(
      `select t.code from funds_transfer t join bank_account b on b.id = t.bank_account_id
        where b.id = $1 and b.verified_at is null and t.sent_at is not null order by t.sent_at desc limit 1`,
      [person.bankAccountId],
    )
    if (row) await person.verify(row.code)
  }
}
