import { addJob } from '@nikau/runtime'
import type { PaymentsEnvironment, Shop } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause } from '../harness/wait.ts'

/** In every race one caller wins, the others get the right refusal, and none gets a server error. */
export async function races(environment: PaymentsEnvironment, check: Check, quick: boolean): Promise<void> {
  const shop = await environment.createShop()
  await onePays(environment, shop, check, quick ? 10 : 50)
  await payExpireCancel(environment, shop, check, quick ? 50 : 500)
  await lastDollar(environment, shop, check, quick ? 20 : 100)
  await lastQuotaCent(environment, shop, check, quick ? 20 : 100)
  await sameKey(environment, shop, check, quick ? 300 : 1000)
  await twoRefunds(environment, shop, check, quick ? 20 : 100)
  await unequalRefunds(environment, shop, check, quick ? 20 : 100)
  await captureAndRelease(environment, shop, check, quick ? 20 : 100)
}

const statusOf = async (environment: PaymentsEnvironment, shop: Shop, id: string) =>
  (await environment.callOk('GET', `/api/payment-requests/${id}`, shop.merchantHeaders)).status as string

/** Fifty payers for one request. */
async function onePays(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const payers = await Promise.all(Array.from({ length: 50 }, () => environment.createPayer(rounds * 100)))
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const id = await shop.createRequest(100)
    const answers = await Promise.all(payers.map((payer) => payer.pay(id)))
    check(
      answers.filter(({ status }) => status === 200).length === 1,
      `round ${round}: ${answers.filter(({ status }) => status === 200).length} payers paid one request`,
    )
    refused += answers.filter(({ status, body }) => status === 403 && body.message === 'REQUEST_PAID').length
  }
  check(refused === rounds * 49, `${refused} of ${rounds * 49} losers got REQUEST_PAID`)
  const left = (await Promise.all(payers.map((payer) => payer.balance()))).reduce((sum, balance) => sum + balance, 0)
  check(left === 50 * rounds * 100 - rounds * 100, `${left} cents are left`)
  console.log(`50 payers for one request, ${rounds} rounds: 1 winner each, ${refused} refused with REQUEST_PAID`)
}

/** Payment, cancellation and expiry at the same moment. */
async function payExpireCancel(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const outcomes = { paid: 0, cancelled: 0, expired: 0 }
  const size = 25
  for (let done = 0; done < rounds; done += size) {
    const round = await Promise.all(
      Array.from({ length: Math.min(size, rounds - done) }, async (_, n) => {
        const payer = await environment.createPayer(500)
        return { payer, id: await shop.createRequest(500, { expirySeconds: 5 }), early: Math.random() * (n % 3 === 0 ? 30 : 600) }
      }),
    )
    await Promise.all(
      round.map(async ({ payer, id, early }) => {
        const { expiresAt } = await environment.callOk('GET', `/api/payment-requests/${id}/summary`, {})
        await pause(Math.max(0, Date.parse(expiresAt) - Date.now() - early))
        const [paid, cancelled] = await Promise.all([
          payer.pay(id),
          pause(Math.random() * 60).then(() => environment.callWhileBusy('POST', `/api/payment-requests/${id}/cancel`, shop.merchantHeaders)),
          addJob(environment.database.db, 'expire-payment-requests', {}, { key: 'expiry-race' }),
        ])
        check(paid.status < 500 && cancelled.status < 500, `${id}: answered with ${paid.status} and ${cancelled.status}`)
        check(!(paid.status === 200 && cancelled.status === 200), `${id} was paid and cancelled`)
        const status = (await statusOf(environment, shop, id)) as keyof typeof outcomes
        const expected = paid.status === 200 ? 'paid' : cancelled.status === 200 ? 'cancelled' : 'expired'
        check(status === expected, `${id} is ${status} and should be ${expected}: ${JSON.stringify([paid.body.message, cancelled.body.message])}`)
        check((await payer.balance()) === (status === 'paid' ? 0 : 500), `${id} is ${status} and the payer has ${await payer.balance()}`)
        outcomes[status]++
      }),
    )
  }
  console.log(`payment, cancellation and expiry at the same moment, ${rounds} rounds: ${JSON.stringify(outcomes)}`)
}

async function lastDollar(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const payer = await environment.createPayer(0)
  for (let round = 0; round < rounds; round++) {
    await payer.topUp(100)
    const ids = await Promise.all([shop.createRequest(100), shop.createRequest(100)])
    const answers = await Promise.all(ids.map((id) => payer.pay(id)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'paid' : body.message)).toSorted((a: string, b: string) => (a < b ? -1 : 1))
    check(JSON.stringify(codes) === '["INSUFFICIENT_ASSET_VALUE","paid"]', `the last dollar: ${codes.join(', ')}`)
  }
  check((await payer.balance()) === 0, 'the last dollar was not spent exactly')
  console.log(`two payments for the last dollar, ${rounds} times: spent once each time`)
}

async function lastQuotaCent(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const payer = await environment.createPayer(500)
    await environment.database.pool.query(`update quota_limit set cents = 199 where account_id = $1 and type = 'spend' and period = 'monthly'`, [
      payer.accountId,
    ])
    const ids = await Promise.all([shop.createRequest(100), shop.createRequest(100)])
    const answers = await Promise.all(ids.map((id) => payer.pay(id)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'paid' : body.message)).toSorted((a: string, b: string) => (a < b ? -1 : 1))
    check(JSON.stringify(codes) === '["QUOTA_EXCEEDED","paid"]', `the last cent of a quota: ${codes.join(', ')}`)
    check((await payer.balance()) === 400, 'a quota was exceeded')
  }
  console.log(`two payments for the last cent of a quota, ${rounds} times: used once each time`)
}

