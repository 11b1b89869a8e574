import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { button, currentPath, dialog, heading, link, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import { amount, assetTransfer, check, create, message, next, number, payees, sendTests, waiting, write } from './fixtures.tsx'

sendTests({ claim: true })

const payee = (id: string, alias: string, name?: string, more: object = {}) => ({
  id,
  alias,
  ...(name && { name }),
  lastSentAt: '2026-11-02T03:00:00.000Z',
  ...more,
})
const people = [
  payee('sione', '+64215550119', 'Sione Tuipulotu', { lastValue: '2000', lastMessage: 'Touch subs' }),
  payee('aroha', '+64215550142', 'Aroha Ngata', { lastValue: '6435' }),
  payee('number', '+64275550108'),
  payee('ani', '+64225550133', 'Āni Hōhepa'),
]

test('people sent to before are listed by name with masked numbers, and the last sends can be repeated [CLAIM-01]', async () => {
  server.answers[payees] = { items: people }
  await openApp('/send')
  const again = page.getByRole('list', { name: 'Send again' })
  await expect.element(again.getByRole('button', { name: 'Send $20.00 to Sione Tuipulotu again' })).toBeVisible()
  expect(again.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(page.getByText('You check every send before it goes.')).toBeVisible()
  const letters = () =>
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map((letter) => letter.textContent)
  expect(letters()).toEqual(['#', 'A', 'S'])
  await expect.element(button(/^Aroha Ngata.*021 ••• ••42/)).toBeVisible()
  await button('Send $20.00 to Sione Tuipulotu again').click()
  await expect.element(amount()).toHaveValue('20.00')
  await expect.element(message()).toHaveValue('Touch subs')
  await next()
  await expect.element(heading('Check and send')).toBeVisible()
  expect(server.to(create)).toEqual([])
  await button('Send $20.00').click()
  await expect.poll(pageText).toContain('Sione Tuipulotu has it now.')
  expect(server.bodies(create)).toMatchObject([{ recipientAlias: '+64215550119', value: '2000', message: 'Touch subs' }])
  expect(server.to(check)).toEqual([])
})

test('one of everyone is chosen with a press, and starts without an amount', async () => {
  server.answers[payees] = { items: people }
  await openApp('/send')
  await button(/^Aroha Ngata/).click()
  await expect.poll(currentPath).toBe('/send?step=amount')
  await expect.element(amount()).toHaveValue('')
  await expect.poll(pageText).toContain('Aroha Ngata')
  // Back at the field, the number is the same person until it is changed.
  await link('Change').click()
  await expect.element(number()).toHaveValue('21 555 0142')
  await number().click()
  await next()
  await expect.poll(pageText).toContain('Aroha Ngata')
  await link('Change').click()
  await number().fill('21 555 0143')
  await next()
  await expect.poll(pageText).toContain('021 555 0143')
  expect(pageText()).not.toContain('Aroha Ngata')
})

test('contacts are renamed and removed after a question', async () => {
  server.answers[payees] = inTurn(
    { items: people },
    { items: people.map((item) => (item.id === 'number' ? { ...item, name: 'Jack' } : item)) },
    { items: people.slice(0, 2) },
  )
  server.answers['PUT /api/accounts/mine/payees/number'] = inTurn(refusal('FORBIDDEN'), { ...people[2], name: 'Jack' })
  server.answers['DELETE /api/accounts/mine/payees/ani'] = {}
  await openApp('/send')
  await button('Edit').click()
  await button('Rename 027 555 0108').click()
  const rename = dialog('Name this contact')
  await rename.getByRole('textbox').fill(' Jack ')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect.element(rename.getByText('The name wasn’t saved. Please try again.')).toBeVisible()
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect.element(button('Rename Jack')).toBeVisible()
  expect(server.bodies('PUT /api/accounts/mine/payees/number')).toEqual([{ name: 'Jack' }, { name: 'Jack' }])
  await button('Remove Āni Hōhepa').click()
  const remove = dialog('Remove Āni Hōhepa?')
  await remove.getByRole('button', { name: 'Cancel' }).click()
  expect(server.to('DELETE /api/accounts/mine/payees/ani')).toEqual([])
  await button('Remove Āni Hōhepa').click()
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect.element(button('Remove Āni Hōhepa')).not.toBeInTheDocument()
})

test('many people are searched by name or number', async () => {
  server.answers[payees] = { items: Array.from({ length: 9 }, (_, n) => payee(`p${n}`, `+6421555010${n}`, `Person ${n}`)) }
  await openApp('/send')
  await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('0107')
  await expect.element(button(/Person 7/)).toBeVisible()
  expect(button(/Person 1/).elements()).toEqual([])
})

test('a send that waits says when it comes back, shares its link, and leads to its page for a recall [SEND-16, CLAIM-04]', async () => {
  server.answers[create] = waiting()
  const share = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  try {
    await openApp('/send')
    await write()
    await expect.poll(pageText).toContain('You can recall it until it’s claimed.')
    await button('Send $20.00').click()
    await expect.element(heading('Sent')).toBeVisible()
    await expect.poll(pageText).toContain('021 555 0142 gets a text with a link. If nobody claims it, it comes back on Sun 29 Nov.')
    await button('Share the link yourself').click()
    expect(share).toHaveBeenCalledWith({ url: 'https://nikau.example/deimos/transfer/transfer#key' })
    await expect.element(link('See it or recall it')).toHaveAttribute('href', '/transfer/transfer')
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
})

test('without a share sheet the link is copied; a send that has arrived has no link to share', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  server.answers[create] = inTurn(waiting(), assetTransfer({ recipientName: 'Aroha N.' }))
  const screen = await openApp('/send')
  await write()
  await button('Send $20.00').click()
  await button('Copy the link').click()
  expect(copy).toHaveBeenCalledWith('https://nikau.example/deimos/transfer/transfer#key')
  await expect.element(button('Link copied')).toBeVisible()
  await screen.unmount()
  await openApp('/send')
  await write({ dollars: '21' })
  await button('Send $21.00').click()
  await expect.poll(pageText).toContain('Aroha N. has it now.')
  expect(button(/link/i).elements()).toEqual([])
  await expect.element(link('View details')).toHaveAttribute('href', '/transfer/transfer')
  copy.mockRestore()
})

test('a token is wrapped as a gift in one of three papers, with a tag, or sent without [CLAIM-19]', async () => {
  localStorage.setItem('sendingAssetId', 'coffee')
  server.answers[create] = refusal('NEVER_HEARD_OF')
  await openApp('/send')
  await number().fill('275550108')
  await next()
  await expect.poll(pageText).toContain('For 027 555 0108from Mia')
  await page.getByText('Sand', { exact: true }).click()
  await expect.poll(() => document.querySelector('.n-parcel')?.getAttribute('data-paper')).toBe('sand')
  await message().fill('Thanks for the lift')
  await next()
  await expect.poll(pageText).toContain('Sand')
  await button('Send Flat white').click()
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  expect(dialog('Something Went Wrong').element().textContent).toContain('Nothing was sent. You still have it.')
  await dialog('Something Went Wrong').getByRole('button', { name: 'Dismiss' }).click()
  await link('Back').click()
  await page.getByText('Wrap it as a gift').click()
  await expect.poll(() => document.querySelector('.n-parcel')).toBeNull()
  await next()
  await button('Send Flat white').click()
  await expect.poll(() => server.bodies(create)).toMatchObject([{ wrap: 'sand', message: 'Thanks for the lift' }, { message: 'Thanks for the lift' }])
  expect(server.bodies(create)[1]).not.toHaveProperty('wrap')
  expect(server.bodies(create)[0]).not.toHaveProperty('value')
})
