import { addJob } from '@nikau/runtime'
import type { World } from './world.ts'

type Must = (condition: unknown, what: string) => void
type Shop = Awaited<ReturnType<World['shop']>>

/** Whoever races, one wins, the others are told why, nothing is a fault of ours. */
export async function races(world: World, must: Must, quick: boolean): Promise<void> {
  const shop = await world.shop()
  await onePays(world, shop, must, quick ? 10 : 50)
  await payExpireCancel(world, shop, must, quick ? 50 : 500)
  await lastDollar(world, shop, must, quick ? 20 : 100)
  await lastQuotaCent(world, shop, must, quick ? 20 : 100)
  await sameKey(world, shop, must, quick ? 300 : 1000)
  await twoRefunds(world, shop, must, quick ? 20 : 100)
}

const statusOf = async (world: World, shop: Shop, id: string) => (await world.must('GET', `/api/payment-requests/${id}`, shop.till)).status as string

/** Fifty payers on one request. */
async function onePays(world: World, shop: Shop, must: Must, rounds: number): Promise<void> {
  const payers = await Promise.all(Array.from({ length: 50 }, () => world.payer(rounds * 100)))
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const id = await shop.ask(100)
    const answers = await Promise.all(payers.map((payer) => payer.pay(id)))
    must(
      answers.filter((one) => one.status === 200).length === 1,
      `round ${round}: ${answers.filter((one) => one.status === 200).length} payers paid one request`,
    )
    refused += answers.filter((one) => one.status === 403 && one.body.message === 'REQUEST_PAID').length
  }
  must(refused === rounds * 49, `${refused} of ${rounds * 49} losers were told that it is paid`)
  const left = (await Promise.all(payers.map((payer) => payer.balance()))).reduce((sum, one) => sum + one, 0)
  must(left === 50 * rounds * 100 - rounds * 100, `${left} cents are left`)
  console.log(`50 payers on one request, ${rounds} rounds: 1 winner each, ${refused} told REQUEST_PAID`)
}

/** At the very moment at which it ends. */
async function payExpireCancel(world: World, shop: Shop, must: Must, rounds: number): Promise<void> {
  const ends = { paid: 0, cancelled: 0, expired: 0 }
  const size = 25
  for (let done = 0; done < rounds; done += size) {
    const round = await Promise.all(
      Array.from({ length: Math.min(size, rounds - done) }, async (_, n) => {
        const payer = await world.payer(500)
        return { payer, id: await shop.ask(500, { expirySeconds: 5 }), early: Math.random() * (n % 3 === 0 ? 30 : 600) }
      }),
    )
    await Promise.all(
      round.map(async ({ payer, id, early }) => {
        const { expiresAt } = await world.must('GET', `/api/payment-requests/${id}/summary`, {})
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(expiresAt) - Date.now() - early)))
        const [paid, cancelled] = await Promise.all([
          payer.pay(id),
          new Promise((resolve) => setTimeout(resolve, Math.random() * 60)).then(() =>
            world.patiently('POST', `/api/payment-requests/${id}/cancel`, shop.till),
          ),
          addJob(world.database.db, 'expire-payment-requests', {}, { key: 'expiry-race' }),
        ])
        must(paid.status < 500 && cancelled.status < 500, `${id}: an answer of ${paid.status} and ${cancelled.status}`)
        must(!(paid.status === 200 && cancelled.status === 200), `${id} was paid and cancelled`)
        const status = (await statusOf(world, shop, id)) as keyof typeof ends
        const should = paid.status === 200 ? 'paid' : cancelled.status === 200 ? 'cancelled' : 'expired'
        must(status === should, `${id} is ${status} and should be ${should}: ${JSON.stringify([paid.body.message, cancelled.body.message])}`)
        must((await payer.balance()) === (status === 'paid' ? 0 : 500), `${id} is ${status} and the payer has ${await payer.balance()}`)
        ends[status]++
      }),
    )
  }
  console.log(`pay against cancel against expiry in the same moment, ${rounds} rounds: ${JSON.stringify(ends)}`)
}

