import { randomUUID } from 'node:crypto'
import { signIn } from '@nikau/testing/http-browser'
import type { Check } from '../harness/trial.ts'
import { until } from '../harness/wait.ts'
import type { SendEnvironment } from './environment.ts'
import { createPersonWith, newEmail, newNumber, openAccount } from './people.ts'
import { createSend, inLanes, readLinks, recordAnswer, type World } from './sends.ts'

const path = (id: string, step: string) => `/api/asset-transfers/${id}/${step}`

/** One claim repeated a thousand times at both APIs: the money arrives once, and each caller is told the same or that it is over. */
export async function repeatClaim(environment: SendEnvironment, world: World, check: Check, times: number): Promise<void> {
  const send = await createSend(environment, world, check, { sender: world.senders[0]!, alias: newNumber() })
  const claimer = await openAccount(environment, await createPersonWith(environment, send.alias))
  send.started.add('claim')
  send.mustEnd = 'claimed'
  const answers = await inLanes(Array.from({ length: times }), 50, () => environment.call('POST', path(send.id, 'claim'), claimer.headers))
  const claimed = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status, body }) => status === 403 && body.message === 'INVALID_ASSET_TRANSFER_STATUS').length
  check(claimed >= 1 && claimed + refused === times, `of ${times} claims ${claimed} were accepted and ${refused} refused`)
  const [row] = await environment.query<{ balance: string }>(
    `select a.balance::text from asset w join ledger.account a on a.id = 'asset:' || w.id where w.account_id = $1`,
    [claimer.accountId],
  )
  check(Number(row?.balance) === send.value, `a thousand claims of ${send.value} cents gave ${row?.balance}`)
  console.log(`    one claim ${times} times: ${claimed} accepted, ${refused} refused, ${row?.balance} of ${send.value} cents in the wallet`)
}

/** Numbers that are not in use: the message is rejected for good, and the money is back. */
export async function sendUndeliverable(environment: SendEnvironment, world: World, check: Check, count: number): Promise<void> {
  const isQuiet = async () => (await environment.query(`select from message where state = 'queued'`)).length === 0
  for (let nth = 0; nth < count; nth++) {
    // One at a time, so that the gateway rejects this message and no other.
    check(await until(isQuiet, 60_000), 'messages are left')
    await environment.inbox.setFaults({ rejectNext: 1 })
    const sender = world.senders[nth % world.senders.length]!
    const send = await createSend(environment, world, check, { sender, alias: nth % 3 === 2 ? newEmail() : newNumber(), token: nth % 5 === 4 })
    send.mustEnd = 'failed'
    const hasFailed = async () => (await environment.query(`select from asset_transfer where id = $1 and status = 'failed'`, [send.id])).length === 1
    check(await until(hasFailed, 60_000), 'a send to a number that is not in use did not fail')
    recordAnswer(send, 'recall', await environment.call('POST', path(send.id, 'cancel'), send.sender.headers))
  }
  await environment.inbox.setFaults({})
  console.log(`    ${count} sends to numbers and addresses that are not in use: money and tokens back`)
}

/** A number that was proved too long ago may have a new owner: it neither receives at once nor claims, until a code proves it again. */
export async function sendToRecycledNumbers(environment: SendEnvironment, world: World, check: Check, count: number): Promise<void> {
  const refusals: boolean[] = []
  for (let nth = 0; nth < count; nth++) {
    const phone = newNumber()
    const person = await openAccount(environment, await createPersonWith(environment, phone, { provedDaysAgo: 366 }))
    const send = await createSend(environment, world, check, { sender: world.senders[nth % world.senders.length]!, alias: phone, token: nth % 4 === 3 })
    check(!send.direct, 'a number that was proved a year ago received money at once')
    const answer = await environment.call('POST', path(send.id, 'claim'), person.headers)
    refusals.push(answer.status === 403 && answer.body.message === 'ALIAS_NOT_CONFIRMED')
    await environment.callOk('POST', '/api/me/resolve-claimable-assets', person.headers)
    const [row] = await environment.query<{ status: string }>('select status from asset_transfer where id = $1', [send.id])
    check(row?.status === 'created' || row?.status === 'sent', `a send to a recycled number is ${row?.status}`)
    if (nth % 2 === 0) continue // nobody proves it again, and it goes back with those that nobody claims
    await environment.query(`update identity.person set last_signed_in_at = now() where id = $1`, [person.personId])
    const { tokens } = await signIn(environment.browser('10.8.0.1'), environment.client, phone, (to) => environment.codeSentTo(to))
    send.started.add('claim')
    send.mustEnd = 'claimed'
    recordAnswer(send, 'claim', await environment.call('POST', path(send.id, 'claim'), { authorization: `Bearer ${tokens.access_token}` }))
  }
  check(refusals.every(Boolean), `${refusals.filter((refused) => !refused).length} recycled numbers claimed`)
  console.log(`    ${count} sends to recycled numbers: none arrived or was claimed before the number was proved again`)
}

