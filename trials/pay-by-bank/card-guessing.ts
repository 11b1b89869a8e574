import type { PaymentsEnvironment, Shop } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { medianOf } from '../harness/wait.ts'
import { cardDetails, verifyPath } from './cards.ts'

/** Guesses a CVC from many addresses, and compares the response times of cards that exist with cards that do not. */
export async function guessCardDetails(environment: PaymentsEnvironment, shop: Shop, check: Check, quick: boolean): Promise<void> {
  const guesses = quick ? 1000 : 10_000
  const requestIds = await Promise.all(Array.from({ length: 200 }, () => shop.createRequest(500)))
  const target = '6005097000000099'
  await environment.cardCompany.control('cards', { number: target, cvc: '777', mobile: '+64275559099' })
  let [verified, hits, next] = [0, 0, 0]
  const guess = async () => {
    while (next < guesses) {
      const n = next++
      const headers = { 'x-forwarded-for': `198.51.100.${n % 100}` }
      const body = {
        challengeType: 'verify-farmlands-card',
        params: cardDetails(target, String(n % 1000).padStart(3, '0')),
        paymentRequestId: requestIds[n % 200],
      }
      const answer = await environment.call('POST', verifyPath, headers, body)
      if (answer.status === 200) hits++
      if (answer.body.message === 'CARD_VERIFICATION_FAILED') verified++
    }
  }
  await Promise.all(Array.from({ length: 16 }, guess))
  check(verified <= 15 && hits <= 1, `${verified} guesses of one CVC were verified, ${hits} hit`)

  await compareTimes(environment, shop, check, quick ? 150 : 500)
  console.log(`cards: ${guesses} guesses of one CVC from 100 addresses on 200 requests, ${verified} verified, ${hits} hits`)
}

/** A smaller difference cannot be measured through a network. */
const maxDifferenceMs = 5
/** More samples while the medians seem to differ: chance averages out, a real difference does not. */
const maxRounds = 4

async function compareTimes(environment: PaymentsEnvironment, shop: Shop, check: Check, count: number): Promise<void> {
  // The requests above accept no more failures.
  const freshIds = await Promise.all(Array.from({ length: 200 }, () => shop.createRequest(500)))
  const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
  const difference = () => Math.abs(medianOf(times.unknown) - medianOf(times.wrong))
  let round = 0
  do {
    const numbers = Array.from({ length: count }, (_, n) => round * count + n)
    for (const n of numbers) await environment.cardCompany.control('cards', { number: `60050980${String(n).padStart(8, '0')}`, cvc: '777' })
    for (const n of numbers) await callBoth(n)
  } while (difference() >= maxDifferenceMs && ++round < maxRounds)
  check(difference() < maxDifferenceMs, `a card that exists is recognised by ${difference().toFixed(2)} ms`)
  console.log(`cards: unknown card ${medianOf(times.unknown).toFixed(2)} ms, wrong CVC ${medianOf(times.wrong).toFixed(2)} ms (n = ${times.wrong.length} each)`)

  /** An unknown card and a known card with a wrong CVC; which comes first alternates. */
  async function callBoth(n: number): Promise<void> {
    for (const kind of n % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const)) {
      const number = `600509${kind === 'unknown' ? '81' : '80'}${String(n).padStart(8, '0')}`
      const began = performance.now()
      const answer = await environment.call(
        'POST',
        verifyPath,
        {},
        { challengeType: 'verify-farmlands-card', params: cardDetails(number), paymentRequestId: freshIds[n % 200] },
      )
      times[kind].push(performance.now() - began)
      check(answer.body.message === 'CARD_VERIFICATION_FAILED', `${kind}: ${JSON.stringify(answer.body)}`)
    }
  }
}
