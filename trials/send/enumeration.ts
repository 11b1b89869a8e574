import { randomUUID } from 'node:crypto'
import type { Answer } from '../harness/client.ts'
import type { Check } from '../harness/trial.ts'
import type { SendEnvironment } from './environment.ts'
import { createPersonWith, newEmail, newNumber, openAccount, type Sender } from './people.ts'
import { inLanes, shuffled, type World } from './sends.ts'
import { checkAlike, differencesOf, emptyTimes } from './timing.ts'

// What a sender can find out about numbers: whether a number has an account must show neither in an answer nor in its time, unless its
// owner shows a name or a send was paid for.

/** Whose number it is. The first kind is what the others are compared with. */
const kinds = ['nobody', 'signed in, no account', 'name hidden', 'proved long ago', 'name shown'] as const
type Kind = (typeof kinds)[number]
/** What is sent to these waits. */
const waitingKinds: readonly Kind[] = ['nobody', 'signed in, no account', 'proved long ago']

/** More samples while the medians seem to differ: chance averages out, a real difference does not. */
const maxRounds = 4

interface Target {
  kind: Kind
  alias: string
}

async function createTarget(environment: SendEnvironment, kind: Kind, email: boolean): Promise<Target> {
  const alias = email ? newEmail() : newNumber()
  if (kind === 'nobody') return { kind, alias }
  const person = await createPersonWith(environment, alias, kind === 'proved long ago' ? { provedDaysAgo: 400 } : {})
  if (kind === 'signed in, no account') return { kind, alias }
  const holder = await openAccount(environment, person)
  if (kind === 'name hidden') await environment.callOk('PUT', '/api/me/shown-name', holder.headers, { chosen: null, visible: false })
  return { kind, alias }
}

/** With few people in the tables, reading them all would take no time. */
export async function fillTables(environment: SendEnvironment, people: number): Promise<void> {
  await environment.query(
    `with person as (
       insert into identity.person (id, phone, phone_verified, phone_proved_at, given_name, family_name)
       select gen_random_uuid(), '+6429' || lpad(n::text, 8, '0'), true, $2, 'Hēmi', 'Māhuta' from generate_series(1, $1::int) n returning id),
     opened as (
       insert into account (id, type, name, individual_of, created_at, created_by)
       select 'trial-' || id, 'individual', 'Hēmi', id, $2, 'trial' from person returning individual_of)
     insert into shown_name (person_id, visible, updated_at) select individual_of, true, $2 from opened`,
    [people, environment.clocks.now()],
  )
  await environment.query('analyze')
}

interface Probe {
  what: string
  kinds?: readonly Kind[]
  email?: boolean
  /** How many calls one person makes, within the limits of a day. */
  perPerson: number
  prepare?(asking: Sender, target: Target): Promise<unknown>
  call(asking: Sender, target: Target): Promise<Answer>
}

/** Calls about the kinds in random order, again for as long as there seems to be a difference. */
async function compare(environment: SendEnvironment, check: Check, each: number, createAsking: () => Promise<Sender>, probe: Probe): Promise<void> {
  const compared = probe.kinds ?? kinds
  const times = emptyTimes(compared)
  const seen = new Map<string, Set<Kind>>()
  for (let round = 0; round < maxRounds && (round === 0 || differencesOf(times).length > 0); round++) {
    const order = shuffled(Array.from({ length: each * compared.length }, (_, nth) => compared[nth % compared.length]!))
    const targets = await inLanes(order, 6, (kind) => createTarget(environment, kind, probe.email ?? false))
    const people = await inLanes(Array.from({ length: Math.ceil(targets.length / probe.perPerson) }), 4, createAsking)
    const pairs = targets.map((target, nth) => ({ target, asking: people[Math.floor(nth / probe.perPerson)]! }))
    if (probe.prepare) await inLanes(pairs, 6, ({ asking, target }) => probe.prepare!(asking, target))
    for (const { asking, target } of pairs) {
      const began = performance.now()
      const answer = await probe.call(asking, target)
      times.get(target.kind)!.push(performance.now() - began)
      const text = `${answer.status} ${plain(JSON.stringify(answer.body), target)}`
      seen.set(text, (seen.get(text) ?? new Set()).add(target.kind))
    }
  }
  checkAlike(check, probe.what, times, seen)
}

