import { randomUUID } from 'node:crypto'
import { buildAuthorizationRequest, followCallback, openSignIn, requestCode, signIn, submitCode } from '@nikau/testing/http-browser'
import type { Answer } from '../harness/client.ts'
import type { Tally } from '../harness/tally.ts'
import { newAddress, newPhone, type SecurityEnvironment, smsBudget } from './environment.ts'

const bothOf = (count: number) => ({ hour: count, day: count })

const isLimited = ({ status }: Answer) => status === 429

/**
 * Limits count per minute, so an attack begins with a minute where it can. On a busy machine it may last longer than one: the
 * answer is how many minutes it touched, each of which allows the limit once.
 */
async function countMinutes(attack: () => Promise<void>): Promise<number> {
  const minute = () => Math.floor(Date.now() / 60_000)
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 40_000) await new Promise((resolve) => setTimeout(resolve, left + 200))
  const first = minute()
  await attack()
  return minute() - first + 1
}

/** SEC-6: a new forged address for each call, in front of the one that our proxy adds. */
export async function forgeProxies(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const attacker = newAddress()
  const body = { challengeType: 'verify-farmlands-card', params: { number: '6005091000000001', expiry: '12/30', cvv: '123' }, paymentRequestId: randomUUID() }
  const forged = (n: number) => ({
    'x-forwarded-for': `198.51.100.${n}, 203.0.113.${n}, ${attacker}`,
    'x-real-ip': `198.51.100.${n}`,
    forwarded: `for=198.51.100.${n}`,
  })
  const answers: Answer[] = []
  const minutes = await countMinutes(async () => {
    for (let n = 0; n < 80; n++) answers.push(await environment.limited.call('POST', '/api/auth/verify-farmlands-card', forged(n), body))
  })
  const allowed = answers.filter((answer) => !isLimited(answer)).length
  tally.check(minutes <= 3 && allowed <= 20 * minutes, `SEC-6 of 80 calls with forged addresses in ${minutes} minutes ${allowed} passed the limit of 20`)
  tally.count(
    'SEC-6 calls with forged addresses beyond the limit',
    Array.from({ length: 80 - 20 * minutes }, (_, n) => n < 80 - allowed),
  )
}

/** SEC-6: the 2^64 addresses of one subscriber count as one. SEC-6: failed authentication counts too. */
export async function floodFromOneNetwork(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const network = '2001:db8:7:1'
  const address = (n: number) => `${network}:${((n * 7919) % 65536).toString(16)}:${n.toString(16)}::1`
  const codes: number[] = []
  for (let n = 0; n < 150; n++) {
    const browser = environment.browser(address(n))
    const started = await browser.get(buildAuthorizationRequest(environment.client).url)
    if (!started.location) codes.push(started.status)
    else codes.push((await requestCode(browser, started.location.href, newPhone())).status)
  }
  const sent = codes.filter((status) => status === 303).length
  tally.check(sent <= 60, `SEC-6 one /64 got ${sent} sign-in messages of 150 asked for, at most 60`)
  tally.count(
    'SEC-6 sign-in messages of one /64 beyond sixty',
    codes.slice(60).map((status) => status === 429),
  )

  const keys: Answer[] = []
  const minutes = await countMinutes(async () => {
    for (let n = 0; n < 400; n++)
      keys.push(
        await environment.limited.call('GET', '/api/merchants/any', {
          'x-forwarded-for': `2001:db8:7:2::${n.toString(16)}`,
          'x-api-key': `nk_${randomUUID()}`,
        }),
      )
  })
  const tried = keys.filter(({ status }) => status === 401).length
  const refused = keys.filter(isLimited).length
  tally.check(
    minutes <= 5 && tried <= 60 * minutes && tried + refused === 400,
    `SEC-6 of 400 guessed API keys from one /64 ${tried} were looked up in ${minutes} minutes`,
  )

  const before = await rowsOf(environment)
  const authorise = async (n: number) =>
    (await environment.browser(`2001:db8:7:3::${n.toString(16)}`).get(buildAuthorizationRequest(environment.client).url)).status
  const authorisations: number[] = []
  const authorisationMinutes = await countMinutes(async () => {
    for (let n = 0; n < 1000; n += 40) authorisations.push(...(await Promise.all(Array.from({ length: 40 }, (_, i) => authorise(n + i)))))
  })
  const accepted = authorisations.filter((status) => status === 303).length
  tally.check(
    accepted <= 600 * authorisationMinutes,
    `SEC-6 of 1,000 authorisation requests of one /64 ${accepted} were accepted in ${authorisationMinutes} minutes, at most 600 in each`,
  )
  tally.check((await rowsOf(environment)) - before <= accepted, 'SEC-6 a refused authorisation request writes no row')
}

async function rowsOf(environment: SecurityEnvironment): Promise<number> {
  const [row] = await environment.query<{ count: number }>('select count(*)::int as count from identity.oidc')
  return row!.count
}

