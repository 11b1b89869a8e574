import { randomUUID } from 'node:crypto'
import { parseCallback } from '@nikau/testing/banks'
import type { Answer } from '../harness/client.ts'
import type { Tally } from '../harness/tally.ts'
import { newAddress, type SecurityEnvironment } from './environment.ts'

/** SEC-9: a payment begun in one browser is finished in another, without the bank's id token, and with made-up codes. */
export async function swapBankPayments(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { origins, banks, secrets } = environment
  const shop = await environment.createShop(['nikau.nzd.test', 'external.test', 'quartz-one-off.nzd.test'])
  const begin = async (requestId: string) => {
    const response = await fetch(`${origins.limited}/api/one-off-payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: JSON.stringify({ paymentRequestId: requestId, bank: 'bnz', idempotencyKey: randomUUID() }),
    })
    const created = (await response.json()) as { id: string; authorizationUrl: string }
    if (response.status !== 200) throw new Error(`no payment by bank: ${JSON.stringify(created)}`)
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { url } = await banks.visit(created.authorizationUrl)
    return { id: created.id, cookie, ...parseCallback(url) }
  }
  const pay = (id: string, cookie: string, body: object) =>
    environment.unlimited.call('POST', `/api/one-off-payments/${id}/pay`, cookie ? { cookie } : {}, body)
  const isRefused = ({ status }: Answer) => status === 403 || status === 404
  const request = await shop.createRequest(900)
  const mine = await begin(request)
  const attacks = [
    await pay(mine.id, '', { code: mine.code, idToken: mine.idToken }),
    await pay(mine.id, (await begin(await shop.createRequest(900))).cookie, { code: mine.code, idToken: mine.idToken }),
    await pay(mine.id, mine.cookie, { code: mine.code }),
  ]
  tally.count('SEC-9 a bank payment finished in another browser or without its id token', attacks.map(isRefused))
  const honest = await pay(mine.id, mine.cookie, { code: mine.code, idToken: mine.idToken })
  tally.check(honest.body.status === 'paid', `SEC-9 the browser that began still pays (${honest.status} ${JSON.stringify(honest.body).slice(0, 120)})`)

  const held = await shop.createRequest(900)
  const made = await begin(held)
  const codes: Answer[] = []
  for (let n = 0; n < 20; n++) codes.push(await pay(made.id, made.cookie, { code: randomUUID(), idToken: made.idToken }))
  tally.count(
    'SEC-9 made-up codes',
    codes.map(({ status }) => status === 403 || status === 429),
  )
  const payer = await environment.createPayer(5000)
  tally.check((await payer.pay(held)).status === 200, 'SEC-9 a request is not held by made-up codes')
  const waiting = await begin(await shop.createRequest(900))
  Object.assign(secrets, { 'bank code': mine.code, 'bank id token': mine.idToken, 'bank code that waits': waiting.code })
}

/** SEC-7: five wrong CVCs by a stranger. The holder still pays from another address. */
export async function lockCard(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const shop = await environment.createShop(['nikau.nzd.test', 'external.test', 'farmlands.nzd.test'])
  const number = '6005097000000123'
  await environment.cardCompany.control('cards', { number, cvc: '777', mobile: '+64275559123' })
  const verify = (address: string, cvv: string, paymentRequestId: string) =>
    environment.unlimited.call(
      'POST',
      '/api/auth/verify-farmlands-card',
      { 'x-forwarded-for': address },
      { challengeType: 'verify-farmlands-card', params: { number, expiry: '12/30', cvv }, paymentRequestId },
    )
  const stranger = newAddress()
  const wrong: Answer[] = []
  for (let n = 0; n < 12; n++) wrong.push(await verify(stranger, '000', await shop.createRequest(500)))
  tally.count(
    'SEC-7 wrong card details by a stranger',
    wrong.map(({ status }) => status >= 400),
  )
  const holder = await verify(newAddress(), '777', await shop.createRequest(500))
  tally.check(holder.status === 200, `SEC-7 the holder of the card still pays (${holder.status} ${JSON.stringify(holder.body).slice(0, 120)})`)
}
