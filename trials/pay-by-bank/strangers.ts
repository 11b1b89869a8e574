import { randomUUID } from 'node:crypto'
import { answerOf, type Banks } from '@nikau/testing/banks'
import type { World } from '../payments/world.ts'
import type { Shop } from './customer.ts'

type Must = (condition: unknown, what: string) => void

/** Codes at the wrong bank, on the wrong payment and a second time; and those who race for one request. */
export async function strangers(world: World, banks: Banks, shop: Shop, must: Must, quick: boolean): Promise<void> {
  const begin = async (bank: string, requestId?: string) => {
    const of = requestId ?? (await shop.ask(900))
    const made = await world.must('POST', '/api/one-off-payments', {}, { paymentRequestId: of, bank, idempotencyKey: randomUUID() })
    const { url } = await banks.visit(String(made.authorizationUrl))
    return { id: String(made.id), requestId: of, ...answerOf(url) }
  }
  const pay = (id: string, code: string | undefined, idToken: string | undefined) =>
    world.call('POST', `/api/one-off-payments/${id}/pay`, {}, { code, ...(idToken !== undefined && { idToken }) })
  const paidAtBank = async (id: string) => (await banks.payments()).filter((one) => one.initiation.EndToEndIdentification === id).length

  let refused = 0
  const mustRefuse = async (what: string, id: string, code: string | undefined, idToken: string | undefined) => {
    const answer = await pay(id, code, idToken)
    must(answer.status === 403, `${what} got ${answer.status} ${JSON.stringify(answer.body)}`)
    must((await paidAtBank(id)) === 0, `${what} was paid`)
    refused++
  }
  for (let round = 0; round < (quick ? 1 : 8); round++) {
    const [mine, theirs, other] = [await begin('bnz'), await begin('bnz'), await begin('asb')]
    await mustRefuse('a code of another bank', mine.id, other.code, other.idToken)
    await mustRefuse('a code of another payment', mine.id, theirs.code, theirs.idToken)
    await mustRefuse('a code under another id token', mine.id, theirs.code, mine.idToken)
    must((await pay(mine.id, mine.code, mine.idToken)).body.status === 'paid', 'the owner of the code could not pay any more')
    const late = await begin('bnz')
    await mustRefuse('a used code', late.id, mine.code, undefined)
    await mustRefuse('a code of another payment without id token', (await begin('bnz')).id, theirs.code, undefined)
    await mustRefuse('a code of another bank without id token', (await begin('bnz')).id, other.code, undefined)
    must((await paidAtBank(mine.id)) === 1, 'a replay paid a second time')
  }

  const races = quick ? 2 : 40
  const ends: Record<string, number> = {}
  for (let n = 0; n < races; n++) {
    const [one, payer] = [await begin('westpac'), await world.payer(1000)]
    const two = await begin('asb', one.requestId)
    const rivals: Promise<{ status: number; body: { status?: string } }>[] = [pay(one.id, one.code, one.idToken), pay(two.id, two.code, undefined)]
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    rivals.push(payer.pay(one.requestId))
    const cancels = n % 2 === 0 ? world.call('POST', `/api/payment-requests/${one.requestId}/cancel`, shop.till, {}) : undefined
    const [first, second, wallet] = await Promise.all(rivals)
    const cancelled = (await cancels)?.status === 200
    const request = await world.must('GET', `/api/payment-requests/${one.requestId}`, shop.till)
    const winners = [first!.body.status === 'paid', second!.body.status === 'paid', wallet!.status === 200].filter(Boolean).length
    must(winners === (request.status === 'paid' ? 1 : 0), `${winners} have paid a request that is ${request.status}`)
    must(!cancelled || request.status === 'cancelled', `a request that was cancelled is ${request.status}`)
    const end = `${request.status} ${winners === 0 ? '' : wallet!.status === 200 ? 'by wallet' : 'by bank'}`.trim()
    ends[end] = (ends[end] ?? 0) + 1
  }
  console.log(`strangers: ${refused} foreign, crossed and replayed codes refused, none reached a payment`)
  console.log(`races of two banks, a wallet and a cancelling merchant for one request: ${JSON.stringify(ends)}`)
}
