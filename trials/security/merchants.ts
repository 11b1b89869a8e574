import { randomUUID } from 'node:crypto'
import type { Answer } from '../harness/client.ts'
import type { Tally } from '../harness/tally.ts'
import type { SecurityEnvironment } from './environment.ts'

const isRefused = ({ status, body }: Answer) => status === 403 && body.message !== 'SIGN_IN_AGAIN'

/**
 * SEC-1: a stranger's keys act as the merchant on another merchant's requests. Every act, with the till's and the owner's role, on
 * requests that are new, paid and authorised. The shop's requests and everybody's money must be as before.
 */
export async function actForOthers(environment: SecurityEnvironment, tally: Tally, acts: number): Promise<void> {
  const { unlimited } = environment
  const [victim, stranger] = [await environment.createShop(), await environment.createShop()]
  const payer = await environment.createPayer(100_000)
  const [open, paid] = [await victim.createRequest(2000), await victim.createRequest(3000)]
  if ((await payer.pay(paid)).status !== 200) throw new Error('the shop was not paid')
  const before = await stateOf()

  const value = { amount: '100', currency: 'NZD' }
  const kinds: ((key: Record<string, string>, request: string) => Promise<Answer>)[] = [
    (key) => unlimited.call('POST', '/api/payment-requests', key, { configId: victim.configId, value, idempotencyKey: randomUUID() }),
    (key, id) => act(key, id, 'pay', { assetType: 'external.test', assetId: randomUUID(), idempotencyKey: randomUUID() }),
    (key, id) => act(key, id, 'refund', { value, externalRef: randomUUID() }),
    (key, id) => act(key, id, 'cancel', {}),
    (key, id) => act(key, id, 'void', {}),
    (key, id) => act(key, id, 'confirm', { idempotencyKey: randomUUID(), invoiceRef: 'x' }),
    (key, id) => act(key, id, 'release', {}),
    (key, id) => unlimited.call('GET', `/api/payment-requests/${id}/activities`, key),
    (key) => unlimited.call('GET', `/api/payment-requests?merchantAccountId=${victim.accountId}&externalRef=x`, key),
    (key) => unlimited.call('GET', `/api/merchants/${victim.merchantId}`, key),
  ]
  const refused: boolean[] = []
  for (let n = 0; n < acts; n += 20) {
    const batch = Array.from({ length: Math.min(20, acts - n) }, (_, i) => {
      const key = (n + i) % 2 === 0 ? stranger.till : stranger.ownerKey
      return kinds[Math.floor((n + i) / 2) % kinds.length]!(key, (n + i) % 3 === 0 ? open : paid)
    })
    const answers = await Promise.all(batch)
    for (const answer of answers) if (!isRefused(answer)) console.log(`    ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    refused.push(...answers.map(isRefused))
  }
  tally.count("SEC-1 acts on another merchant's requests with foreign keys", refused)
  tally.check((await stateOf()) === before, 'SEC-1 requests, balances and events are as before')

  const stranger2 = await environment.createPayer(0)
  const live = { type: 'org', test: false }
  const org = await unlimited.callOk('POST', '/api/accounts', stranger2.headers, { name: 'Anybody', ...live })
  const merchant = (name: string) =>
    unlimited.call('POST', '/api/merchants', stranger2.headers, { accountId: org.id, name, country: 'NZ', test: false, type: 'e-commerce' })
  const liveMerchants = await Promise.all(['Inland Revenue', 'Ιnland Revenue', 'Any shop', 'NZ P0st'].map(merchant))
  tally.count('SEC-1 live merchants of a business that nobody verified', liveMerchants.map(isRefused))

  function act(key: Record<string, string>, id: string, name: string, body: object): Promise<Answer> {
    return unlimited.call('POST', `/api/payment-requests/${id}/${name}`, key, body)
  }
  async function stateOf(): Promise<string> {
    const requests = await environment.query('select id, status from payment_request order by id')
    const events = await environment.query('select count(*)::int as count from payment_activity')
    return JSON.stringify([requests, events, await payer.balance()])
  }
}

/** SEC-5: one account fills the memory of the API. SEC-18: somebody else's GST number. */
export async function exhaustMemory(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const shop = await environment.createShop()
  const props = (bytes: number) => ({ note: 'x'.repeat(bytes) })
  const create = (more: object) =>
    environment.unlimited.call('POST', '/api/payment-requests', shop.till, {
      configId: shop.configId,
      value: { amount: '100', currency: 'NZD' },
      idempotencyKey: randomUUID(),
      ...more,
    })
  const answers = await Promise.all([17_000, 60_000, 224_000].map((bytes) => create({ props: props(bytes) })))
  tally.count(
    'SEC-5 requests with terms over 16 kB',
    answers.map(({ status }) => status === 400 || status === 413),
  )
  const { headers } = await environment.createPayer(0)
  const organisations = await Promise.all(
    Array.from({ length: 12 }, (_, n) => environment.unlimited.call('POST', '/api/accounts', headers, { name: `Org ${n}`, type: 'org', test: true })),
  )
  tally.check(organisations.filter(({ status }) => status === 200).length === 10, 'SEC-5 ten organisations a person, also when asked at once')
}
