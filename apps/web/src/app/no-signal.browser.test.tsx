import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, mockServerPerTest, openApp, pageText, server, wallet } from '../testing/fixtures.tsx'
import { noNetwork } from '../testing/mock-server.ts'
import { setOnline, signalPerTest } from '../testing/signal.ts'

mockServerPerTest()
signalPerTest()

const topUp = 'POST /api/topups'

test('a form keeps its text and focus without signal, sends nothing, not even later, and works again by itself [OFFLINE-08]', async () => {
  await openApp('/topup')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('25.50')
  const field = document.activeElement
  const posts = () => server.requests.filter(({ call }) => call.startsWith('POST')).length
  const before = posts()
  setOnline(false)
  const disabled = button(/No signal$/)
  await expect.element(disabled).toHaveAttribute('aria-disabled', 'true')
  await disabled.click({ force: true })
  await amount.click()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(field)
  await expect.element(amount).toHaveValue('25.50')
  setOnline(true)
  await expect.poll(() => button(/No signal$/).elements()).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(posts()).toBe(before)
  expect(document.activeElement).toBe(field)
  await expect.element(amount).toHaveValue('25.50')
  await userEvent.keyboard('{Enter}')
  await expect.poll(posts).toBeGreaterThan(before)
  expect(server.requests.at(-1)!.call).toBe(topUp)
})

test('a disabled button keeps the focus [OFFLINE-08]', async () => {
  await openApp('/topup')
  await page.getByRole('textbox', { name: 'Amount' }).fill('25')
  const submit = document.querySelector<HTMLButtonElement>('.n-page-footer button')!
  submit.focus()
  setOnline(false)
  await expect.poll(() => submit.textContent).toMatch(/No signal$/)
  expect(document.activeElement).toBe(submit)
  setOnline(true)
  await expect.poll(() => submit.textContent).not.toMatch(/No signal/)
  expect(document.activeElement).toBe(submit)
})

test('what cannot be loaded without signal is one sentence, no error, and loads by itself [OFFLINE-08]', async () => {
  const limits = 'GET /api/accounts/mine/quotas'
  server.answers[limits] = noNetwork
  await openApp('/limits')
  setOnline(false)
  await expect.poll(pageText).toContain('No signal. This shows by itself when it’s back.')
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(pageText()).not.toContain('couldn’t')
  const tries = server.to(limits).length
  server.answers[limits] = [{ type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '76400' }]
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet()] }
  setOnline(true)
  await expect.poll(pageText).toContain('$236.00 more')
  expect(server.to(limits)).toHaveLength(tries + 1)
})

test('without a session a screen that needs one says so, whatever its path [OFFLINE-08]', async () => {
  sessionStorage.clear()
  setOnline(false)
  await openApp('/bank-accounts')
  await expect.poll(pageText).toContain('You need signal to sign in.')
})
