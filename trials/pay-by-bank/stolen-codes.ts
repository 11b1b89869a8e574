import { randomUUID } from 'node:crypto'
import { parseCallback } from '@nikau/testing/banks'
import type { PaymentsEnvironment, Shop } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause } from '../harness/wait.ts'

/** Authorisation codes of another bank, of another payment, used twice and in another browser; and races for one request. */
export async function stolenCodes(environment: PaymentsEnvironment, shop: Shop, check: Check, quick: boolean): Promise<void> {
  const { banks } = environment
  const begin = async (bank: string, requestId?: string) => {
    const paymentRequestId = requestId ?? (await shop.createRequest(900))
    const { body, cookie } = await environment.callUntilAnswered('POST', '/api/one-off-payments', {}, { paymentRequestId, bank, idempotencyKey: randomUUID() })
    const { url } = await banks.visit(String(body.authorizationUrl))
    browsers.set(String(body.id), cookie ?? '')
    return { id: String(body.id), requestId: paymentRequestId, ...parseCallback(url) }
  }
  const browsers = new Map<string, string>()
  const pay = (id: string, code: string | undefined, idToken: string | undefined, cookie = browsers.get(id) ?? '') =>
    environment.call('POST', `/api/one-off-payments/${id}/pay`, { cookie }, { code, ...(idToken !== undefined && { idToken }) })
  const paidAtBank = async (id: string) => (await banks.payments()).filter((one) => one.initiation.EndToEndIdentification === id).length

  let refused = 0
  const checkRefused = async (attack: string, id: string, code: string | undefined, idToken: string | undefined, cookie?: string) => {
    const answer = await pay(id, code, idToken, cookie)
    check(answer.status === 403, `${attack} got ${answer.status} ${JSON.stringify(answer.body)}`)
    check((await paidAtBank(id)) === 0, `${attack} was paid`)
    refused++
  }
  for (let round = 0; round < (quick ? 1 : 8); round++) {
    const [mine, theirs, other] = [await begin('bnz'), await begin('bnz'), await begin('asb')]
    await checkRefused('a code of another bank', mine.id, other.code, other.idToken)
    await checkRefused('a code of another payment', mine.id, theirs.code, theirs.idToken)
    await checkRefused('a code under another id token', mine.id, theirs.code, mine.idToken)
    await checkRefused('the right code in another browser', mine.id, mine.code, mine.idToken, browsers.get(theirs.id))
    check((await pay(mine.id, mine.code, mine.idToken)).body.status === 'paid', 'the owner of the code could no longer pay')
    const late = await begin('bnz')
    await checkRefused('a used code', late.id, mine.code, undefined)
    await checkRefused('a code of another payment without id token', (await begin('bnz')).id, theirs.code, undefined)
    await checkRefused('a code of another bank without id token', (await begin('bnz')).id, other.code, undefined)
    check((await paidAtBank(mine.id)) === 1, 'a replay paid a second time')
  }

  const races = quick ? 2 : 40
  const outcomes: Record<string, number> = {}
  for (let n = 0; n < races; n++) {
    const [one, payer] = [await begin('westpac'), await environment.createPayer(1000)]
    const two = await begin('asb', one.requestId)
    const rivals: Promise<{ status: number; body: { status?: string } }>[] = [pay(one.id, one.code, one.idToken), pay(two.id, two.code, two.idToken)]
    await pause(Math.random() * 60)
    rivals.push(payer.pay(one.requestId))
    const cancels = n % 2 === 0 ? environment.call('POST', `/api/payment-requests/${one.requestId}/cancel`, shop.merchantHeaders, {}) : undefined
    const [first, second, wallet] = await Promise.all(rivals)
    const cancelled = (await cancels)?.status === 200
    const request = await environment.callOk('GET', `/api/payment-requests/${one.requestId}`, shop.merchantHeaders)
    const winners = [first!.body.status === 'paid', second!.body.status === 'paid', wallet!.status === 200].filter(Boolean).length
    check(winners === (request.status === 'paid' ? 1 : 0), `${winners} payers have paid a request that is ${request.status}`)
    check(!cancelled || request.status === 'cancelled', `a request that was cancelled is ${request.status}`)
    const outcome = `${request.status} ${winners === 0 ? '' : wallet!.status === 200 ? 'by wallet' : 'by bank'}`.trim()
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  console.log(`${refused} codes of other banks and payments and replayed codes refused, none led to a payment`)
  console.log(`races of two banks, a wallet and a cancelling merchant for one request: ${JSON.stringify(outcomes)}`)
}
