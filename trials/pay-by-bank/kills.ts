import type { Banks } from '@nikau/testing/banks'
import type { World } from '../payments/world.ts'
import { lastWord, type Run, sentinels, type Shop, shopAndPay } from './customer.ts'
import { buildGate, type GateStep, steps } from './gate.ts'

type Must = (condition: unknown, what: string) => void

interface Wave {
  process: 'api' | 'work'
  /** None: at some moment. */
  step: GateStep | undefined
  lost: boolean
}

function wavesOf(quick: boolean): Wave[] {
  if (quick) return [{ process: 'work', step: 'watch', lost: true }]
  const gated = steps.flatMap((step) => (['api', 'work'] as const).flatMap((process) => [true, false].map((lost) => ({ process, step, lost }))))
  const anytime = Array.from({ length: 4 }, (_, n) => ({ process: n % 2 === 0 ? ('api' as const) : ('work' as const), step: undefined, lost: false }))
  // `--steps=paid,failed` tries these alone.
  const chosen = process.argv
    .find((argument) => argument.startsWith('--steps='))
    ?.slice('--steps='.length)
    .split(',')
  return chosen ? gated.filter(({ step }) => chosen.includes(step)) : [...gated, ...anytime]
}

/** Every sentinel at once, and a process killed while as many as possible stand at one step; wave after wave, for each step and process. */
export async function kills(world: World, banks: Banks, shop: Shop, must: Must, quick: boolean): Promise<Run[]> {
  const gate = await buildGate(world)
  const all: Run[] = []
  const waiting: Run[] = []
  let [killed, caught] = [0, 0]
  for (const wave of wavesOf(quick)) {
    const began = Date.now()
    if (wave.step) await gate.shut(wave.step)
    const ended = Promise.allSettled(sentinels.map((sentinel) => shopAndPay(world, banks, shop, sentinel)))
    let stood = 0
    if (wave.step) stood = await gate.crowd(8, 40_000)
    else await new Promise((resolve) => setTimeout(resolve, 1000 + Math.random() * 3000))
    await world.kill(wave.process)
    killed++
    caught += stood
    if (wave.step) await gate.open(wave.lost)
    await world.up(wave.process)
    const results = await ended
    for (const result of results) {
      if (result.status === 'rejected') must(false, `${JSON.stringify(wave)}: ${String(result.reason)}`)
      else {
        all.push(result.value)
        if (isUndecided(result.value)) waiting.push(result.value) // on a busy machine a worker takes its time to come back
        else must(isGoodEnd(result.value), `${JSON.stringify(wave)}: ${result.value.sentinel.word} ended as ${result.value.end} (${result.value.id})`)
      }
    }
    const ends = Object.entries(Object.groupBy(all.slice(-results.length), (run) => run.end)).map(([end, list]) => `${list!.length} ${end}`)
    console.log(
      `  ${wave.process} killed ${wave.step ? `before "${wave.step}" is noted (${stood} waited, ${wave.lost ? 'undone' : 'done unheard'})` : 'at some moment'}: ${ends.join(', ')}; ${((Date.now() - began) / 1000).toFixed(0)} s`,
    )
  }
  await gate.remove()
  for (const run of waiting) {
    const end = await lastWord(world, run.id!, 'authorized', 120_000)
    must(isGoodEnd({ ...run, end }), `${run.sentinel.word} ended as ${end} (${run.id}), long after`)
  }
  if (waiting.length > 0) console.log(`${waiting.length} customers did not see the end while they waited; all were looked at again`)
  console.log(`${all.length} runs of ${sentinels.length} sentinels, ${killed} kills -9, ${caught} payments stood at the very step`)
  return all
}

const isUndecided = ({ sentinel, end }: Run) => end === 'authorized' && sentinel.word !== 'STUCK'

/** A kill can use up a code unseen: then the payment fails and nothing was charged. It never turns a no into a yes. */
function isGoodEnd({ sentinel, end }: Run): boolean {
  return (sentinel.ends as readonly string[]).includes(end) || (end === 'bank-unavailable' && sentinel.word !== 'NOCODE')
}
