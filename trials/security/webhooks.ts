import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tally } from '../harness/tally.ts'
import { until } from '../harness/wait.ts'
import type { SecurityEnvironment } from './environment.ts'

/** SEC-19: events of a shop are sent to a server that never asked for them. SEC-14: the keys of every merchant in one list. */
export async function floodByWebhook(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { unlimited } = environment
  const received: string[] = []
  const victim = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push((JSON.parse(text) as { type: string }).type)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  }).listen(0, '127.0.0.1')
  await once(victim, 'listening')
  const url = `http://localhost:${(victim.address() as AddressInfo).port}/hook`
  try {
    const [shop, other] = [await environment.createShop(), await environment.createShop()]
    const created = await unlimited.callOk('POST', `/api/accounts/${shop.accountId}/webhooks`, shop.owner.headers, { url })
    await unlimited.callOk('POST', `/api/accounts/${other.accountId}/webhooks`, other.owner.headers, { url })
    if (!(await until(async () => received.includes('webhook:challenge'), 30_000))) throw new Error('no challenge arrived')
    const payer = await environment.createPayer(10_000)
    for (let n = 0; n < 5; n++) if ((await payer.pay(await shop.createRequest(100))).status !== 200) throw new Error('the shop was not paid')
    await until(async () => received.length > 6, 3000)
    tally.count('SEC-19 events to an address that only repeats what it gets', [received.every((type) => type === 'webhook:challenge')])

    const lists = await Promise.all(
      ['/.well-known/jwks.json', '/.well-known/webhook-jwks.json', '/api/webhooks/jwks.json'].map((path) => unlimited.call('GET', path, {})),
    )
    const ownKeys = await unlimited.call('GET', new URL(String(created.jwksUrl)).pathname, {})
    tally.count(
      'SEC-14 lists of the keys of all merchants',
      lists.map(({ status }) => status === 404),
    )
    tally.check(ownKeys.body.keys?.length === 1, 'SEC-14 the list of a webhook has its own key only')
  } finally {
    victim.closeAllConnections()
    victim.close()
  }
}

/** SEC-18: a GST number of a business that somebody else has verified. */
export async function borrowGstNumber(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const gstNumber = '140107697'
  const open = async () => {
    const { headers } = await environment.createPayer(0)
    const org = await environment.unlimited.callOk('POST', '/api/accounts', headers, { name: `Shop ${Math.random()}`, type: 'org', test: false })
    await environment.query(`insert into business (account_id, status, updated_at) values ($1, 'verified', now())`, [org.id])
    return await environment.unlimited.callOk('POST', '/api/merchants', headers, {
      accountId: org.id,
      name: `Shop ${String(org.id)}`,
      country: 'NZ',
      test: false,
      type: 'e-commerce',
      gstNumber,
    })
  }
  const [owner, borrower] = [await open(), await open()]
  const rows = await environment.query<{ id: string; status: string }>('select id, status from merchant where id = any ($1)', [[owner.id, borrower.id]])
  const statusOf = (id: string) => rows.find((row) => row.id === id)?.status
  tally.count("SEC-18 live merchants with another business's GST number", [statusOf(String(borrower.id)) === 'in-review'])
  tally.check(statusOf(String(owner.id)) !== 'in-review', 'SEC-18 its own business uses it')
}