/** SEC-6: messages to a block of premium numbers and to everybody, from as many addresses. They stop at the budget. */
export async function pumpMessages(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  await environment.restartIdentity({ SMS_BUDGETS: JSON.stringify({ prefix: bothOf(smsBudget.prefix), total: bothOf(smsBudget.total), reserve: 0 }) })
  const messages = async () =>
    (await environment.query<{ count: number }>(`select count(*)::int as count from message where purpose = 'sign-in-code'`))[0]!.count
  const ask = async (phone: string) => {
    const browser = environment.browser(newAddress())
    const page = await openSignIn(browser, buildAuthorizationRequest(environment.client))
    return (await requestCode(browser, page, phone)).status
  }
  const before = await messages()
  const block: number[] = []
  for (let n = 0; n < smsBudget.prefix + 40; n++) block.push(await ask(`+642188${String(80_000 + n).padStart(5, '0')}`))
  const inBlock = (await messages()) - before
  tally.check(inBlock <= smsBudget.prefix, `SEC-6 ${inBlock} messages to one block of numbers, budget ${smsBudget.prefix}`)
  tally.count(
    'SEC-6 messages to one block of numbers beyond its budget',
    block.slice(smsBudget.prefix).map((status) => status === 429),
  )
  const all: number[] = []
  for (let n = 0; n < smsBudget.total + 60; n++) all.push(await ask(newPhone()))
  const sent = (await messages()) - before
  tally.check(sent <= smsBudget.total, `SEC-6 ${sent} messages in all, budget ${smsBudget.total}`)
  tally.count(
    'SEC-6 messages beyond the budget in all',
    all.slice(smsBudget.total).map((status) => status === 429),
  )
  await environment.restartIdentity({})
}

/** SEC-7: strangers guess at a number and ask for codes. Its owner, on a browser that signed in before, still gets in. */
export async function lockOut(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { client } = environment
  const phone = newPhone()
  const known = environment.browser(newAddress())
  await signIn(known, client, phone, environment.codeSentTo)
  for (const key of known.cookies.keys()) if (/session/.test(key)) known.cookies.delete(key)
  for (let n = 0; n < 25; n++) {
    const browser = environment.browser(newAddress())
    const page = await openSignIn(browser, buildAuthorizationRequest(client))
    if ((await requestCode(browser, page, phone)).status !== 303) continue
    for (let guess = 0; guess < 5; guess++) await submitCode(browser, page, '000000')
  }
  const page = await openSignIn(known, buildAuthorizationRequest(client))
  const sent = await requestCode(known, page, phone)
  const accepted = sent.status === 303 ? await submitCode(known, page, await environment.codeSentTo(phone)) : sent
  const callback = accepted.location ? await followCallback(known, accepted).catch(() => undefined) : undefined
  tally.check(callback?.searchParams.has('code') === true, 'SEC-7 the owner signs in on a known device after 25 strangers guessed and asked for codes')
}

/** SEC-8: confirmation mails to a stranger. */
export async function bombWithMail(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const victim = `victim-${randomUUID()}@example.nz`
  const answers: Answer[] = []
  for (let n = 0; n < 4; n++) {
    const { headers } = await environment.createPayer(0)
    for (let i = 0; i < 15; i++) {
      answers.push(
        await environment.unlimited.call('POST', '/api/me/profile/update', headers, { email: i % 2 === 0 ? victim : `other-${randomUUID()}@example.nz` }),
      )
    }
  }
  const [row] = await environment.query<{ count: number }>('select count(*)::int as count from message where recipient = $1', [victim])
  tally.check(row!.count <= 3, `SEC-8 ${row!.count} mails to a stranger from four accounts and 60 changes, at most 3`)
  tally.check(answers.filter(({ status }) => status === 429).length >= 40, 'SEC-8 further changes are refused for the day')
}

/** SEC-13: figures for operators. SEC-14: keys of all merchants. SEC-16: statements that cost processor time. */
export async function readOrBurn(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const metrics = await Promise.all(
    Object.values(environment.origins).flatMap((origin) => [{}, { 'x-forwarded-for': '127.0.0.1' }].map((headers) => fetch(`${origin}/metrics`, { headers }))),
  )
  tally.count(
    'SEC-13 metrics without credentials, also as if from the machine itself',
    metrics.map(({ status }) => status === 401 || status === 403 || status === 404),
  )
  const { walletId, headers } = await environment.createPayer(1000)
  const statements: Answer[] = []
  const minutes = await countMinutes(async () => {
    for (let n = 0; n < 40; n++) {
      const answer = await fetch(`${environment.origins.limited}/api/wallets/${walletId}/statement?format=pdf`, { headers })
      await answer.arrayBuffer()
      statements.push({ status: answer.status, body: undefined })
    }
  })
  const made = statements.filter((answer) => !isLimited(answer)).length
  tally.check(made <= 30 * minutes, `SEC-16 ${made} of 40 statements as PDF were made in ${minutes} minutes, at most 30 in each`)
}
