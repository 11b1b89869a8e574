import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { button, currentPath, dialog, heading, link, openApp, pageText, refusal, server, wallet } from '../../testing/fixtures.tsx'
import { amount, assets, check, create, heldSend, next, number, payees, sendTests, write } from './fixtures.tsx'

sendTests({ guard: true })

const first = (more: object = {}) => ({ known: false, brake: 'confirm', reasons: [], ...more })
const trusted = { id: 'tamati', status: 'accepted', role: 'trusts', name: 'Tāmati H.', since: '2026-11-01T03:00:00.000Z' }
const figure = () => document.querySelector('.n-figure')?.textContent
const choose = async (purpose: string) => {
  await page.getByText(purpose, { exact: true }).click()
  await next()
}

test('someone sent to before is not asked about again [GUARD-01, GUARD-02]', async () => {
  server.answers[check] = { known: true, name: 'Aroha N.', brake: 'none', reasons: [] }
  await openApp('/send')
  await write({ text: 'Half' })
  await expect.element(heading('Check and send')).toBeVisible()
  expect(pageText()).toContain('Aroha N.')
  expect(pageText()).toContain('Straight away')
  expect(pageText()).not.toContain('First time')
  expect(server.bodies(check)).toEqual([{ recipientAlias: '+64215550142', value: '2000', message: 'Half' }])
})

