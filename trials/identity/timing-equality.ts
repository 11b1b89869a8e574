import { randomInt } from 'node:crypto'
import { requestCode, buildAuthorizationRequest, openSignIn, type HttpBrowser } from '@nikau/testing/http-browser'
import { medianOf } from '../harness/wait.ts'
import { type IdentityEnvironment, newPhone } from './environment.ts'
import type { Tally } from '../harness/tally.ts'

const steps = ['number', 'email', 'wrong code'] as const
type Times = Record<(typeof steps)[number], { known: number[]; unknown: number[] }>

/** A smaller difference cannot be measured through a network. */
const maxDifferenceMs = 5
/** More samples while the medians seem to differ: chance averages out, a real difference does not. */
const maxRounds = 4

/** Neither answers nor response times reveal whether a number has an account or a verified email. */
export async function compareAnswers(environment: IdentityEnvironment, tally: Tally, each: number): Promise<void> {
  const times: Times = { number: { known: [], unknown: [] }, email: { known: [], unknown: [] }, 'wrong code': { known: [], unknown: [] } }
  const seen = new Set<string>()
  const differenceOf = (step: (typeof steps)[number]) => Math.abs(medianOf(times[step].known) - medianOf(times[step].unknown))
  for (let round = 0; round < maxRounds && (round === 0 || steps.some((step) => differenceOf(step) >= maxDifferenceMs)); round++)
    await collect(environment, each, times, seen)
  tally.check(seen.size === 1, `${times.number.known.length * 2} numbers, every second one with an account: ${seen.size} kind of answer`)
  for (const step of steps) {
    const [known, unknown] = [medianOf(times[step].known), medianOf(times[step].unknown)]
    tally.check(
      differenceOf(step) < maxDifferenceMs,
      `${step}: median ${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} ms without, difference ${differenceOf(step).toFixed(2)} ms (n = ${times[step].known.length} each)`,
    )
  }
}

async function collect(environment: IdentityEnvironment, each: number, times: Times, seen: Set<string>): Promise<void> {
  const people = Array.from({ length: each * 2 }, (_, i) => ({ phone: newPhone(), known: i % 2 === 0 }))
  for (const { phone } of people.filter((person) => person.known))
    await environment.pool.query(
      `insert into identity.person (id, phone, phone_verified, email, email_verified) values (gen_random_uuid(), $1, true, $2, true)`,
      [phone, `p${phone.slice(1)}@example.nz`],
    )
  for (const { phone, known } of people) {
    const browser: HttpBrowser = environment.browser(`10.9.${randomInt(256)}.${randomInt(256)}`)
    const page = await openSignIn(browser, buildAuthorizationRequest(environment.client))
    const timed = async (step: (typeof steps)[number], act: () => ReturnType<HttpBrowser['get']>) => {
      const start = performance.now()
      const answer = await act()
      times[step][known ? 'known' : 'unknown'].push(performance.now() - start)
      return answer
    }
    const uid = new URL(page).pathname
    const plain = (text: string) =>
      text
        .replaceAll(uid, '')
        .replaceAll(/\+64[\d ]+/g, 'NUMBER')
        .replaceAll(/\d+:\d\d/g, 'TIME')
        .replaceAll(/data-resend="\d+"/g, '')
    const requested = await timed('number', () => requestCode(browser, page, phone))
    const shown = await browser.get(`${page}/code`)
    await environment.pool.query(`update identity.sign_in set sent_at = sent_at - interval '31 seconds' where interaction = $1`, [uid.split('/').at(-1)])
    const mailed = await timed('email', () => browser.post(`${page}/resend`, { channel: 'email' }))
    const after = await browser.get(`${page}/code`)
    const wrong = await timed('wrong code', () => browser.post(`${page}/code`, { code: '000000' }))
    seen.add(JSON.stringify([requested.status, mailed.status, wrong.status, plain(shown.text), plain(after.text), plain(wrong.text)]))
  }
}
