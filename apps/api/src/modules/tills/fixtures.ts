// Paired tills and people at them, made through the API.
import type { TestPerson } from '@nikau/testing'
import type { createShop, runningApi } from '../../fixtures.ts'

type Api = Awaited<ReturnType<typeof runningApi>>
type Shop = Pick<Awaited<ReturnType<typeof createShop>>, 'accountId' | 'merchantId' | 'owner'>

export interface PairedTill {
  id: string
  headers: { 'x-api-key': string }
}

async function must(call: ReturnType<Api['get']>) {
  const answer = await call
  if (answer.status !== 200) throw new Error(`fixture call failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function pairTill(api: Api, shop: Shop, name = 'Till 1'): Promise<PairedTill> {
  const made = await must(api.post(`/api/accounts/${shop.accountId}/tills`, { name, merchantId: shop.merchantId }, shop.owner.headers))
  const { key } = await must(api.post('/api/tills/pair', { code: made.pairing.code }))
  return { id: String(made.till.id), headers: { 'x-api-key': String(key) } }
}

export async function setTillCode(api: Api, shop: Shop, person: TestPerson, code: string): Promise<void> {
  await must(api.put(`/api/accounts/${shop.accountId}/till-code`, { code }, person.headers))
}

/** The headers of a till with somebody at it. */
export async function startTurn(api: Api, shop: Shop, till: PairedTill, person: TestPerson, code = '482915'): Promise<Record<string, string>> {
  await setTillCode(api, shop, person, code)
  const { token } = await must(api.post(`/api/tills/${till.id}/sign-on`, { personId: person.personId, code }, till.headers))
  return { ...till.headers, 'x-till-turn': String(token) }
}
