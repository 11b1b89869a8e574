import { auditActions } from '@nikau/contract/audit'
import { brandColours } from '@nikau/contract/branding'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { heading, mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const at = '2026-11-14T03:00:00.000Z'
const config = (change: object = {}) => ({
  id: 'mc_1',
  merchantId: 'live',
  paymentOptions: [{ type: 'nikau.nzd.main', walletId: 'w1' }, { type: 'quartz-one-off.nzd.main' }, { type: 'external.main', externalMerchantId: '77' }],
  allowedRedirectUrls: ['https://shop.cornerloaf.example/thanks'],
  version: 1,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const price = (method: string, rate: number, fixed = '0', more: object = {}) => ({ method, rate, fixed, ...more })
const configs = 'GET /api/merchants/live/configs'
const saveConfig = 'PUT /api/merchants/live/configs/mc_1'
const saveShop = 'PUT /api/merchants/live'
const own = { id: 'mu_1', accountId: 'org', path: '/api/media-uploads/mu_1', type: 'image/png', width: 40, height: 40, createdAt: at }

beforeEach(async () => {
  await page.viewport(1280, 900)
  joinBusiness('account-owner', [shop('live', { gstNumber: '140107697' }), shop('test', { test: true })])
  server.answers[configs] = [config()]
  server.answers['GET /api/merchants/live/fees'] = {
    gst: 1500,
    inForce: [price('wallet', 75), price('token', 75), price('pay-by-bank', 50, '10'), price('farm-card', 120)],
    toCome: [price('wallet', 65, '0', { firstDay: '2026-12-15' })],
  }
  server.answers['GET /api/merchants/live/till-limits'] = { perPayment: '200000', perDay: '2000000', refund: '50000' }
  server.answers['GET /api/accounts/org/business'] = { accountId: 'org', status: 'verified', legalName: 'Corner Loaf Limited', nzbn: '9429045812361' }
  server.answers['GET /api/accounts/org/audit'] = {
    items: [
      {
        id: '7',
        at,
        action: 'shop-changed',
        actor: 'crn::user:1',
        actorName: 'Hana Parata',
        device: 'Chrome on Android',
        address: '203.0.113.7',
        before: { name: 'Loaf', branding: {} },
        after: { name: 'Corner Loaf', branding: { colour: 'brick' } },
      },
    ],
  }
  server.answers[saveShop] = shop('live')
  server.answers[saveConfig] = config({ version: 2 })
})

const open = async () => {
  await openPortal('/business/settings')
  await expect.element(heading('Shop settings')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name on checkout and receipts' })).toHaveValue('Corner Loaf')
  await expect.poll(() => document.querySelector('.checkout-preview')).not.toBeNull()
}
const openChanges = async () => {
  await openPortal('/business/settings/changes')
  await expect.element(heading('Record of changes')).toBeVisible()
}
const entry = (id: string, action: string, more: object) => ({ id, at, action, actor: 'crn::user:1', actorName: 'Hana Parata', ...more })
const save = page.getByRole('button', { name: 'Save', exact: true })
const flip = async (name: string) => {
  const control = page.getByRole('switch', { name: new RegExp(`^${name}`) })
  await expect.element(control).toBeInTheDocument()
  ;(control.element() as HTMLElement).click()
}
const preview = () => document.querySelector<HTMLElement>('.checkout-preview')!

test('the preview is the checkout itself, follows each change at once, and is out of reach [BIZ-74]', async () => {
  await open()
  expect(preview().querySelector('.n-checkout h1')!.textContent).toContain('Amount due')
  expect(preview().textContent).toContain('$16.00')
  expect(preview().querySelectorAll('.checkout-tile')).toHaveLength(1)
  await page.getByRole('textbox', { name: 'Name on checkout and receipts' }).fill('Kauri Cafe')
  await expect.poll(() => preview().querySelector('.n-party-name')!.textContent).toBe('Kauri Cafe')
  await flip('Westpac')
  await expect.poll(() => preview().querySelectorAll('.checkout-tile')).toHaveLength(2)
  const field = preview().querySelector('.n-checkout-summary')!
  const before = getComputedStyle(field).backgroundColor
  await page.getByRole('radio', { name: 'Harbour' }).click({ force: true })
  await expect.poll(() => getComputedStyle(field).backgroundColor).toBe('rgb(27, 58, 87)')
  expect(getComputedStyle(field).backgroundColor).not.toBe(before)
  expect(preview().inert).toBe(true)
  expect(server.requests.filter(({ call }) => call.includes('summary'))).toEqual([])
})

test('white text is readable at 7:1 on every colour that is offered [BIZ-74]', async () => {
  await open()
  for (const colour of brandColours) {
    preview().querySelector<HTMLElement>('.n-checkout-summary')!.dataset.colour = colour
    const { backgroundColor, color } = getComputedStyle(preview().querySelector('.n-checkout-summary')!)
    expect([colour, color, contrast(color, backgroundColor) >= 7]).toEqual([colour, 'rgb(255, 255, 255)', true])
    const quiet = getComputedStyle(preview().querySelector('.checkout-state')!).color
    expect([colour, contrast(quiet, backgroundColor) >= 7]).toEqual([colour, true])
  }
  expect(page.getByRole('radio').elements()).toHaveLength(brandColours.length)
})

test('name, picture and colour are saved together, and only what differs is sent [BIZ-74]', async () => {
  server.answers['POST /api/media-uploads'] = own
  await open()
  await expect.element(save).toBeDisabled()
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(picker, new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' }))
  await expect.poll(() => server.bodies('POST /api/media-uploads')).toEqual([{ accountId: 'org', content: 'AQID' }])
  await expect.poll(() => preview().querySelector('img')?.getAttribute('src')).toContain('/api/media-uploads/mu_1')
  expect(server.to(saveShop)).toEqual([])
  await page.getByRole('radio', { name: 'Slate' }).click({ force: true })
  await page.getByRole('textbox', { name: 'Name on checkout and receipts' }).fill('Corner Loaf Bakery')
  await save.click()
  await expect.poll(() => server.bodies(saveShop)).toEqual([{ name: 'Corner Loaf Bakery', branding: { colour: 'slate', pictureId: 'mu_1' } }])
  expect(server.to(saveConfig)).toEqual([])
  await expect.element(page.getByText('Saved', { exact: true })).toBeInTheDocument()
})

test('a picture that is too large or unreadable is said, and nothing is lost [BIZ-74]', async () => {
  server.answers['POST /api/media-uploads'] = refusal('MEDIA_UPLOAD_INVALID', {}, 400)
  await open()
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(picker, new File([new Uint8Array(512 * 1024 + 1)], 'large.png', { type: 'image/png' }))
  await expect.element(page.getByText('That picture is larger than 512 KB.')).toBeVisible()
  expect(server.to('POST /api/media-uploads')).toEqual([])
  await userEvent.upload(picker, new File(['GIF89a'], 'logo.png', { type: 'image/png' }))
  await expect.element(page.getByText('We can’t read that picture. It must be a PNG or JPEG.')).toBeVisible()
  await expect.element(save).toBeDisabled()
})

test('methods are switched with their fees beside them, options of the till stay, and the last one cannot be switched off [BIZ-75]', async () => {
  await open()
  await expect.element(page.getByText('Pay by bank, 0.50% and $0.10').first()).toBeVisible()
  await flip('BNZ')
  await expect.element(page.getByRole('switch', { name: /^Nikau wallet/ })).toBeDisabled()
  await expect.element(page.getByText('The last one stays on')).toBeVisible()
  await flip('Tokens')
  await expect.element(page.getByRole('switch', { name: /^Nikau wallet/ })).toBeEnabled()
  await save.click()
  await expect
    .poll(() => server.bodies(saveConfig))
    .toEqual([
      {
        paymentOptions: [{ type: 'nikau.nzd.main', walletId: 'w1' }, { type: 'external.main', externalMerchantId: '77' }, { type: 'nikau.token.main' }],
        allowedRedirectUrls: ['https://shop.cornerloaf.example/thanks'],
      },
    ])
})

test('addresses are added and removed, and a live shop needs https [BIZ-75]', async () => {
  await open()
  const field = page.getByRole('textbox', { name: 'Add an address' })
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await field.fill('http://cornerloaf.example')
  await add.click()
  await expect.element(page.getByText('Live shops need https. Anything under the address is allowed too.')).toBeVisible()
  await field.fill('https://cornerloaf.example/cart')
  await add.click()
  await page.getByRole('button', { name: 'Remove https://shop.cornerloaf.example/thanks' }).click()
  server.answers[saveConfig] = refusal('REDIRECT_URL_INVALID')
  await save.click()
  await expect.element(page.getByText('An address isn’t allowed. Live shops need https and a name with a domain.')).toBeVisible()
  await expect.element(page.getByText('https://cornerloaf.example/cart')).toBeVisible()
  server.answers[saveConfig] = config({ version: 2 })
  await save.click()
  await expect.poll(() => server.bodies(saveConfig).at(-1)).toMatchObject({ allowedRedirectUrls: ['https://cornerloaf.example/cart'] })
})

test('fees in force and those to come are shown with their first day [BIZ-38]', async () => {
  await open()
  const fees = page.getByRole('region', { name: 'Fees' })
  await expect.element(fees.getByText('Nikau wallet, from 15 December 2026')).toBeVisible()
  await expect.element(fees.getByText('0.65%')).toBeVisible()
})

test('limits of the tills are changed together, up to what the server accepts, and stand in the record of changes as amounts [TILL-24, BIZ-59]', async () => {
  const save = 'PUT /api/merchants/live/till-limits'
  server.answers[save] = { perPayment: '50000', perDay: '2000000', refund: '50000' }
  await open()
  const card = page.getByRole('region', { name: 'Limits of the tills' })
  await expect.poll(() => card.element().textContent).toContain('One payment$2,000.00')
  await card.getByRole('button', { name: 'Change till limits' }).click()
  const field = page.getByRole('textbox', { name: 'One payment' })
  await field.fill('100000.01')
  await page.getByRole('button', { name: 'Save the limits' }).click()
  await expect.element(page.getByText('Enter an amount up to $100,000.00')).toBeVisible()
  expect(server.to(save)).toEqual([])
  await field.fill('500')
  server.answers['GET /api/merchants/live/till-limits'] = { perPayment: '50000', perDay: '2000000', refund: '50000' }
  await page.getByRole('button', { name: 'Save the limits' }).click()
  await expect.poll(() => server.bodies(save)).toEqual([{ perPayment: '50000', perDay: '2000000', refund: '50000' }])
  await expect.poll(() => card.element().textContent).toContain('One payment$500.00')
  const limits = { before: { perPayment: '200000' }, after: { perPayment: '50000' } }
  server.answers['GET /api/accounts/org/audit'] = { items: [entry('8', 'till-limits-changed', limits)] }
  await page.getByRole('link', { name: 'Record of changes' }).click()
  const change = page.getByRole('row', { name: /^Till limits changed/ })
  await expect.poll(() => change.element().textContent).toContain('One payment: $500.00, before $2,000.00')
})

test('owners read who changed what, with before, after, when and from where, from the settings [BIZ-59]', async () => {
  await open()
  await page.getByRole('link', { name: 'Record of changes' }).click()
  const row = page.getByRole('row', { name: /^Shop changed/ })
  await expect.poll(() => row.element().textContent).toContain('Name: Corner Loaf, before Loaf · Colour: brick, before none')
  for (const text of ['Hana Parata', 'Chrome on Android, 203.0.113.7', 'Sat 14 Nov, 4:00 pm']) expect(row.element().textContent).toContain(text)
  await page.getByRole('link', { name: 'Shop settings' }).first().click()
  await expect.element(heading('Shop settings')).toBeVisible()
})

test('an accountant has the record of changes in the navigation, and no settings; a manager has neither card nor page [BIZ-59]', async () => {
  await page.viewport(1280, 900)
  joinBusiness('accountant', [shop('live')])
  const { unmount } = await openPortal('/business/settings')
  await expect.element(heading('Ask an owner')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Shop settings' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Record of changes' }).click()
  await expect.element(page.getByRole('row', { name: /^Shop changed/ })).toBeInTheDocument()
  await unmount()
  joinBusiness('manager', [shop('live')])
  queryClient.clear()
  const asManager = await openPortal('/business/settings/changes')
  await expect.element(heading('Ask an owner')).toBeVisible()
  await asManager.unmount()
  await open()
  await expect.element(page.getByText('Who changed what')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Record of changes' })).not.toBeInTheDocument()
  expect(server.to('GET /api/accounts/org/audit')).toHaveLength(1)
})

test('every action of the record has a name; shops, roles, limits, weekdays and accepted fees are said in words [BIZ-59]', async () => {
  const fees = { gst: 1500, wallet: { rate: 75, fixed: '0' }, 'pay-by-bank': { rate: 50, fixed: '10' } }
  const details: Partial<Record<string, object>> = {
    'member-changed': { before: { role: 'cashier', merchantIds: ['live'] }, after: { role: 'manager', merchantIds: ['live', 'other'], refundLimit: '12000' } },
    'payout-schedule-changed': { before: { kind: 'daily' }, after: { kind: 'weekly', weekday: 3 } },
    'fees-accepted': { after: fees },
    'business-changed': {
      before: { gstRegistered: null, place: 'online' },
      after: { gstRegistered: true, place: { street: '14 Brown Street', city: 'Auckland' } },
    },
    'api-key-created': { after: { scopes: ['payments:read', 'links:write'] } },
  }
  const items = auditActions.map((action, place) => entry(String(1000 - place), action, details[action] ?? {}))
  server.answers['GET /api/accounts/org/audit'] = { items }
  await openChanges()
  await expect.element(page.getByRole('row', { name: /^Fees accepted/ })).toBeInTheDocument()
  const texts = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(texts).toHaveLength(auditActions.length)
  for (const action of auditActions) expect(texts.join(' ')).not.toContain(action)
  for (const text of [
    'Role: Manager, before Cashier · Shops: Corner Loaf, Another shop, before Corner Loaf · Refunds to, of one payment: $120.00, before none',
    'How often: Weekly, before Each business day · Weekday: Wednesday, before none',
    'GST on fees: 15.00% · Nikau wallet: 0.75% · Pay by bank: 0.50% and $0.10',
    'Registered for GST: yes, before none · Shop address: 14 Brown Street, Auckland, before Online only',
    'This key may: payments:read, links:write',
  ])
    expect(texts.join(' ')).toContain(text)
})

test('the GST number is checked by its digits before it is sent, and the details that we have checked are shown [BIZ-70, BIZ-74]', async () => {
  await open()
  const gst = page.getByRole('textbox', { name: 'GST number on receipts' })
  await expect.element(gst).toHaveValue('140-107-697')
  await gst.fill('123-456-789')
  await save.click()
  await expect.element(page.getByText('That isn’t a GST number. Check its digits.')).toBeVisible()
  expect(server.to(saveShop)).toEqual([])
  await gst.fill('49-091-850')
  await save.click()
  await expect.poll(() => server.bodies(saveShop)).toEqual([{ gstNumber: '049091850' }])
  await expect.element(page.getByText('Corner Loaf Limited')).toBeVisible()
  await expect.element(page.getByText('14 Brown Street, Ponsonby, Auckland')).toBeVisible()
})

/** Of two colours as browsers compute them. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      // Mixed colours are parts of one.
      const channel = colour.startsWith('color(') ? Number(part) : Number(part) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
