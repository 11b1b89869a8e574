import { randomInt } from 'node:crypto'
import { askForCode, authorisation, openSignIn, type Visitor } from '@nikau/testing/visitor'
import { medianOf } from '../messages/outside.ts'
import { newPhone, type Tally, type World } from './world.ts'

const steps = ['number', 'e-mail', 'wrong code'] as const
type Times = Record<(typeof steps)[number], { known: number[]; unknown: number[] }>

/** Closer than this nobody can tell through a network. */
const barMs = 5
/** Of people, all weighed together: what a busy machine adds by chance gets less with each, a true difference does not. */
const mostRounds = 4

/** Whether a number has an account, and a confirmed e-mail address, shows neither in the answers nor in the time they take. */
export async function compareAnswers(world: World, tally: Tally, each: number): Promise<void> {
  const times: Times = { number: { known: [], unknown: [] }, 'e-mail': { known: [], unknown: [] }, 'wrong code': { known: [], unknown: [] } }
  const seen = new Set<string>()
  const apart = (step: (typeof steps)[number]) => Math.abs(medianOf(times[step].known) - medianOf(times[step].unknown))
  for (let round = 0; round < mostRounds && (round === 0 || steps.some((step) => apart(step) >= barMs)); round++) await visits(world, each, times, seen)
  tally.must(seen.size === 1, `${times.number.known.length * 2} numbers, every second one with an account: ${seen.size} kind of answer`)
  for (const step of steps) {
    const [known, unknown] = [medianOf(times[step].known), medianOf(times[step].unknown)]
    tally.must(
      apart(step) < barMs,
      `${step}: median ${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} ms without, apart ${apart(step).toFixed(2)} ms (n = ${times[step].known.length} each)`,
    )
  }
}

async function visits(world: World, each: number, times: Times, seen: Set<string>): Promise<void> {
  const people = Array.from({ length: each * 2 }, (_, i) => ({ phone: newPhone(), known: i % 2 === 0 }))
  for (const { phone } of people.filter((person) => person.known))
    await world.pool.query(`insert into identity.person (id, phone, phone_verified, email, email_verified) values (gen_random_uuid(), $1, true, $2, true)`, [
      phone,
      `p${phone.slice(1)}@example.nz`,
    ])
  for (const { phone, known } of people) {
    const browser: Visitor = world.browser(`10.9.${randomInt(256)}.${randomInt(256)}`)
    const page = await openSignIn(browser, authorisation(world.client))
    const timed = async (step: (typeof steps)[number], act: () => ReturnType<Visitor['get']>) => {
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
    const asked = await timed('number', () => askForCode(browser, page, phone))
    const shown = await browser.get(`${page}/code`)
    await world.pool.query(`update identity.sign_in set sent_at = sent_at - interval '31 seconds' where interaction = $1`, [uid.split('/').at(-1)])
    const mailed = await timed('e-mail', () => browser.post(`${page}/resend`, { channel: 'email' }))
    const after = await browser.get(`${page}/code`)
    const wrong = await timed('wrong code', () => browser.post(`${page}/code`, { code: '000000' }))
    seen.add(JSON.stringify([asked.status, mailed.status, wrong.status, plain(shown.text), plain(after.text), plain(wrong.text)]))
  }
}
