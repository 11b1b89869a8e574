import { randomUUID } from 'node:crypto'
import { createAccessToken } from '@nikau/testing/fixtures'
import type { Answer } from '../harness/client.ts'
import type { Check } from '../harness/trial.ts'
import type { SendEnvironment } from './environment.ts'
import { newNumber, type Person, type Sender } from './people.ts'
import { inLanes } from './sends.ts'

const dayMs = 86_400_000
const firstSendsPerDay = 20

/** How many numbers a person, a device and an address can learn about in a day, with the limits of production. */
export async function measureLearning(environment: SendEnvironment, check: Check, createAsking: () => Promise<Sender>): Promise<void> {
  await environment.processes.restartWith({ FIRST_SENDS_PER_DAY: String(firstSendsPerDay) }, 'apiB')
  const { call } = environment.clients[1]
  const isLearnt = ({ status, body }: Answer) => {
    const limited = status === 429 && body.message === 'FIRST_SEND_LIMIT_REACHED'
    check(limited || status === 200, `a call of the limit was answered with ${status} ${JSON.stringify(body)}`)
    return status === 200
  }
  const address = { 'x-forwarded-for': '203.0.113.50' }
  const check1 = ({ headers }: Pick<Person, 'headers'>, more: object = {}) =>
    call('POST', '/api/asset-transfers/check', { ...headers, ...address, ...more }, { recipientAlias: newNumber() })
  const learntOf = (answers: Answer[]) => answers.filter(isLearnt).length
  const sixty = Array.from({ length: 60 })

  const person = await createAsking()
  const atOnce = learntOf(await Promise.all(sixty.map(() => check1(person))))
  const token = await createAccessToken(environment.database, person.personId)
  const elsewhere = { headers: { authorization: `Bearer ${token}` } }
  const secondDevice = learntOf(await inLanes(sixty, 6, () => check1(elsewhere, { 'x-forwarded-for': '198.51.100.7' })))

  const mixer = await createAsking()
  const purpose = { purpose: 'family-or-friends' }
  const mixed = await inLanes(sixty, 6, (_, nth) => {
    const to = { recipientAlias: newNumber() }
    if (nth % 3 === 0) return call('POST', '/api/asset-transfers/check', mixer.headers, to)
    const send = { ...to, ...purpose, assetId: mixer.walletId, value: '1' }
    // Only so many sends of one person may wait.
    if (nth % 3 === 1 && nth < 24) return call('POST', '/api/held-sends', mixer.headers, send)
    return call('POST', '/api/asset-transfers', mixer.headers, { ...send, idempotencyKey: randomUUID() })
  })

  const five = await inLanes(Array.from({ length: 5 }), 2, createAsking)
  const byFive = learntOf((await Promise.all(five.map((one) => inLanes(sixty, 6, () => check1(one))))).flat())

  await environment.clocks.move(new Date(environment.clocks.now().getTime() + dayMs), 'api', 'work')
  const nextDay = learntOf(await inLanes(sixty, 6, () => check1(person)))
  const learnt = { atOnce, secondDevice, mixed: learntOf(mixed), byFive, nextDay }
  check(
    atOnce === firstSendsPerDay && secondDevice === 0 && learnt.mixed === firstSendsPerDay && byFive === 5 * firstSendsPerDay && nextDay === firstSendsPerDay,
    `numbers learnt: ${JSON.stringify(learnt)}`,
  )
  console.log(
    `    numbers learnt of 60 a day: one person ${atOnce} (all at once), on a second device at another address ${secondDevice} more, by check, held send and send together ${learnt.mixed}, the next day ${nextDay}; five people at one address ${byFive} of 300`,
  )
  await environment.processes.restartWith({}, 'apiB')
}

/** One sender, one number, a send and its recall again and again: how many messages the number gets. */
export async function measureMessages(
  environment: SendEnvironment,
  check: Check,
  sender: Sender,
  { times, most }: { times: number; most: number },
): Promise<void> {
  const alias = newNumber()
  let refused = 0
  for (let nth = 0; nth < times; nth++) {
    const body = { assetId: sender.walletId, recipientAlias: alias, value: '1', purpose: 'family-or-friends', idempotencyKey: randomUUID() }
    const answer = await environment.call('POST', '/api/asset-transfers', sender.headers, body)
    if (answer.status === 429) refused++
    else if (answer.status === 200) await environment.callOk('POST', `/api/asset-transfers/${answer.body.id}/cancel`, sender.headers)
    else check(false, `a repeated send was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  const [row] = await environment.query<{ n: number }>(`select count(*)::int as n from message where recipient = $1`, [alias])
  check(row!.n <= most, `one sender had ${row!.n} messages sent to one number`)
  console.log(`    ${times} sends and recalls to one number: ${row!.n} messages, ${refused} sends refused`)
}