async function sameKey(environment: PaymentsEnvironment, shop: Shop, check: Check, times: number): Promise<void> {
  const payer = await environment.createPayer(10_000)
  const id = await shop.createRequest(700)
  const answers: string[] = []
  for (let done = 0; done < times; done += 100)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, times - done) }, async () => JSON.stringify(await payer.pay(id, { idempotencyKey: 'one' }))))),
    )
  check(
    new Set(answers).size === 1 && answers[0]!.startsWith('{"status":200'),
    `${new Set(answers).size} different answers to one idempotency key: ${[...new Set(answers)].join(' and ')}`,
  )
  check((await payer.balance()) === 9300, 'one idempotency key moved money more than once')
  const refund = { value: { amount: '300', currency: 'NZD' }, externalRef: 'one' }
  const refunds = await Promise.all(
    Array.from({ length: 100 }, () => environment.callWhileBusy('POST', `/api/payment-requests/${id}/refund`, shop.merchantHeaders, refund)),
  )
  check(new Set(refunds.map((answer) => JSON.stringify(answer))).size === 1 && refunds[0]!.status === 200, 'one refund has different answers')
  check((await payer.balance()) === 9600, 'one reference refunded more than once')
  console.log(`the same idempotency key ${times} times: 1 posting, ${new Set(answers).size} answer; the same refund 100 times: 1 posting`)
}

async function twoRefunds(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const payer = await environment.createPayer(rounds * 100)
  for (let round = 0; round < rounds; round++) {
    const id = await shop.createRequest(100)
    await payer.pay(id)
    const refund = (n: number) =>
      environment.callWhileBusy('POST', `/api/payment-requests/${id}/refund`, shop.merchantHeaders, {
        value: { amount: '100', currency: 'NZD' },
        externalRef: `r${n}`,
      })
    const answers = await Promise.all([refund(1), refund(2)])
    check(
      answers.filter(({ status }) => status === 200).length === 1,
      `${answers.filter(({ status }) => status === 200).length} of two full refunds went through`,
    )
  }
  check((await payer.balance()) === rounds * 100, 'refunds do not add up')
  console.log(`two full refunds of one payment at once, ${rounds} times: 1 each time`)
}

/** Refunds of different amounts at once, together more than was paid: those that fit are made, the others are refused for their amount. */
async function unequalRefunds(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const payer = await environment.createPayer(rounds * 100)
  let refunded = 0
  for (let round = 0; round < rounds; round++) {
    const id = await shop.createRequest(100)
    await payer.pay(id)
    const answers = await Promise.all(
      [20, 30, 40, 50].map((amount) =>
        environment.callWhileBusy('POST', `/api/payment-requests/${id}/refund`, shop.merchantHeaders, {
          value: { amount: String(amount), currency: 'NZD' },
          externalRef: `r${amount}`,
        }),
      ),
    )
    const refusals = answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.message}`)
    check(
      refusals.every((refusal) => ['403 INVALID_AMOUNT', '403 ALREADY_REFUNDED'].includes(refusal)),
      `refunds of different amounts at once: ${refusals.join(', ')}`,
    )
    const sum = answers.reduce((total, { status, body }) => total + (status === 200 ? Number(body.value.amount) : 0), 0)
    check(sum <= 100 && sum >= 70, `${sum} of 100 cents were refunded`)
    refunded += sum
  }
  check((await payer.balance()) === refunded, 'refunds of different amounts do not add up')
  console.log(`refunds of 20, 30, 40 and 50 of 100 cents at once, ${rounds} times: no server error, never more than was paid`)
}

/** Two captures, the same one again, and two releases at once. */
async function captureAndRelease(environment: PaymentsEnvironment, shop: Shop, check: Check, rounds: number): Promise<void> {
  const payer = await environment.createPayer(rounds * 100)
  let captured = 0
  for (let round = 0; round < rounds; round++) {
    const id = await shop.createRequest(100, { preAuth: true })
    await payer.pay(id)
    const call = (action: string, body?: object) => environment.callWhileBusy('POST', `/api/payment-requests/${id}/${action}`, shop.merchantHeaders, body)
    const capture = (key: string, amount: number) =>
      call('confirm', { idempotencyKey: key, invoiceRef: 'trial', value: { amount: String(amount), currency: 'NZD' } })
    const [first, again, second, ...releases] = await Promise.all([capture('a', 30), capture('a', 30), capture('b', 50), call('release'), call('release')])
    const told = ({ status, body }: { status: number; body: { message?: string } }) => (status === 200 ? 'done' : `${status} ${body.message}`)
    for (const answer of [first, again, second])
      check(['done', '403 PRE_AUTH_RELEASED'].includes(told(answer)), `a capture at once with a release: ${told(answer)}`)
    check(told(first) === told(again), `one capture has two answers: ${told(first)}, ${told(again)}`)
    check(releases.filter(({ status }) => status === 200).length === 1, `releases at once: ${releases.map(told).join(', ')}`)
    captured += (first.status === 200 ? 30 : 0) + (second.status === 200 ? 50 : 0)
  }
  check((await payer.balance()) === rounds * 100 - captured, 'captures and releases do not add up')
  console.log(`captures and releases of one authorisation at once, ${rounds} times: each answered with what happened, ${captured} cents captured`)
}