/** A reported sender reaches that recipient no more, and is told only that it was declined. Others still do. */
export async function reportSenders(environment: SendEnvironment, world: World, check: Check, count: number): Promise<void> {
  const refused: boolean[] = []
  for (let nth = 0; nth < count; nth++) {
    const [sender, other] = [world.senders[nth % world.senders.length]!, world.senders[(nth + 1) % world.senders.length]!]
    const send = await createSend(environment, world, check, { sender, alias: newNumber() })
    const key = (await readLinks(environment, [send])).get(send.id)!
    send.started.add('decline')
    send.mustEnd = 'declined'
    recordAnswer(send, 'decline', await environment.call('POST', path(send.id, 'report'), { authorization: `Bearer ${key}` }, { reason: 'scam' }))
    const body = { assetId: sender.walletId, recipientAlias: send.alias, value: '100', purpose: 'family-or-friends' }
    for (const recipientExists of [false, true]) {
      if (recipientExists) await openAccount(environment, await createPersonWith(environment, send.alias))
      const again = await environment.call('POST', '/api/asset-transfers', sender.headers, { ...body, idempotencyKey: randomUUID() })
      refused.push(again.status === 403 && again.body.message === 'RECIPIENT_UNAVAILABLE')
    }
    const seen = await environment.callOk('GET', `/api/asset-transfers/${send.id}`, sender.headers)
    check(seen.status === 'declined' && !JSON.stringify(seen).includes('scam'), `the sender reads ${JSON.stringify(seen)}`)
    const welcome = await createSend(environment, world, check, { sender: other, alias: send.alias })
    check(welcome.direct, 'a report keeps others from sending')
  }
  check(refused.every(Boolean), `${refused.filter((one) => !one).length} sends of barred senders were not refused`)
  console.log(`    ${count} senders reported: ${refused.length} later sends to the same recipients refused, before and after a sign-up`)
}

/** What only the recipient may do, tried by strangers, the sender and keys of other links. */
export async function actForOthers(environment: SendEnvironment, world: World, check: Check): Promise<void> {
  const [sender, stranger] = [world.senders[0]!, world.regulars[0]!]
  const [send, other] = [
    await createSend(environment, world, check, { sender, alias: newNumber() }),
    await createSend(environment, world, check, { sender, alias: newNumber() }),
  ]
  const links = await readLinks(environment, [send, other])
  const key = (of: string) => ({ authorization: `Bearer ${of}` })
  const reason = { reason: 'scam' }
  const attempts = [
    [stranger.headers, 'claim', undefined, 'ASSET_TRANSFER_INVALID_RECIPIENT'],
    [sender.headers, 'claim', undefined, 'ASSET_TRANSFER_INVALID_RECIPIENT'],
    [stranger.headers, 'cancel', undefined, 'FORBIDDEN'],
    [stranger.headers, 'decline', undefined, 'FORBIDDEN'],
    [stranger.headers, 'report', reason, 'FORBIDDEN'],
    [stranger.headers, 'remind', undefined, 'FORBIDDEN'],
    [sender.headers, 'decline', undefined, 'FORBIDDEN'],
    [key(links.get(other.id)!), 'decline', undefined, undefined],
    [key(links.get(other.id)!), 'report', reason, undefined],
    [key(links.get(send.id)!), 'claim', undefined, undefined],
    [key(links.get(send.id)!), 'cancel', undefined, undefined],
    [key(randomUUID()), 'decline', undefined, undefined],
    [{}, 'decline', undefined, undefined],
  ] as const
  for (const [headers, step, body, code] of attempts) {
    const answer = await environment.call('POST', path(send.id, step), { ...headers }, body)
    const isRefused = code === undefined ? answer.status === 401 : answer.status === 403 && answer.body.message === code
    check(isRefused, `${step} by another was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  console.log(`    ${attempts.length} acts by others refused`)
}