test('on the first send the number is shown in large figures with the shown name, and nothing is sent before Yes [GUARD-02]', async () => {
  server.answers[check] = first({ name: 'Aroha N.' })
  await openApp('/send')
  await write()
  await expect.element(heading('Is this who you mean?')).toBeVisible()
  expect(figure()).toBe('021 555 0142')
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  expect(size(document.querySelector('.n-figure')!)).toBeGreaterThanOrEqual(36)
  expect(pageText()).toContain('A name is what they chose. It is not proof of who they are.')
  expect(server.to(create)).toEqual([])
  await link('No, change the number').click()
  await expect.poll(currentPath).toBe('/send')
  await expect.element(number()).toHaveValue('21 555 0142')
  await next()
  await next()
  await button('Yes, that’s Aroha N.').click()
  await expect.element(heading('Check and send')).toBeVisible()
  await expect.element(page.getByText('First time')).toBeVisible()
  expect(server.to(create)).toEqual([])
  await button('Send $20.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  expect(server.to(create)).toHaveLength(1)
})

test('a number without an account is not on Nikau yet, and only it can claim [GUARD-02]', async () => {
  server.answers[check] = first()
  await openApp('/send')
  await write({ to: '27 555 0108' })
  await expect.element(heading('Not on Nikau yet')).toBeVisible()
  expect(figure()).toBe('027 555 0108')
  expect(pageText()).toContain('Who can claimOnly this number')
  expect(pageText()).toMatch(/Comes back by itself\w{3} \d/)
  await button('Yes, the number is right').click()
  await expect.element(heading('Check and send')).toBeVisible()
})

test('what the sender calls a new recipient becomes the contact’s name after the send [GUARD-02]', async () => {
  deployed.people.claim = true
  server.answers[check] = first()
  server.answers[payees] = { items: [{ id: 'jack', alias: '+64275550108', lastSentAt: '2026-11-15T03:00:00.000Z' }] }
  server.answers['PUT /api/accounts/mine/payees/jack'] = { id: 'jack', alias: '+64275550108', name: 'Jack', lastSentAt: '2026-11-15T03:00:00.000Z' }
  await openApp('/send')
  await write({ to: '27 555 0108' })
  await page.getByRole('textbox', { name: 'What do you call them?' }).fill('Jack')
  await button('Yes, the number is right').click()
  await button('Send $20.00').click()
  await expect.poll(pageText).toContain('Jack has it now.')
  await expect.poll(() => server.bodies('PUT /api/accounts/mine/payees/jack')).toEqual([{ name: 'Jack' }])
})

test('a check that fails sends nothing; too many new people is said [GUARD-01]', async () => {
  server.answers[check] = refusal('FIRST_SEND_LIMIT_REACHED', {}, 429)
  await openApp('/send')
  await write()
  const limit = dialog('Too many new people today')
  await expect.element(limit).toBeVisible()
  expect(limit.element().textContent).toContain('Your money is still in your wallet.')
  expect(server.to(check)).toHaveLength(1)
  await limit.getByRole('link', { name: 'Change who it’s for' }).click()
  await expect.poll(currentPath).toBe('/send')
})

test('the brake asks what a send is for, and an everyday purpose goes on with it [GUARD-04]', async () => {
  server.answers[check] = first({ name: 'Dean M.', brake: 'ask', reasons: ['first-large'] })
  await openApp('/send')
  await write({ to: '22 555 0171', dollars: '45' })
  await button('Yes, that’s Dean M.').click()
  await expect.element(heading('What’s it for?')).toBeVisible()
  expect(pageText()).toContain('to Dean M., 022 555 0171')
  await next()
  await expect.element(page.getByText('Choose one to continue')).toBeVisible()
  expect(page.getByRole('radio').elements()).toHaveLength(7)
  await choose('Something I’m buying')
  await button('Send $45.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  expect(server.bodies(create)).toMatchObject([{ purpose: 'goods-or-services', value: '4500' }])
})

test('a send that the server holds back for its purpose asks for it [GUARD-04]', async () => {
  server.answers[check] = { known: true, brake: 'none', reasons: [] }
  server.answers[create] = refusal('PURPOSE_REQUIRED')
  await openApp('/send')
  await write()
  await button('Send $20.00').click()
  await expect.element(heading('What’s it for?')).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

for (const [purpose, answer] of [
  ['An investment or crypto', 'investment'],
  ['Someone I’ve only met online', 'met-online'],
] as const)
  test(`${purpose} shows the warning; Don’t send is the main button, and going on is possible at once [GUARD-05]`, async () => {
    server.answers[check] = first({ name: 'Dean M.', brake: 'ask' })
    const screen = await openApp('/send')
    const toWarning = async () => {
      await write({ to: '22 555 0171', dollars: '45' })
      await button('Yes, that’s Dean M.').click()
      await choose(purpose)
      await expect.element(heading('This is how many scams start')).toBeVisible()
    }
    await toWarning()
    expect(pageText()).toContain('a first payment of $45.00')
    expect(button('Don’t send').element().getAttribute('data-variant')).toBe('filled')
    expect(document.querySelectorAll('.n-button[data-variant=filled]')).toHaveLength(1)
    await expect.element(link('Report a scam')).toHaveAttribute('href', expect.stringContaining('mailto:support@nikau.example'))
    await button('Don’t send').click()
    await expect.poll(currentPath).toBe('/')
    expect(server.to(create)).toEqual([])
    // The toast would cover the button of the next step.
    await expect.element(page.getByText('Nothing was sent')).toBeInTheDocument()
    await expect.element(page.getByText('Nothing was sent')).not.toBeInTheDocument()
    await screen.unmount()
    await openApp('/send')
    await expect.element(number()).toHaveValue('')
    await toWarning()
    await button('I still want to send').click()
    await button('Send $45.00').click()
    await expect.element(heading('Sent')).toBeVisible()
    expect(server.bodies(create)).toMatchObject([{ purpose: answer }])
  })

test('who was told to send can only let it wait a day: nothing is sent, and the waiting send opens [GUARD-05, GUARD-06]', async () => {
  server.answers[check] = first({ name: 'Dean M.', brake: 'ask' })
  server.answers['POST /api/held-sends'] = heldSend()
  server.answers['GET /api/held-sends/held'] = heldSend()
  await openApp('/send')
  await write({ to: '22 555 0171', dollars: '45', text: 'As agreed' })
  await button('Yes, that’s Dean M.').click()
  await choose('I was told to')
  await expect.element(button('I still want to send')).toBeDisabled()
  await button('Wait a day').click()
  await expect.poll(currentPath).toBe('/send/held/held')
  expect(server.bodies('POST /api/held-sends')).toEqual([
    { assetId: 'wallet', recipientAlias: '+64225550171', value: '4500', message: 'As agreed', purpose: 'told-to' },
  ])
  expect(server.to(create)).toEqual([])
  await expect.element(heading('Waiting until tomorrow')).toBeVisible()
})

test('the trusted person is asked from the warning [GUARD-07]', async () => {
  server.answers['GET /api/me/trusted-people'] = { items: [trusted] }
  server.answers[check] = first({ name: 'Dean M.', brake: 'ask' })
  const asked = heldSend({ purpose: 'met-online', opinions: [{ id: 'o', trustedName: 'Tāmati H.', askedAt: new Date().toISOString() }] })
  server.answers['POST /api/held-sends'] = heldSend()
  server.answers['POST /api/held-sends/held/opinion-requests'] = asked
  server.answers['GET /api/held-sends/held'] = asked
  await openApp('/send')
  await write({ to: '22 555 0171', dollars: '45' })
  await button('Yes, that’s Dean M.').click()
  await choose('Someone I’ve only met online')
  await button('Ask Tāmati H.').click()
  await expect.poll(currentPath).toBe('/send/held/held')
  expect(server.bodies('POST /api/held-sends/held/opinion-requests')).toEqual([{ trustedPersonId: 'tamati' }])
  await expect.poll(pageText).toContain('No answer yet')
})

test('sends that wait are listed on /send', async () => {
  server.answers['GET /api/held-sends'] = { items: [heldSend({ status: 'due' })] }
  await openApp('/send')
  await expect.element(link(/\$45\.00 to Dean M\..*Decide now/)).toHaveAttribute('href', '/send/held/held')
})

test('a changed amount is checked anew, and its purpose asked anew [GUARD-04]', async () => {
  server.answers[check] = first({ name: 'Dean M.', brake: 'ask' })
  server.answers[assets] = { items: [wallet()] }
  await openApp('/send')
  await write({ to: '22 555 0171', dollars: '45' })
  await button('Yes, that’s Dean M.').click()
  await choose('Something else')
  await link('Back').click()
  await amount().fill('46')
  await next()
  await button('Yes, that’s Dean M.').click()
  await expect.element(heading('What’s it for?')).toBeVisible()
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  expect(server.bodies(check)).toMatchObject([{ value: '4500' }, { value: '4600' }])
})
