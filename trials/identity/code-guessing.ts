import { randomInt } from 'node:crypto'
import { requestCode, buildAuthorizationRequest, submitCode, openSignIn, type HttpBrowser } from '@nikau/testing/http-browser'
import { type IdentityEnvironment, newPhone } from './environment.ts'
import type { Tally } from '../harness/tally.ts'

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

interface SignIn {
  page: string
  cookies: HttpBrowser['cookies']
  code: string | undefined
}

/**
 * An attacker guesses codes with unlimited addresses and many sign-ins. First the allowed attempts are used up with wrong codes. From
 * then on every guess is the *right* code, read from the victim's phone: one that gets in would be a hit beyond the allowed attempts,
 * and no luck is needed to find it.
 */
export async function guessCodes(environment: IdentityEnvironment, tally: Tally, guesses: number): Promise<void> {
  const victims = Array.from({ length: 5 }, newPhone)
  const allowedPerHour = 10
  const signIns: SignIn[] = []
  let compared = 0

  const guess = async (signIn: SignIn, code: string) => {
    const browser = environment.browser(randomAddress())
    for (const [name, cookie] of signIn.cookies) browser.cookies.set(name, cookie)
    return await submitCode(browser, signIn.page, code)
  }

  const sessions = guesses >= 10_000 ? 200 : 60
  for (let i = 0; i < sessions; i++) {
    const phone = victims[i % victims.length]!
    const browser = environment.browser(randomAddress())
    const page = await openSignIn(browser, buildAuthorizationRequest(environment.client))
    const sent = await requestCode(browser, page, phone)
    signIns.push({
      page,
      cookies: browser.cookies,
      code:
        sent.status === 303
          ? await environment.codeSentTo(phone)
          : signIns.findLast(({ code }, place) => code && place % victims.length === i % victims.length)?.code,
    })
  }
  for (const [n] of victims.entries()) {
    const own = signIns.filter(({ code }, place) => place % victims.length === n && code !== undefined)
    for (let i = 0; i < allowedPerHour; i++) {
      const signIn = own[Math.floor(i / 5)]!
      const answer = await guess(signIn, wrongFor(signIn.code!))
      if (answer.status === 400) compared++
    }
  }
  tally.check(compared === allowedPerHour * victims.length, `${compared} wrong guesses were checked: ${allowedPerHour} for each of ${victims.length} numbers`)

  const refused: boolean[] = []
  let next = 0
  const attacker = async () => {
    while (next < guesses) {
      const signIn = signIns[next++ % signIns.length]!
      const answer = await guess(signIn, signIn.code ?? '000000')
      refused.push(answer.status !== 303 || answer.location?.pathname === new URL(signIn.page).pathname)
    }
  }
  const start = Date.now()
  await Promise.all(Array.from({ length: 16 }, attacker))
  tally.count(`guesses beyond the allowed attempts, each with the right code, over ${sessions} sign-ins, each guess from its own address`, refused)
  console.log(`    ${Math.round(guesses / ((Date.now() - start) / 1000))} guesses a second`)
  const { rows } = await environment.pool.query<{ count: string }>('select count(*) from identity.person where phone = any($1)', [victims])
  tally.check(rows[0]!.count === '0', 'no guess signed anyone in')
}

/** X-Forwarded-For counts only behind our own proxy: elsewhere a new address for each call changes nothing. */
export async function spoofAddresses(environment: IdentityEnvironment, tally: Tally): Promise<void> {
  const statuses: number[] = []
  for (let i = 0; i < 80; i++) {
    const browser = environment.browserAtUntrusting(randomAddress())
    const page = await openSignIn(browser, buildAuthorizationRequest(environment.client))
    statuses.push((await requestCode(browser, page, newPhone())).status)
  }
  tally.check(statuses.filter((status) => status === 303).length === 60, 'sixty messages an hour for one address, whatever X-Forwarded-For says')
  tally.count(
    'messages requested beyond that',
    statuses.slice(60).map((status) => status === 429),
  )
}
