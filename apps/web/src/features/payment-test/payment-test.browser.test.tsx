import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, link, mockServerPerTest, openApp, server } from '../../testing/fixtures.tsx'

mockServerPerTest()

const create = 'POST /api/payment-requests'
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

async function open(): Promise<void> {
  server.answers[create] = refused
  await openApp('/test')
  await field('Config ID').fill('mc_shop')
  await page.getByLabelText('API key').fill('nk_key')
}

/** The test only looks at what is sent. */
const refused = () => Response.json({ message: 'FORBIDDEN' }, { status: 403 })

const sent = { configId: 'mc_shop', value: { amount: '100', currency: 'NZD' }, expirySeconds: 120, idempotencyKey: expect.any(String) as string }

test('the defaults are sent, the basket’s amount also without partial payment [TEST-01, TEST-04]', async () => {
  await open()
  for (const [name, value] of [
    ['Amount', '1'],
    ['Payment Expiry Seconds', '120'],
    ['Basket Amount', '1'],
  ] as const)
    await expect.element(field(name)).toHaveValue(value)
  await expect.element(page.getByRole('switch', { name: 'Partial payment allowed' })).not.toBeChecked()
  await button('Create payment request').click()
  await expect.poll(() => server.bodies(create)).toEqual([{ ...sent, partialAllowed: false, basketAmount: '100' }])
  await field('Basket Amount').fill('30')
  await page.getByRole('switch', { name: 'Partial payment allowed' }).click({ force: true })
  await button('Create payment request').click()
  await expect.poll(() => server.bodies(create)[1]).toEqual({ ...sent, partialAllowed: true, basketAmount: '3000' })
  expect(link('Go to Payment').elements()).toEqual([])
})

test('a basket’s amount must be positive; without partial payment it may be empty [TEST-01]', async () => {
  await open()
  await field('Basket Amount').fill('two')
  await button('Create payment request').click()
  await expect.element(page.getByText('Amount must be a positive number')).toBeVisible()
  await field('Basket Amount').fill('')
  await button('Create payment request').click()
  await expect.poll(() => server.bodies(create)).toEqual([{ ...sent, partialAllowed: false }])
})
