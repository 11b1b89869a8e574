import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { web } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './pay.ts'
import { createSession, test } from './session.ts'
import { send } from './staff-till.ts'

test.describe.configure({ timeout: 240_000 })

/** A business of the person on the page, with a test shop. */
async function createBusiness(page: Page) {
  const owner = { authorization: `Bearer ${await createSession(page)}` }
  const { id: accountId } = await send<{ id: string }>('accounts', owner, { name: 'Corner Loaf Ltd', type: 'org', test: true })
  const merchant = { accountId, name: 'Corner Loaf', country: 'NZ', test: true, type: 'e-commerce' }
  const { id: merchantId } = await send<{ id: string }>('merchants', owner, merchant)
  const { id: configId } = await send<{ id: string }>(`merchants/${merchantId}/configs`, owner, {
    paymentOptions: [{ type: 'nikau.nzd.test' }],
    allowedRedirectUrls: [],
  })
  return { owner, accountId, configId }
}

interface Received {
  path: string
  authorization: string
  body: string
  type: string
}

/** A merchant's server: answers challenges and keeps what it received. */
async function startReceiver() {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const event = JSON.parse(body) as { type: string; data: { challenge?: string } }
    received.push({ path: request.url!, authorization: request.headers.authorization!, body, type: event.type })
    response.end(JSON.stringify({ challenge: event.data.challenge, taken: true }))
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`
  const take = async (type: string, path: string) => {
    const find = () => received.find((call) => call.type === type && call.path === path)
    await expect.poll(find).toBeDefined()
    return find()!
  }
  return { url, take, close: () => server.close() }
}

test('an owner makes a test key; calls with it succeed or are refused, and the log finds them by request id, short code and reference [BIZ-60, BIZ-61, BIZ-62, BIZ-66, BIZ-67]', async ({
  page,
}) => {
  const { owner, accountId, configId } = await createBusiness(page)
  await page.goto('business/developers/keys')
  await expect(page.getByText('No test keys yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('WebShop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Copy the key of WebShop now' })
  const secret = (await shown.getByText(/^nk_test_/).textContent())!
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled()
  await shown.getByText('I’ve stored it safely').click()
  await shown.getByRole('button', { name: 'Done' }).click()
  const masked = `${secret.slice(0, 10)}…${secret.slice(-4)}`
  await expect(page.getByRole('row', { name: new RegExp(`^WebShop Test key ${masked}`) })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  const call = (path: string, body?: object) =>
    fetch(`${web}/api/${path}`, {
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const paid = await call('payment-requests', { configId, value: { amount: '1600', currency: 'NZD' }, externalRef: 'order-1042' })
  expect(paid.status).toBe(200)
  const { shortCode } = (await paid.json()) as { shortCode: string }
  const refused = await call(`accounts/${accountId}/webhooks`)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: 'FORBIDDEN' })
  const [paidId, refusedId] = [paid, refused].map((answer) => answer.headers.get('x-request-id')!)
  // Calls are logged behind their answers.
  for (const id of [paidId!, refusedId!])
    await expect.poll(async () => (await fetch(`${web}/api/accounts/${accountId}/requests?search=${id}`, { headers: owner })).text()).toContain(id)

  await page.getByRole('link', { name: 'Request log' }).click()
  const search = page.getByRole('searchbox')
  const [paidRow, refusedRow] = [page.getByRole('row', { name: new RegExp(paidId!) }), page.getByRole('row', { name: new RegExp(refusedId!) })]
  await expect(paidRow).toBeVisible()
  await expect(refusedRow).toBeVisible()
  await expectAccessible(page)
  for (const found of [paidId!, shortCode, 'order-1042']) {
    await search.fill(found)
    await expect(refusedRow).toHaveCount(0)
    await expect(paidRow).toBeVisible()
  }
  await paidRow.getByRole('link').click()
  const opened = page.getByRole('region', { name: paidId! })
  await expect(opened.getByText('200', { exact: true })).toBeVisible()
  await expect(opened.getByText('order-1042', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await opened.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(opened.getByText('Copied')).toBeVisible()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(`${web}/api/payment-requests'`)
  expect(curl).toContain('"X-Api-Key: $NIKAU_KEY"')
  expect(curl).not.toContain(secret)
  await opened.getByRole('button', { name: 'Close' }).click()

  await search.fill('')
  await page.getByRole('button', { name: 'Refused' }).click()
  await expect(paidRow).toHaveCount(0)
  await expect(refusedRow).toContainText('403')
  await expect(refusedRow).toContainText('FORBIDDEN')
})

test('an endpoint is added and answers, a test event is delivered, and its header and body are checked, with each thing that can be wrong [BIZ-63, BIZ-65]', async ({
  page,
}) => {
  const { owner, accountId } = await createBusiness(page)
  const receiver = await startReceiver()
  await page.goto('business/developers/webhooks')
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  await page.getByLabel('Address of your server').fill(receiver.url('/events'))
  await page.getByRole('button', { name: 'Add it' }).click()
  await expect(page.getByText('On', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const row = page.getByRole('row', { name: /^webhook:test/ })
  await expect(row).toContainText('Delivered')
  await expectAccessible(page)
  const event = await receiver.take('webhook:test', '/events')

  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'webhook:test' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tries' })).toContainText(/200 after \d+ ms/)
  await expect(page.getByRole('group', { name: 'Answer, its first 2,000 characters' })).toContainText('"taken":true')
  await expect(page.getByRole('group', { name: 'Headers' })).toContainText(event.authorization)

  const check = async (header: string, body: string, title: string) => {
    await page.getByLabel('Authorization header').fill(header)
    await page.getByLabel('Body, as received').fill(body)
    await page.getByRole('button', { name: 'Check it' }).click()
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  const { authorization, body } = event
  // Neither the header nor the body leaves the page; it may look meanwhile whether something has happened.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || new URL(request.url()).search !== '') sent.push(`${request.method()} ${request.url()}`)
  })
  await check(authorization, body, 'Genuine, and the body is unchanged')
  await expectAccessible(page)
  await check(authorization, body.replace('Nothing', 'Something'), 'Body changed')
  await check(`${authorization.slice(0, -9)}${authorization.at(-9) === 'A' ? 'B' : 'A'}${authorization.slice(-8)}`, body, 'Signature wrong')
  expect(sent).toEqual([])

  // Signed by the key of another endpoint of the same business.
  const { id: otherId } = await send<{ id: string }>(`accounts/${accountId}/webhooks`, owner, { url: receiver.url('/other') })
  const challenge = await receiver.take('webhook:challenge', '/other')
  await check(challenge.authorization, challenge.body, 'Key unknown')
  expect(otherId).toMatch(/^wh_/)

  // The endpoint moves: what was signed for the old address is not for the new one.
  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByLabel('Address of your server').fill(receiver.url('/moved'))
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('heading', { level: 2, name: receiver.url('/moved') })).toBeVisible()
  await page.getByRole('button', { name: 'Check a signature' }).click()
  await check(authorization, body, 'Address not yours')
  const moved = await receiver.take('webhook:challenge', '/moved')
  await check(moved.authorization, moved.body, 'Genuine, and the body is unchanged')
  await page.clock.setFixedTime(Date.now() + 6 * 60_000)
  await check(moved.authorization, moved.body, 'Too old')
  await expectAccessible(page)
  receiver.close()
})
