import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause, until } from '../harness/wait.ts'

/** Payments continue while the API and the worker are killed in turn, two seconds after each start. */
export async function kills(environment: PaymentsEnvironment, check: Check, quick: boolean): Promise<void> {
  const count = quick ? 600 : 5000
  const shop = await environment.createShop()
  const received = new Map<string, Set<string>>() // request -> webhook ids
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const { id, type, data } = JSON.parse(text) as { id: string; type: string; data: { paymentRequestId: string; challenge?: string } }
      if (type === 'webhook:challenge') {
        response.writeHead(200).end(JSON.stringify({ challenge: data.challenge }))
        return
      }
      if (type === 'payment-request:paid') received.set(data.paymentRequestId, (received.get(data.paymentRequestId) ?? new Set()).add(id))
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const webhooks = `/api/accounts/${shop.accountId}/webhooks`
  await environment.callOk('POST', webhooks, shop.owner.headers, { url: `http://127.0.0.1:${port}/hook` })
  const isActive = async () => (await environment.callOk('GET', webhooks, shop.owner.headers))[0].status === 'active'
  check(await until(isActive, 30_000), 'the webhook URL did not answer its challenge')

  const payers = await Promise.all(Array.from({ length: 20 }, () => environment.createPayer(count)))
  let next = 0
  let killed = 0
  const stopping = new AbortController()
  const paid: string[] = []
  const waits: number[] = []
  const client = async (payer: (typeof payers)[number]) => {
    while (next++ < count) {
      const key = randomUUID()
      const id = await shop.createRequest(10, { idempotencyKey: key })
      const began = Date.now()
      const answer = await payer.payUntilAnswered(id, { idempotencyKey: key })
      waits.push(Date.now() - began)
      if (answer.status === 200) paid.push(id)
      else check(false, `a payment ended with ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  const killer = (async () => {
    while (!stopping.signal.aborted) {
      const name = killed % 2 === 0 ? 'api' : 'work'
      await environment.processes.ready(name) // on a busy machine a start takes longer than two seconds
      await pause(2000)
      if (stopping.signal.aborted) return
      await environment.processes.kill(name)
      killed++
    }
  })()
  const began = Date.now()
  await Promise.all(payers.map(client))
  stopping.abort()
  await killer
  const seconds = (Date.now() - began) / 1000
  await Promise.all([environment.processes.ready('api'), environment.processes.ready('work')])

  const { rows } = await environment.database.pool.query<{ id: string; status: string; payments: string }>(
    `select r.id, r.status, (select count(*) from payment_activity a where a.payment_request_id = r.id and a.type = 'payment') as payments
       from payment_request r where r.merchant_account_id = $1`,
    [shop.accountId],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  check(paid.length === count, `${paid.length} of ${count} payments were acknowledged`)
  check(
    paid.every((id) => stored.get(id)?.status === 'paid'),
    'a payment that was acknowledged is lost',
  )
  check(rows.length === count, `${rows.length} requests were created, expected ${count}`)
  check(
    rows.every((row) => Number(row.payments) === 1),
    'a request was paid twice',
  )
  const left = (await Promise.all(payers.map((payer) => payer.balance()))).reduce((sum, balance) => sum + balance, 0)
  check(left === payers.length * count - count * 10, `the payers have ${left} cents`)

  const drainBegan = Date.now()
  const drained = await until(async () => {
    const waiting = await environment.database.pool.query<{ n: string }>(
      `select (select count(*) from outbox_event) + (select count(*) from webhook_delivery where status = 'waiting') as n`,
    )
    return Number(waiting.rows[0]!.n) === 0
  }, 240_000)
  check(drained, 'webhooks are left after 240 s')
  const missed = paid.filter((id) => !received.has(id))
  check(missed.length === 0, `${missed.length} payments got no webhook`)
  check(
    [...received.values()].every((ids) => ids.size === 1),
    'a payment got two webhook ids',
  )
  receiver.closeAllConnections()
  receiver.close()
  console.log(
    `kill -9 two seconds after each start: ${killed} kills during ${count} payments in ${seconds.toFixed(0)} s; ${paid.length} acknowledged, 0 lost, 0 doubled; ` +
      `longest wait for an answer ${Math.max(...waits)} ms; all webhooks delivered ${((Date.now() - drainBegan) / 1000).toFixed(1)} s after the last payment`,
  )
}