/** Without what is the caller's own: the alias that they typed, its masked form, ids and times. And without a name that its owner shows. */
function plain(text: string, { alias, kind }: Target): string {
  return (kind === 'name shown' ? text.replaceAll(/"(name|recipientName)":"Aroha N\.",?/g, '') : text)
    .replaceAll(alias, 'ALIAS')
    .replaceAll(/\d{3} •+ •+\d\d/g, 'MASKED')
    .replaceAll(/\S•+@[\w.]+/g, 'MASKED')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(id|assetId|reference|url)":"[^"]*"/g, '"$1":""')
}

export async function compareNumbers(environment: SendEnvironment, check: Check, each: number, createAsking: () => Promise<Sender>): Promise<void> {
  const post = (asking: Sender, path: string, body?: object) => environment.call('POST', path, asking.headers, body)
  const sendBody = (asking: Sender, alias: string) => ({
    assetId: asking.walletId,
    recipientAlias: alias,
    value: '1',
    purpose: 'family-or-friends',
    idempotencyKey: randomUUID(),
  })
  const send = (asking: Sender, { alias }: Target) => post(asking, '/api/asset-transfers', sendBody(asking, alias))
  const probeCheck = (asking: Sender, { alias }: Target) => post(asking, '/api/asset-transfers/check', { recipientAlias: alias, value: '25000' })
  const probes: Probe[] = [
    { what: 'check', perPerson: 15, call: probeCheck },
    { what: 'check of an email address', perPerson: 15, email: true, kinds: ['nobody', 'name hidden', 'name shown'], call: probeCheck },
    { what: 'check of a contact', perPerson: 15, prepare: send, call: probeCheck },
    {
      what: 'contact in the list',
      perPerson: 15,
      prepare: send,
      async call(asking, { alias }) {
        const { status, body } = await environment.call('GET', `/api/accounts/${asking.accountId}/payees`, asking.headers)
        return { status, body: body.items.find((item: { alias: string }) => item.alias === alias) }
      },
    },
    {
      what: 'held send',
      perPerson: 8,
      call: (asking, { alias }) => post(asking, '/api/held-sends', { assetId: asking.walletId, recipientAlias: alias, value: '100', purpose: 'told-to' }),
    },
    { what: 'trusted person', perPerson: 5, call: (asking, { alias }) => post(asking, '/api/me/trusted-people', { alias }) },
    { what: 'send that waits', perPerson: 15, kinds: waitingKinds, call: send },
  ]
  for (const probe of probes) await compare(environment, check, each, createAsking, probe)
}

/** Claim and decline by a stranger: nothing about the number that a send waits for. */
export async function compareClaims(environment: SendEnvironment, world: World, check: Check, each: number): Promise<void> {
  const compared = waitingKinds
  const stranger = world.regulars[0]!
  const waiting = new Map<Kind, Target & { id: string }>()
  for (const kind of compared) {
    const { alias } = await createTarget(environment, kind, false)
    const sender = world.senders[0]!
    const body = { assetId: sender.walletId, recipientAlias: alias, value: '1', purpose: 'family-or-friends', idempotencyKey: randomUUID() }
    const { id } = await environment.callOk('POST', '/api/asset-transfers', sender.headers, body)
    waiting.set(kind, { kind, alias, id: String(id) })
  }
  for (const step of ['claim', 'decline']) {
    const times = emptyTimes(compared)
    const seen = new Map<string, Set<Kind>>()
    for (const kind of shuffled(Array.from({ length: each * compared.length }, (_, nth) => compared[nth % compared.length]!))) {
      const target = waiting.get(kind)!
      const began = performance.now()
      const answer = await environment.call('POST', `/api/asset-transfers/${target.id}/${step}`, stranger.headers)
      times.get(kind)!.push(performance.now() - began)
      const text = `${answer.status} ${plain(JSON.stringify(answer.body), target)}`
      seen.set(text, (seen.get(text) ?? new Set()).add(kind))
    }
    checkAlike(check, `${step} by a stranger`, times, seen)
  }
  for (const { id } of waiting.values()) await environment.callOk('POST', `/api/asset-transfers/${id}/cancel`, world.senders[0]!.headers)
}
