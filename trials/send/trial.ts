import type { Check, TrialContext } from '../harness/trial.ts'
import { medianOf } from '../harness/wait.ts'
import { actForOthers, repeatClaim, reportSenders, sendToRecycledNumbers, sendUndeliverable } from './cases.ts'
import { checkLedger, checkMoney, checkSends } from './checks.ts'
import { compareClaims, compareNumbers, fillTables } from './enumeration.ts'
import { type SendEnvironment, startSendEnvironment } from './environment.ts'
import { measureLearning, measureMessages } from './limits.ts'
import { createPersonWith, createSender, createTokenCollection, newNumber, openAccount } from './people.ts'
import { inLanes, type World } from './sends.ts'
import { lifetimeMs, returnJob, runWave, type Wave } from './waves.ts'

// Money and tokens sent to numbers and email addresses, through two APIs and two workers: claim, recall, decline and return of one send
// start in the same moment in every combination, the return date passes meanwhile, API and workers are killed, callers repeat what
// was not answered. Nothing may be lost or doubled, and no escrow account stays open. And neither answers nor their times tell a sender
// more about a number than they may know. Options: --sends=n; 0 tries only the last part.

export async function run({ quick, args, check }: TrialContext): Promise<string | void> {
  const count = Number(/--sends=(\d+)/.exec(args.join(' '))?.[1] ?? (quick ? 150 : 2000))
  const environment = await startSendEnvironment()
  try {
    const world = await createWorld(environment, quick)
    const summary = count > 0 ? await trySends(environment, world, check, { count, quick }) : undefined
    console.log(`(c) what senders can find out`)
    await fillTables(environment, 20_000)
    const askedBy = () => createSender(environment, world.collection, { balance: 100_000, tokens: 0 })
    const each = quick ? 40 : 400
    await compareNumbers(environment, check, each, askedBy)
    await compareClaims(environment, world, check, each)
    await measureLearning(environment, check, askedBy)
    await measureMessages(environment, check, world.senders[0]!, { times: 60, most: 5 })
    await checkLedger(environment, check)
    return summary
  } finally {
    await environment.stop()
  }
}

async function trySends(environment: SendEnvironment, world: World, check: Check, { count, quick }: { count: number; quick: boolean }): Promise<string> {
  console.log(`(a) cases`)
  await actForOthers(environment, world, check)
  await repeatClaim(environment, world, check, quick ? 200 : 1000)
  await sendUndeliverable(environment, world, check, quick ? 5 : 50)
  await sendToRecycledNumbers(environment, world, check, quick ? 2 : 20)
  await reportSenders(environment, world, check, quick ? 2 : 20)
  console.log(`(b) races and kills`)
  await runWaves(environment, world, check, { count, size: quick ? 32 : 100 })
  await settleTheRest(environment, world)
  const { ends, openEscrows } = await checkSends(environment, world, check)
  const { lost, doubled } = await checkMoney(environment, world, check)
  await checkLedger(environment, check)
  const figures = Object.entries(ends).map(([end, number]) => `${number} ${end}`)
  return `${world.sends.length} sends: ${figures.join(', ')}; ${lost} lost, ${doubled} doubled, ${openEscrows} escrow accounts open`
}

async function createWorld(environment: SendEnvironment, quick: boolean): Promise<World> {
  const collection = await createTokenCollection(environment)
  const senders = await inLanes(Array.from({ length: quick ? 6 : 20 }), 4, () =>
    createSender(environment, collection, { balance: 1_000_000, tokens: quick ? 8 : 24 }),
  )
  const regulars = await inLanes(Array.from({ length: 6 }), 4, async () => {
    const alias = newNumber()
    return { ...(await openAccount(environment, await createPersonWith(environment, alias))), alias }
  })
  return { senders, regulars, collection, sends: [] }
}

/** Waves of four kinds in turn, until there were enough sends. */
async function runWaves(environment: SendEnvironment, world: World, check: Check, plan: { count: number; size: number }): Promise<void> {
  const spread: number[] = []
  let [kills, calls] = [0, 0]
  for (let nth = 0; world.sends.length < plan.count; nth++) {
    const wave: Wave = { count: Math.min(plan.size, plan.count - world.sends.length), expiring: nth % 2 === 1, killing: nth % 6 === 2 || nth % 6 === 3 }
    const began = Date.now()
    const figures = await runWave(environment, world, check, wave)
    kills += figures.kills
    calls += figures.calls
    spread.push(...figures.spread)
    const kinds = [wave.expiring && 'the return date passes', wave.killing && `${figures.kills} kills -9`].filter(Boolean)
    console.log(
      `    ${wave.count} sends${kinds.length > 0 ? `, ${kinds.join(', ')}` : ''}: ${figures.calls} acts in ${((Date.now() - began) / 1000).toFixed(0)} s`,
    )
  }
  console.log(
    `    ${calls} acts started, those of one send within ${medianOf(spread).toFixed(2)} ms (median) and ${Math.max(...spread).toFixed(2)} ms (longest); ${kills} kills -9`,
  )
}

/** The return date of everything that still waits passes for all. */
async function settleTheRest(environment: SendEnvironment, world: World): Promise<void> {
  await environment.clocks.move(new Date(environment.clocks.now().getTime() + lifetimeMs), 'api', 'work')
  for (const send of world.sends) send.started.add('expire')
  await environment.runJob(returnJob)
}
