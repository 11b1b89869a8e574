import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentPath, heading, mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const of = '/api/accounts/org'
const at = '2026-11-14T03:00:00.000Z'
const [hana, sione] = ['0a000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002']
const members = [
  { userId: hana, name: 'Hana Parata', role: 'account-owner', ownRefundLimit: false, addedAt: at },
  { userId: sione, name: 'Sione Latu', role: 'cashier', merchantIds: ['live'], refundLimit: '5000', ownRefundLimit: false, addedAt: at },
]
const invitation = { id: 'inv_1', name: 'Jonas Weber', alias: '+64215550133', role: 'developer', sentAt: at, expiresAt: '2026-11-21T03:00:00.000Z' }

beforeEach(async () => {
  await page.viewport(1280, 900)
  joinBusiness('account-owner', [shop('live'), shop('second', { name: 'Newtown Loaf' })])
  server.answers[`GET ${of}/members`] = members
  server.answers[`GET ${of}/invitations`] = [invitation]
  server.answers[`GET ${of}/refund-limits`] = { cashier: '5000', manager: '50000' }
  server.answers[`GET ${of}/tills`] = []
})

const open = (path = '/business/team') => openPortal(path)
const row = (name: RegExp) => page.getByRole('row', { name })

test('the team is a table with roles, shops and refund limits, and who is invited [BIZ-55, BIZ-56]', async () => {
  await open()
  await expect.element(page.getByText('2 people, 1 invited')).toBeVisible()
  await expect.element(row(/^Sione Latu Cashier Corner Loaf To \$50.00 a payment/)).toBeInTheDocument()
  await expect.element(row(/^Hana Parata Owner All shops No limit/)).toBeInTheDocument()
  await expect.element(row(/Jonas Weber.*Developer Sat 21 Nov/)).toBeInTheDocument()
})

test('somebody is invited by mobile or email, as a role, to two of three shops [BIZ-56]', async () => {
  joinBusiness('account-owner', [shop('live'), shop('second', { name: 'Newtown Loaf' }), shop('third', { name: 'Petone Loaf' })])
  server.answers[`POST ${of}/invitations`] = invitation
  await open()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect.element(page.getByText('Enter their name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Māia Tautahi')
  await page.getByRole('textbox', { name: 'Mobile or email' }).fill('021 555 0133')
  const where = page.getByRole('group', { name: 'Where' })
  await expect.element(where.getByRole('checkbox', { name: 'All shops' })).toBeChecked()
  await where.getByText('All shops').click()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect.element(page.getByText('Choose at least one shop')).toBeVisible()
  await where.getByText('Newtown Loaf').click()
  await where.getByText('Petone Loaf').click()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect
    .poll(() => server.bodies(`POST ${of}/invitations`))
    .toEqual([{ name: 'Māia Tautahi', alias: '+64215550133', role: 'cashier', merchantIds: ['second', 'third'] }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an invitation is sent again or taken back [BIZ-56]', async () => {
  server.answers[`POST ${of}/invitations/inv_1/resend`] = invitation
  server.answers[`DELETE ${of}/invitations/inv_1`] = {}
  await open()
  await page.getByRole('button', { name: 'Change Jonas Weber' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => server.to(`POST ${of}/invitations/inv_1/resend`)).toHaveLength(1)
  await page.getByRole('button', { name: 'Change Jonas Weber' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => server.to(`DELETE ${of}/invitations/inv_1`)).toHaveLength(1)
})

test('role, shops and limit of a member are changed, and the last owner is not removed [BIZ-55]', async () => {
  server.answers[`PUT ${of}/members/${sione}`] = { ...members[1], role: 'manager' }
  server.answers[`DELETE ${of}/members/${hana}`] = refusal('LAST_OWNER_NOT_REVOKABLE')
  await open()
  await page.getByRole('button', { name: 'Change Sione Latu' }).click()
  await page.getByText('Manager', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Refunds to, of one payment' }).fill('120')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.bodies(`PUT ${of}/members/${sione}`)).toEqual([{ role: 'manager', merchantIds: ['live'], refundLimit: '12000' }])
  await page.getByRole('button', { name: 'Change Hana Parata' }).click()
  await page.getByRole('button', { name: 'Remove from the team' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('A business needs an owner. Make somebody else an owner first.')).toBeVisible()
})

test('a member works at any of the shops: one is added, another taken away, and then all [BIZ-55]', async () => {
  joinBusiness('account-owner', [shop('live'), shop('second', { name: 'Newtown Loaf' }), shop('third', { name: 'Petone Loaf' })])
  server.answers[`GET ${of}/members`] = [members[0], { ...members[1], merchantIds: ['live', 'second'] }]
  server.answers[`PUT ${of}/members/${sione}`] = members[1]
  await open()
  const where = page.getByRole('group', { name: 'Where' })
  const change = async (...names: string[]) => {
    await page.getByRole('button', { name: 'Change Sione Latu' }).click()
    for (const name of names) await where.getByText(name, { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await change('Petone Loaf', 'Corner Loaf')
  await change('All shops')
  expect(server.bodies(`PUT ${of}/members/${sione}`)).toEqual([{ role: 'cashier', merchantIds: ['second', 'third'] }, { role: 'cashier' }])
})

test('a manager gives no role but cashier, and does not change the limits of roles [BIZ-57]', async () => {
  joinBusiness('manager')
  server.answers[`GET ${of}/members`] = [members[1]]
  await open()
  await page.getByRole('button', { name: 'Change Sione Latu' }).click()
  await expect.element(page.getByRole('radio', { name: /Cashier/ })).toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: /Manager/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText(/Cashiers refund \$50.00 of a payment/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change limits' })).not.toBeInTheDocument()
})

test('a manager or owner makes a code that approves a refund, and an owner sets the limits [BIZ-29]', async () => {
  server.answers[`POST ${of}/refund-approvals`] = { code: '246810', expiresAt: '2026-11-14T03:05:00.000Z' }
  server.answers[`PUT ${of}/refund-limits`] = { cashier: '2000', manager: '50000' }
  await open()
  await page.getByRole('button', { name: 'Make a code' }).click()
  await expect.element(page.getByText('246810')).toBeVisible()
  await expect.element(page.getByText('Good until 4:05 pm, once.')).toBeVisible()
  await page.getByRole('button', { name: 'Change limits' }).click()
  await page.getByRole('textbox', { name: 'Cashiers' }).fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.bodies(`PUT ${of}/refund-limits`)).toEqual([{ cashier: '2000', manager: '50000' }])
})

test('the link of an invitation shows what it is, and accepting it opens the business [BIZ-56]', async () => {
  const received = { id: 'inv_1', accountId: 'org', accountName: 'Corner Loaf Ltd', invitedBy: 'Hana Parata', role: 'cashier', expiresAt: at, accepted: false }
  server.answers['GET /api/account-memberships'] = []
  server.answers['GET /api/invitations/inv_1'] = received
  server.answers['POST /api/invitations/inv_1/accept'] = () => {
    joinBusiness('cashier')
    return { ...received, accepted: true }
  }
  await open('/business/invitations/inv_1')
  await expect.element(heading('Join Corner Loaf Ltd')).toBeVisible()
  await expect.element(page.getByText(/Your role: Cashier\./)).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(currentPath).toMatch(/^\/business\/take\/till(\?|$)/)
})

test('an invitation of somebody else says what to do [BIZ-56]', async () => {
  await open('/business/invitations/inv_2')
  await expect.element(page.getByText(/It’s for another mobile or email, or was taken back/)).toBeVisible()
})
