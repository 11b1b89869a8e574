import type { Check } from '../harness/trial.ts'
import { inLanes } from '../send/sends.ts'
import { type CodesEnvironment, type Customer, lifeMs, type Shop } from './environment.ts'

const graceMs = 30_000

/** The last and the first millisecond of every life, and everything that ends a code before. */
export async function tryEdges(environment: CodesEnvironment, check: Check, count: number): Promise<string> {
  const shop = await environment.createShop()
  const expect = expectations(check, shop)
  const create = async () => {
    const person = await environment.createCustomer(10_000)
    await person.allow({ noSignal: true, withoutApproval: '10000' })
    return person
  }
  const people = await inLanes(Array.from({ length: count }), 4, create)
  const start = environment.clocks.now().getTime()
  const codes = await inLanes(people, 4, async (person) => ({
    early: await person.code(),
    late: await person.code(),
    offline: await person.offlineCodes(),
  }))
  const each = (work: (code: (typeof codes)[number]) => Promise<void>) => inLanes(codes, 4, work)
  await environment.moveTo(start + lifeMs - 1)
  await each(async ({ early, offline }) => {
    await expect.paid(early, 'a code in its last millisecond')
    await expect.refused(offline[1]!, 'an offline code a millisecond before its time')
  })
  await environment.moveTo(start + lifeMs)
  await each(async ({ late, offline }) => {
    await expect.refused(late, 'a code at its end')
    await expect.paid(offline[1]!, 'an offline code at its start')
  })
  await environment.moveTo(start + lifeMs + graceMs - 1)
  await each(async ({ offline }) => void (await expect.paid(offline[0]!, 'an offline code in the last millisecond of its grace')))
  await environment.moveTo(start + 3 * lifeMs + graceMs)
  await each(({ offline }) => expect.refused(offline[2]!, 'an offline code after its grace'))
  await tryEnds(create, expect, Math.ceil(count / 2))
  console.log(`(c) ${expect.tried()} scans at the edges of time and after a removed device, freeze, switch, new set and report`)
  return `${expect.tried()} scans at the edges of time and after an end, ${expect.failed()} wrong`
}

/** What ends a code: each with a person of its own. */
async function tryEnds(create: () => Promise<Customer>, expect: Expectations, count: number): Promise<void> {
  await inLanes(Array.from({ length: count }), 4, async () => {
    const device = await create()
    const { headers, remove } = await device.device()
    const [ofDevice, ofSet, stays] = [await device.code(headers), (await device.offlineCodes(headers))[0]!, await device.code()]
    await remove()
    for (const code of [ofDevice, ofSet]) await expect.refused(code, 'a code of a removed device')
    await expect.paid(stays, 'a code of another device')

    const frozen = await create()
    const before = [await frozen.code(), (await frozen.offlineCodes())[0]!]
    await frozen.freeze()
    for (const code of before) await expect.refused(code, 'a code of a frozen account')

    const switched = await create()
    const earlier = (await switched.offlineCodes())[0]!
    const current = (await switched.offlineCodes())[0]!
    await expect.refused(earlier, 'a code of an earlier set')
    await switched.allow({ noSignal: false })
    await expect.refused(current, 'an offline code after it was switched off')

    const reporting = await create()
    const [first, second] = [await reporting.code(), await reporting.code()]
    const offline = (await reporting.offlineCodes())[0]!
    await reporting.report(await expect.paid(first, 'a code'))
    for (const code of [second, offline]) await expect.refused(code, 'a code after a report')
  })
}

type Expectations = ReturnType<typeof expectations>

function expectations(check: Check, shop: Shop) {
  let [tried, failed] = [0, 0]
  const judge = (right: boolean, breach: string) => {
    tried++
    if (!right) failed++
    check(right, breach)
  }
  return {
    tried: () => tried,
    failed: () => failed,
    async paid(barcode: string, what: string): Promise<string> {
      const { status, body } = await shop.scan(barcode, 100)
      judge(status === 200 && body.status === 'paid', `${what} was not paid: ${status} ${body.status ?? body.message}`)
      return String(body.id)
    },
    async refused(barcode: string, what: string): Promise<void> {
      const { status, body } = await shop.scan(barcode, 100)
      judge(status === 403 && body.message === 'PATRON_CODE_INVALID', `${what} was answered with ${status} ${body.status ?? body.message}`)
    },
  }
}
