import { randomInt } from 'node:crypto'
import { askForCode, authorisation, giveCode, openSignIn, type Visitor } from '@nikau/testing/visitor'
import { newPhone, type Tally, type World } from './world.ts'

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

interface Door {
  page: string
  jar: Visitor['cookies']
  code: string | undefined
}

/**
 * Guessing by a thief with endless addresses and many sign-ins. First the allowed tries are used up with wrong codes. From then
 * on every single guess is the *right* code, read from the victim's phone: one that gets in would be a hit beyond the allowed
 * tries, and no luck is needed to find it.
 */
export async function attackCodes(world: World, tally: Tally, guesses: number): Promise<void> {
  const victims = Array.from({ length: 5 }, newPhone)
  const everyHour = 10
  const doors: Door[] = []
  let compared = 0

  const knock = async (door: Door, code: string) => {
    const browser = world.browser(randomAddress())
    for (const [name, cookie] of door.jar) browser.cookies.set(name, cookie)
    return await giveCode(browser, door.page, code)
  }

  const sessions = guesses >= 10_000 ? 200 : 60
  for (let i = 0; i < sessions; i++) {
    const phone = victims[i % victims.length]!
    const browser = world.browser(randomAddress())
    const page = await openSignIn(browser, authorisation(world.client))
    const sent = await askForCode(browser, page, phone)
    doors.push({
      page,
      jar: browser.cookies,
      code:
        sent.status === 303
          ? await world.codeAt(phone)
          : doors.findLast((door) => door.code && doors.indexOf(door) % victims.length === i % victims.length)?.code,
    })
  }
  for (const [n] of victims.entries()) {
    const own = doors.filter((door, i) => i % victims.length === n && door.code !== undefined)
    for (let i = 0; i < everyHour; i++) {
      const door = own[Math.floor(i / 5)]!
      const answer = await knock(door, wrongFor(door.code!))
      if (answer.status === 400) compared++
    }
  }
  tally.must(compared === everyHour * victims.length, `${compared} wrong guesses were weighed: ${everyHour} for each of ${victims.length} numbers`)

  const refused: boolean[] = []
  let next = 0
  const thief = async () => {
    while (next < guesses) {
      const door = doors[next++ % doors.length]!
      const answer = await knock(door, door.code ?? '000000')
      refused.push(answer.status !== 303 || answer.location?.pathname === new URL(door.page).pathname)
    }
  }
  const start = Date.now()
  await Promise.all(Array.from({ length: 16 }, thief))
  tally.count(`guesses beyond the allowed tries, each with the right code, over ${sessions} sign-ins and as many addresses as guesses`, refused)
  console.log(`    ${Math.round(guesses / ((Date.now() - start) / 1000))} guesses a second`)
  const { rows } = await world.pool.query<{ count: string }>('select count(*) from identity.person where phone = any($1)', [victims])
  tally.must(rows[0]!.count === '0', 'nobody was signed in by them')
}

/** The address in a header is believed only from our own proxy: elsewhere a new one for each call opens nothing. */
export async function attackAddresses(world: World, tally: Tally): Promise<void> {
  const statuses: number[] = []
  for (let i = 0; i < 80; i++) {
    const browser = world.atUnbelieving(randomAddress())
    const page = await openSignIn(browser, authorisation(world.client))
    statuses.push((await askForCode(browser, page, newPhone())).status)
  }
  tally.must(statuses.filter((status) => status === 303).length === 60, 'sixty messages an hour for one address, whatever it writes into X-Forwarded-For')
  tally.count(
    'messages asked for beyond that',
    statuses.slice(60).map((status) => status === 429),
  )
}
