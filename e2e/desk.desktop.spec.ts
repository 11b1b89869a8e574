import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { identity, web } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { callDesk, desk, enrol, signInToDesk } from './desk.ts'

test('two operators add passkeys, sign in, and decide about money together [DESK-02] [DESK-03] [DESK-04] [DESK-07] [DESK-23] [DESK-24] [DESK-31] [DESK-32]', async ({
  browser,
}) => {
  for (const operator of ['mere', 'hana'] as const) {
    const context = await browser.newContext()
    await enrol(await context.newPage(), operator)
    await context.close()
  }
  const mere = await signInToDesk(browser, 'mere')
  const [cookie] = (await mere.context().cookies(`${desk}/api/desk/session`)).filter(({ name }) => name.includes('desk'))
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/api/desk' })
  expect(await mere.evaluate(() => JSON.stringify([Object.values(sessionStorage), Object.values(localStorage), document.cookie]))).not.toMatch(/token|secret/i)
  const proposed = await callDesk(mere, '/api/desk/proposals', {
    kind: 'adjustment',
    content: { debit: 'own:nzd.main', credit: 'losses:nzd.main', amount: '2500', words: 'correction' },
    note: 'Booked to the wrong account in October',
    evidence: ['ticket 4711'],
    key: randomUUID(),
  })
  expect(proposed).toMatchObject({ status: 200, body: { state: 'waiting' } })
  const id = String(proposed.body.id)
  // Who proposed does not approve.
  await mere.goto(`${desk}/desk/approvals/${id}`)
  await expect(mere.getByRole('heading', { name: 'Adjustment' })).toBeVisible()
  await expect(mere.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  expect((await callDesk(mere, `/api/desk/proposals/${id}/approve`, {})).body).toMatchObject({ message: 'SAME_PERSON' })

  const hana = await signInToDesk(browser, 'hana', 'approvals')
  await expect(hana.getByRole('row', { name: /Adjustment/ })).toBeVisible()
  await hana.keyboard.press('j')
  await hana.keyboard.press('Enter')
  await expect(hana.getByRole('heading', { name: 'Adjustment' })).toBeVisible()
  await expect(hana.getByRole('cell', { name: 'own:nzd.main' }).first()).toBeVisible()
  await expectAccessible(hana)
  await hana.getByRole('button', { name: /^Approve \$25\.00/ }).click()
  await expect(hana.getByText('approved').first()).toBeVisible()
  const decided = await callDesk(hana, `/api/desk/proposals/${id}`)
  expect(decided.body.proposal).toMatchObject({ state: 'approved', approvers: [{ id: 'hana', name: 'Hana Lee' }] })
})

test('the desk opens for nobody without a passkey of an operator, and is no page of the wallet [DESK-01] [DESK-03]', async ({ page }) => {
  await page.goto(`${desk}/desk/approvals`)
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: 'Use passkey' })
    .or(page.getByRole('button', { name: 'Use passkey' }))
    .click()
  await page.waitForURL((url) => url.href.startsWith(`${identity}/interaction/`))
  await expectAccessible(page)
  await expect(page.getByLabel('Mobile number')).toHaveCount(0)
  const posted = await page.evaluate(
    async () => (await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ phone: '020000000002' }) })).status,
  )
  expect(posted).toBe(403)
  for (const path of ['/desk/', '/api/desk/session', '/api/desk/sign-in']) expect((await page.request.get(`${web}${path}`)).status()).toBe(404)
})