async function lastDollar(world: World, shop: Shop, must: Must, rounds: number): Promise<void> {
  const payer = await world.payer(0)
  for (let round = 0; round < rounds; round++) {
    await payer.topUp(100)
    const ids = await Promise.all([shop.ask(100), shop.ask(100)])
    const answers = await Promise.all(ids.map((id) => payer.pay(id)))
    const codes = answers.map((one) => (one.status === 200 ? 'paid' : one.body.message)).toSorted((a: string, b: string) => (a < b ? -1 : 1))
    must(JSON.stringify(codes) === '["INSUFFICIENT_ASSET_VALUE","paid"]', `the last dollar: ${codes.join(', ')}`)
  }
  must((await payer.balance()) === 0, 'the last dollar was not spent exactly')
  console.log(`the last dollar asked for by two, ${rounds} times: spent once each time`)
}

async function lastQuotaCent(world: World, shop: Shop, must: Must, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const payer = await world.payer(500)
    await world.database.pool.query(`update quota_limit set cents = 199 where account_id = $1 and type = 'spend' and period = 'monthly'`, [payer.accountId])
    const ids = await Promise.all([shop.ask(100), shop.ask(100)])
    const answers = await Promise.all(ids.map((id) => payer.pay(id)))
    const codes = answers.map((one) => (one.status === 200 ? 'paid' : one.body.message)).toSorted((a: string, b: string) => (a < b ? -1 : 1))
    must(JSON.stringify(codes) === '["QUOTA_EXCEEDED","paid"]', `the last cent of a quota: ${codes.join(', ')}`)
    must((await payer.balance()) === 400, 'a quota was exceeded')
  }
  console.log(`the last cent of a quota asked for by two, ${rounds} times: used once each time`)
}

async function sameKey(world: World, shop: Shop, must: Must, times: number): Promise<void> {
  const payer = await world.payer(10_000)
  const id = await shop.ask(700)
  const answers: string[] = []
  for (let done = 0; done < times; done += 100)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, times - done) }, async () => JSON.stringify(await payer.pay(id, { idempotencyKey: 'one' }))))),
    )
  must(
    new Set(answers).size === 1 && answers[0]!.startsWith('{"status":200'),
    `${new Set(answers).size} different answers to one key: ${[...new Set(answers)].join(' and ')}`,
  )
  must((await payer.balance()) === 9300, 'one key moved money more than once')
  const refund = { value: { amount: '300', currency: 'NZD' }, externalRef: 'one' }
  const refunds = await Promise.all(Array.from({ length: 100 }, () => world.patiently('POST', `/api/payment-requests/${id}/refund`, shop.till, refund)))
  must(new Set(refunds.map((one) => JSON.stringify(one))).size === 1 && refunds[0]!.status === 200, 'one refund has different answers')
  must((await payer.balance()) === 9600, 'one reference refunded more than once')
  console.log(`the same key ${times} times: 1 movement, ${new Set(answers).size} answer; the same refund 100 times: 1 movement`)
}

async function twoRefunds(world: World, shop: Shop, must: Must, rounds: number): Promise<void> {
  const payer = await world.payer(rounds * 100)
  for (let round = 0; round < rounds; round++) {
    const id = await shop.ask(100)
    await payer.pay(id)
    const refund = (n: number) =>
      world.patiently('POST', `/api/payment-requests/${id}/refund`, shop.till, { value: { amount: '100', currency: 'NZD' }, externalRef: `r${n}` })
    const answers = await Promise.all([refund(1), refund(2)])
    must(answers.filter((one) => one.status === 200).length === 1, `${answers.filter((one) => one.status === 200).length} of two full refunds went through`)
  }
  must((await payer.balance()) === rounds * 100, 'refunds do not add up')
  console.log(`two full refunds of one payment at once, ${rounds} times: 1 each time`)
}
