import { randomInt } from 'node:crypto'
import type { Check } from '../harness/trial.ts'
import { inLanes } from '../send/sends.ts'
import type { CodesEnvironment, Shop } from './environment.ts'

const space = 1_000_000_000
/** PATRON_CODE_GUESSES. The clock stands still, so all is in one hour. */
const lookupsPerShop = 20

/** As a thief who knows the form of a code writes it: the prefix, nine digits and the check digit. */
export function guessBarcode(): string {
  const digits = `999000${String(randomInt(space)).padStart(9, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, place) => {
    const value = place % 2 === 0 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** More hits than this come by chance in less than one of a million runs. */
export function mostByChance(expected: number): number {
  let [hits, term, cumulated] = [0, Math.exp(-expected), Math.exp(-expected)]
  while (1 - cumulated > 1e-6 && hits < 1000) {
    hits++
    term *= expected / hits
    cumulated += term
  }
  return hits
}

interface Guesses {
  refused: number
  stopped: number
  accepted: number
}

/** Guesses by HTTP from all shops in turn, so often or for so long, but `atLeast` as often however slow the machine is. */
async function guessByHttp(shops: readonly Shop[], at: CodesEnvironment['limited'], until: { count: number; ms: number; atLeast: number }): Promise<Guesses> {
  const guesses: Guesses = { refused: 0, stopped: 0, accepted: 0 }
  const deadline = Date.now() + until.ms
  let made = 0
  const lane = async () => {
    while (made < until.atLeast || (made < until.count && Date.now() < deadline)) {
      const { status, body } = await shops[made++ % shops.length]!.scan(guessBarcode(), 100, at)
      if (status === 200) guesses.accepted++
      else if (status === 429) guesses.stopped++
      else if (status === 403 && body.message === 'PATRON_CODE_INVALID') guesses.refused++
      else throw new Error(`a guess was answered with ${status} ${JSON.stringify(body)}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return guesses
}

/** Guesses as the API looks them up: by their keyed hash, in the table of live codes. Without HTTP, which a million of them have no time for. */
async function guessInTable(environment: CodesEnvironment, count: number): Promise<number> {
  const size = 5000
  const batches = Array.from({ length: Math.ceil(count / size) }, (_, nth) => Math.min(size, count - nth * size))
  const found = await inLanes(batches, 2, async (guesses) => {
    const prints = Array.from({ length: guesses }, () => environment.fingerprintOf(guessBarcode()))
    return await countLive(environment, prints)
  })
  return found.reduce((sum, hits) => sum + hits, 0)
}

async function countLive(environment: CodesEnvironment, fingerprints: Buffer[]): Promise<number> {
  const [row] = await environment.query<{ count: bigint }>(
    'select count(*) from patron_code where fingerprint = any ($1::bytea[]) and used_at is null and ended_at is null and expires_at > $2',
    [fingerprints, environment.clocks.now()],
  )
  return Number(row!.count)
}

export interface GuessPlan {
  people: number
  codesEach: number
  shops: number
  guesses: number
  httpMs: number
}

export async function tryGuesses(environment: CodesEnvironment, check: Check, plan: GuessPlan): Promise<string> {
  const shops = await inLanes(Array.from({ length: plan.shops }), 4, () => environment.createShop())
  const people = await inLanes(Array.from({ length: plan.people }), 4, () => environment.createCustomer(0))
  const barcodes = (await inLanes(people, 8, async (person) => await Promise.all(Array.from({ length: plan.codesEach }, () => person.code())))).flat()
  const live = await countLive(environment, barcodes.map(environment.fingerprintOf))
  check(live === barcodes.length, `of ${barcodes.length} codes ${live} are live and found by their hash`)
  console.log(`(a) ${live} live codes of ${plan.people} people, made by the API`)

  const limited = await guessByHttp(shops, environment.limited, { count: plan.guesses, ms: plan.httpMs, atLeast: shops.length * (lookupsPerShop + 1) })
  const lookedUp = limited.refused + limited.accepted
  const tried = lookedUp + limited.stopped
  check(lookedUp === shops.length * lookupsPerShop, `${lookedUp} guesses were looked up for ${shops.length} merchants, not ${lookupsPerShop} for each`)
  check(limited.stopped > 0, 'no guess was stopped: the limit did not engage')
  check(limited.accepted <= mostByChance((lookedUp * live) / space), `${limited.accepted} of ${lookedUp} guesses accepted with the limit`)
  console.log(
    `    with the limit, by HTTP: ${tried} guesses of ${shops.length} merchants, ${lookedUp} looked up, ${limited.stopped} answered 429, ${limited.accepted} accepted`,
  )

  const open = await guessByHttp(shops, environment.unlimited, { count: plan.guesses, ms: plan.httpMs, atLeast: 0 })
  const byHttp = open.refused + open.accepted + open.stopped
  check(open.stopped === 0, `${open.stopped} guesses were stopped although the limit was lifted`)
  const inTable = plan.guesses - byHttp
  const hits = open.accepted + (await guessInTable(environment, inTable))
  const expected = (plan.guesses * live) / space
  check(hits <= mostByChance(expected), `${hits} of ${plan.guesses} guesses hit, where ${expected} are expected`)
  console.log(`    limit lifted: ${plan.guesses} guesses looked up, ${byHttp} by HTTP and ${inTable} in the table; ${hits} hit, ${expected} expected by chance`)
  const beyond = Math.max(0, hits - mostByChance(expected))
  return `${live} live codes; with the limit ${tried} guesses: ${lookedUp} looked up, ${limited.stopped} stopped, ${limited.accepted} accepted; without it ${plan.guesses} looked up: ${hits} hit (${expected} expected, ${mostByChance(expected)} at most by chance), ${beyond} beyond chance`
}
