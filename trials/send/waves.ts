import { randomInt } from 'node:crypto'
import type { Check } from '../harness/trial.ts'
import { pause } from '../harness/wait.ts'
import type { ProcessName, SendEnvironment } from './environment.ts'
import { createPersonWith, type Holder, newEmail, newNumber, openAccount, signUp } from './people.ts'
import { type Act, createSend, inLanes, readLinks, recordAnswer, type Send, shuffled, type World } from './sends.ts'

export const lifetimeMs = 14 * 86_400_000
export const returnJob = 'return-expired-transfers'

export interface Wave {
  count: number
  /** The workers' clock passes the return date while the acts of people begin. */
  expiring: boolean
  /** API and workers are killed without warning throughout. */
  killing: boolean
}

const byPeople = ['claim', 'recall', 'decline'] as const
/** Every combination of what people can do with a waiting send, nothing at all included. */
const combinations = Array.from({ length: 8 }, (_, bits) => byPeople.filter((_act, place) => bits & (1 << place)))

interface WaveFigures {
  kills: number
  calls: number
  /** Milliseconds between the first and the last call that was started for one send. */
  spread: number[]
}

/** Sends, and everything that can settle each of them at the same moment. */
export async function runWave(environment: SendEnvironment, world: World, check: Check, wave: Wave): Promise<WaveFigures> {
  const figures: WaveFigures = { kills: 0, calls: 0, spread: [] }
  const stopping = new AbortController()
  const killer = wave.killing ? killRepeatedly(environment, figures, stopping.signal) : Promise.resolve()
  try {
    const sends = await inLanes(Array.from({ length: wave.count }), 8, (_, nth) => sendNth(environment, world, check, wave, nth))
    const waiting = sends.filter(({ direct }) => !direct)
    const links = await readLinks(environment, waiting)
    const claimers = await createClaimers(environment, waiting)
    const races: Race[] = [
      ...waiting.map((send, nth) => ({
        send,
        starts: startsOf(environment, world, { send, nth, link: links.get(send.id)!, claimer: claimers.get(send.alias) }),
      })),
      // What has arrived cannot be recalled.
      ...sends.filter(({ direct }) => direct).map((send): Race => ({ send, starts: [['recall', () => recall(environment, send)]] })),
    ]
    if (wave.expiring) {
      await environment.clocks.move(new Date(environment.clocks.now().getTime() + lifetimeMs), 'work')
      for (const send of waiting) {
        send.started.add('expire')
        send.raced.push('expire')
      }
      await Promise.all([environment.runJob(returnJob), startTogether(shuffled(races), figures)])
      await environment.clocks.move(new Date(environment.clocks.now().getTime() + lifetimeMs), 'api')
    } else await inLanes(shuffled(races), 8, (race) => startTogether([race], figures))
  } finally {
    stopping.abort()
    await killer
  }
  if (wave.killing) for (const name of killable) await environment.processes.ready(name)
  if (wave.expiring) {
    await environment.runJob(returnJob)
    // What earlier waves left waiting is returned now too.
    for (const send of world.sends) send.started.add('expire')
  }
  return figures
}

/** Money and tokens, to new numbers and email addresses, several to one of them, and to people with an account. */
async function sendNth(environment: SendEnvironment, world: World, check: Check, wave: Wave, nth: number): Promise<Send> {
  const sender = world.senders[nth % world.senders.length]!
  const token = nth % 7 === 5 && sender.tokens.length > 0
  const alias = nth % 12 === 7 ? world.regulars[nth % world.regulars.length]!.alias : aliasOf(nth, wave)
  return await createSend(environment, world, check, { sender, alias, token, disturbed: wave.killing })
}

const aliases = new WeakMap<Wave, string[]>()

/** Every third alias gets three sends, every fifth is an email address. */
function aliasOf(nth: number, wave: Wave): string {
  const used = aliases.get(wave) ?? []
  aliases.set(wave, used)
  const place = nth % 9 < 3 ? nth - (nth % 9) : nth
  return (used[place] ??= place % 5 === 4 ? newEmail() : newNumber())
}

/** Every tenth recipient signs up only when the acts begin. */
async function createClaimers(environment: SendEnvironment, waiting: readonly Send[]): Promise<Map<string, Holder>> {
  const numbers = [...new Set(waiting.map(({ alias }) => alias))].filter((alias, place) => alias.includes('@') || place % 10 !== 3)
  const holders = await inLanes(numbers, 6, async (alias) => [alias, await openAccount(environment, await createPersonWith(environment, alias))] as const)
  return new Map(holders)
}

type Start = [Act, () => Promise<void>]

interface Race {
  send: Send
  starts: Start[]
}

async function callAs(environment: SendEnvironment, send: Send, act: Act, step: string, headers: Record<string, string>, body?: object): Promise<void> {
  const call = send.disturbed ? environment.callUntilAnswered : environment.call
  recordAnswer(send, act, await call('POST', `/api/asset-transfers/${send.id}/${step}`, headers, body))
}

const recall = (environment: SendEnvironment, send: Send) => callAs(environment, send, 'recall', 'cancel', send.sender.headers)

function startsOf(environment: SendEnvironment, world: World, race: { send: Send; nth: number; link: string; claimer: Holder | undefined }): Start[] {
  const { send, nth, link, claimer } = race
  const key = { authorization: `Bearer ${link}` }
  const claim = async (): Promise<void> => {
    const holder = claimer ?? (await signUp(environment, send.alias))
    if (claimer && nth % 3 > 0) return callAs(environment, send, 'claim', 'claim', holder.headers)
    // As the app does after a sign-up: it claims whatever else waits for this recipient too.
    for (const other of world.sends) if (other.alias === send.alias) other.started.add('claim')
    await environment.callUntilAnswered('POST', '/api/me/resolve-claimable-assets', holder.headers)
  }
  const decline = (): Promise<void> => {
    if (nth % 4 === 0 && claimer) return callAs(environment, send, 'decline', 'decline', claimer.headers)
    if (nth % 4 === 1) return callAs(environment, send, 'decline', 'report', key, { reason: 'unknown-sender' })
    return callAs(environment, send, 'decline', 'decline', key)
  }
  const calls = { claim, decline, recall: () => recall(environment, send) }
  return combinations[nth % combinations.length]!.map((act) => [act, calls[act]])
}

/** Starts all calls in one go, each send's in random order. */
async function startTogether(races: Race[], figures: WaveFigures): Promise<void> {
  await Promise.all(
    races.flatMap(({ send, starts }) => {
      const began = performance.now()
      send.raced.push(...starts.map(([act]) => act))
      const calls = shuffled(starts).map(([act, start]) => {
        send.started.add(act)
        figures.calls++
        return start()
      })
      if (calls.length > 1) figures.spread.push(performance.now() - began)
      return calls
    }),
  )
}

const killable: ProcessName[] = ['apiA', 'workA', 'apiB', 'workB']

/** Of one wave: on a slow machine nothing would be left to answer between kills. */
const maxKills = 16

async function killRepeatedly(environment: SendEnvironment, figures: WaveFigures, stopping: AbortSignal): Promise<void> {
  for (let nth = 0; nth < maxKills && !stopping.aborted; nth++) {
    const name = killable[nth % killable.length]!
    await environment.processes.ready(name)
    await pause(1500 + randomInt(1500))
    if (stopping.aborted) return
    await environment.processes.kill(name)
    figures.kills++
  }
}
