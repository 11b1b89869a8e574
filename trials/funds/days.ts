import type { Asked, Person } from './people.ts'
import type { World } from './world.ts'

/** A generator of numbers that a seed foretells. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Cents by which the bank knows what to do, and how often each is asked for among a hundred. */
const debitCents = [61, 61, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 81, 82, 83, 84]
const creditCents = [66, 66, 67, 69, 81, 82, 83, 84]

export function amountFor(type: 'topup' | 'withdrawal', random: (below: number) => number): number {
  const special = type === 'topup' ? debitCents : creditCents
  const pick = random(100)
  const cents = pick < special.length ? special[pick]! : random(60)
  return (1 + random(type === 'topup' ? 8 : 3)) * 100 + cents
}

/** Asks for a day's transfers, some at a time; `meanwhile` happens in the midst of it. */
export async function askFor(people: readonly Person[], count: number, random: (below: number) => number, meanwhile?: () => Promise<void>): Promise<Asked[]> {
  const asked: Asked[] = []
  const wanted: { person: Person; type: 'topup' | 'withdrawal'; amount: number }[] = []
  const topUps = new Map<Person, number>()
  for (let i = 0; i < count; i++) {
    const person = people[random(people.length)]!
    // At most two top-ups a day each, so that no more than ten are ever with the bank.
    const type = i % 10 < 7 && (topUps.get(person) ?? 0) < 2 ? 'topup' : 'withdrawal'
    if (type === 'topup') topUps.set(person, (topUps.get(person) ?? 0) + 1)
    wanted.push({ person, type, amount: amountFor(type, random) })
  }
  const disturbed = meanwhile?.()
  const next = wanted.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const want of next) {
        const id = await want.person.ask(want.type, want.amount)
        if (id !== undefined) asked.push({ id, ...want })
      }
    }),
  )
  await disturbed
  return asked
}

/** The places at which a worker can be killed: while the bank is spoken to (it has done its part, we have not heard of it), or anywhere. */
export type Point = 'files' | 'results' | 'statement'
export const tasksAt: Record<Point, string[]> = {
  files: ['close-bank-windows'],
  results: ['hear-bank-results'],
  statement: ['reconcile-bank'],
}

/** Runs a step of the day, perhaps with the worker killed in the middle of it or the bank misbehaving. */
export async function step(
  world: World,
  point: Point,
  trouble: 'none' | 'kill-in-call' | 'kill-anywhere' | 'lose' | 'down' | 'garble' | 'error' | 'shuffle',
  ms: number,
): Promise<void> {
  const faults: Partial<Record<typeof trouble, string>> = {
    'kill-in-call': 'slow',
    lose: 'lose',
    down: 'down',
    garble: 'garble',
    error: 'error',
    shuffle: 'shuffle',
  }
  const kind = faults[trouble]
  if (kind !== undefined) await world.control('faults', { bank: 'bnz', at: point, kind, ...(trouble === 'shuffle' ? {} : { times: 1 }) })
  const killing = trouble === 'kill-in-call' || trouble === 'kill-anywhere'
  await world.work(tasksAt[point], async () => {
    if (!killing) return
    await new Promise((resolve) => setTimeout(resolve, ms))
    await world.kill('work')
  })
  if (kind === undefined) return
  await world.control('clear', {})
  await world.control('settings', { slowMs: 900 })
}
