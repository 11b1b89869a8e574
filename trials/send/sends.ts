import { randomInt, randomUUID } from 'node:crypto'
import type { Answer } from '../harness/client.ts'
import type { Check } from '../harness/trial.ts'
import { until } from '../harness/wait.ts'
import { type SendEnvironment, webOrigin } from './environment.ts'
import type { Collection, Holder, Sender } from './people.ts'

/** What can settle a send. `expire` is the job that returns what was not claimed in time. */
export const acts = ['claim', 'recall', 'decline', 'expire'] as const
export type Act = (typeof acts)[number]

export interface Send {
  id: string
  sender: Sender
  alias: string
  /** Cents; undefined for a token. */
  value: number | undefined
  assetId: string
  /** The recipient had an account and got it at once. */
  direct: boolean
  /** What was started, and what the callers were answered. */
  started: Set<Act>
  /** What started in the same moment. */
  raced: Act[]
  answers: { act: Act; status: number; code: string | undefined }[]
  /** Processes were killed meanwhile, so an answer may be lost and the act be done. */
  disturbed: boolean
  /** How it must end, where only one end is right. */
  mustEnd?: 'failed' | 'returned' | 'claimed' | 'declined'
}

/** What the whole trial works on. */
export interface World {
  senders: Sender[]
  /** People who have an account already. */
  regulars: (Holder & { alias: string })[]
  collection: Collection
  sends: Send[]
}

interface SendOptions {
  sender: Sender
  alias: string
  token?: boolean
  disturbed?: boolean
}

const wraps = ['lilac', 'green', 'sand', undefined] as const

/** Sends once, and the same again under the same key: at the same time and afterwards. All calls must be answered with one transfer. */
export async function createSend(environment: SendEnvironment, world: World, check: Check, options: SendOptions): Promise<Send> {
  const { sender, alias, disturbed = false } = options
  const token = options.token ? sender.tokens.pop() : undefined
  const wrap = token && wraps[randomInt(wraps.length)]
  const value = token ? undefined : 1 + randomInt(400)
  const assetId = token ?? sender.walletId
  const message = randomInt(2) === 0 ? { message: 'Ngā mihi' } : {}
  const money = value === undefined ? {} : { value: String(value) }
  const body = { assetId, recipientAlias: alias, ...money, ...message, ...(wrap && { wrap }), purpose: 'family-or-friends', idempotencyKey: randomUUID() }
  const send = () => (disturbed ? environment.callUntilAnswered : environment.call)('POST', '/api/asset-transfers', sender.headers, body)
  const answers = [...(await Promise.all([send(), send()])), await send()]
  const [first] = answers
  if (first?.status !== 200) throw new Error(`a send was answered with ${first?.status} ${JSON.stringify(first?.body)}`)
  check(
    answers.every((answer) => answer.status === 200 && answer.body.id === first.body.id),
    `one send was answered differently: ${JSON.stringify(answers.map((answer) => [answer.status, answer.body.id ?? answer.body.message]))}`,
  )
  const direct = first.body.status === 'claimed'
  const made: Send = { id: String(first.body.id), sender, alias, value, assetId, direct, started: new Set(), raced: [], answers: [], disturbed }
  if (direct) made.mustEnd = 'claimed'
  world.sends.push(made)
  return made
}

/** The keys of links that reached their recipients, by transfer. */
export async function readLinks(environment: SendEnvironment, sends: readonly Send[]): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  const pattern = new RegExp(`${webOrigin}/deimos/transfer/([^#\\s]+)#([\\w-]+)`)
  const haveArrived = async () => {
    for (const { text } of (await environment.inbox.read()).messages) {
      const [, id, key] = pattern.exec(text) ?? []
      if (id && key) links.set(id, key)
    }
    return sends.every(({ id }) => links.has(id))
  }
  if (!(await until(haveArrived, 120_000))) throw new Error(`${sends.filter(({ id }) => !links.has(id)).length} of ${sends.length} links did not arrive`)
  return links
}

export function recordAnswer(send: Send, act: Act, answer: Answer): void {
  send.answers.push({ act, status: answer.status, code: answer.body?.message })
}

/** At most `width` at a time, in order of the list. */
export async function inLanes<T, R>(items: readonly T[], width: number, work: (item: T, nth: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const nth = next++
      results[nth] = await work(items[nth]!, nth)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}

export function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items]
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = randomInt(place + 1)
    ;[mixed[place], mixed[other]] = [mixed[other]!, mixed[place]!]
  }
  return mixed
}
