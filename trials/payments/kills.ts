import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { until } from '../messages/outside.ts'
import type { World } from './world.ts'

type Must = (condition: unknown, what: string) => void

/** Payments go on while the API and the worker are killed in turn, every two seconds. */
export async function kills(world: World, must: Must, quick: boolean): Promise<void> {
  const count = quick ? 600 : 5000
  const shop = await world.shop()
  const heard = new Map<string, Set<string>>() // request -> ids of notifications
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const { id, type, data } = JSON.parse(text) as { id: string; type: string; data: { paymentRequestId: string } }
      if (type === 'payment-request:paid') heard.set(data.paymentRequestId, (heard.get(data.paymentRequestId) ?? new Set()).add(id))
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  await world.must('POST', `/api/accounts/${shop.accountId}/webhooks`, shop.owner.headers, { url: `http://127.0.0.1:${port}/hook` })

  const payers = await Promise.all(Array.from({ length: 20 }, () => world.payer(count)))
  let next = 0
  let killed = 0
  const stopping = new AbortController()
  const paid: string[] = []
  const slowest: number[] = []
  const client = async (payer: (typeof payers)[number]) => {
    while (next++ < count) {
      const key = randomUUID()
      const id = await shop.ask(10, { idempotencyKey: key })
      const began = Date.now()
      const answer = await payer.insistToPay(id, { idempotencyKey: key })
      slowest.push(Date.now() - began)
      if (answer.status === 200) paid.push(id)
      else must(false, `a payment ended with ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  const killer = (async () => {
    while (!stopping.signal.aborted) {
      const name = killed % 2 === 0 ? 'api' : 'work'
      await world.up(name) // on a busy machine a start takes longer than the pause
      await new Promise((resolve) => setTimeout(resolve, 2000))
      if (stopping.signal.aborted) return
      await world.kill(name)
      killed++
    }
  })()
  const began = Date.now()
  await Promise.all(payers.map(client))
  stopping.abort()
  await killer
  const seconds = (Date.now() - began) / 1000
  await Promise.all([world.up('api'), world.up('work')])

  const { rows } = await world.database.pool.query<{ id: string; status: string; payments: string }>(
    `select r.id, r.status, (select count(*) from payment_activity a where a.payment_request_id = r.id and a.type = 'payment') as payments
       from payment_request r where r.merchant_account_id = $1`,
    [shop.accountId],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  must(paid.length === count, `${paid.length} of ${count} payments were acknowledged`)
  must(
    paid.every((id) => stored.get(id)?.status === 'paid'),
    'a payment that was acknowledged is lost',
  )
  must(rows.length === count, `${rows.length} requests were made for ${count}`)
  must(
    rows.every((row) => Number(row.payments) === 1),
    'a request was paid twice',
  )
  const left = (await Promise.all(payers.map((payer) => payer.balance()))).reduce((sum, one) => sum + one, 0)
  must(left === payers.length * count - count * 10, `the payers have ${left} cents`)

  const drainBegan = Date.now()
  const drained = await until(async () => {
    const waiting = await world.database.pool.query<{ n: string }>(`select count(*) as n from webhook_delivery where status = 'waiting'`)
    return Number(waiting.rows[0]!.n) === 0
  }, 240_000)
  must(drained, 'webhooks are left after 240 s')
  const missed = paid.filter((id) => !heard.has(id))
  must(missed.length === 0, `${missed.length} payments were not told`)
  must(
    [...heard.values()].every((ids) => ids.size === 1),
    'a payment was told under two ids',
  )
  receiver.closeAllConnections()
  receiver.close()
  console.log(
    `kill -9 two seconds after each start: ${killed} kills during ${count} payments in ${seconds.toFixed(0)} s; ${paid.length} acknowledged, 0 lost, 0 doubled; ` +
      `longest wait for an answer ${Math.max(...slowest)} ms; all webhooks heard ${((Date.now() - drainBegan) / 1000).toFixed(1)} s after the last payment`,
  )
}
