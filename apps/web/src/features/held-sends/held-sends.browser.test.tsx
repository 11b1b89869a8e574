import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { button, currentPath, dialog, heading, link, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import { create, heldSend, sendTests } from '../send/fixtures.tsx'

sendTests({ guard: true })

const held = 'GET /api/held-sends/held'
const people = 'GET /api/me/trusted-people'
const trusted = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  status: 'accepted',
  role: 'trusts',
  since: '2026-11-01T03:00:00.000Z',
  ...more,
})
const opinion = (more: object = {}) => ({ id: 'o', trustedName: 'Tāmati H.', askedAt: new Date().toISOString(), ...more })

test('without people.guard the screens do not exist, and nothing is called [GUARD-06, GUARD-07, GUARD-08]', async () => {
  deployed.people.guard = false
  for (const path of ['/send/held/held', '/opinions/o', '/safety/trusted']) {
    document.title = ''
    const screen = await openApp(path)
    await expect.element(heading('404')).toBeVisible()
    await expect.poll(() => document.title).toBe('Not Found | Nikau')
    await screen.unmount()
  }
  expect(server.requests.filter(({ call }) => /held-sends|opinion|trusted/.test(call))).toEqual([])
})

test('a waiting send shows when it is asked again, that nothing has left the wallet, and when it is forgotten [GUARD-06]', async () => {
  server.answers[held] = heldSend()
  server.answers['DELETE /api/held-sends/held'] = inTurn(refusal('FORBIDDEN'), {})
  await openApp('/send/held/held')
  await expect.element(heading('Waiting until tomorrow')).toBeVisible()
  expect(document.querySelector('.n-figure')?.textContent).toMatch(/^\w{3} \d{1,2}:\d\d [ap]m$/)
  await expect.poll(pageText).toMatch(/(24 h 0|23 h 59) min to go/)
  expect(pageText()).toContain('Nothing has left your wallet')
  expect(pageText()).toContain('Dean M., 022 555 0171')
  expect(pageText()).toContain('I was told to')
  expect(button('I still want to send').elements()).toEqual([])
  await button('Cancel this send').click()
  await dialog('It wasn’t cancelled').getByRole('button', { name: 'Dismiss' }).click()
  await button('Cancel this send').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.to(create)).toEqual([])
})

test('at its time the person is asked again, and only their own press sends it, with everything checked anew [GUARD-06]', async () => {
  server.answers[held] = heldSend({ status: 'due', message: 'As agreed' })
  await openApp('/send/held/held')
  await expect.element(heading('Do you still want to send it?')).toBeVisible()
  expect(button('Don’t send').element().getAttribute('data-variant')).toBe('filled')
  await button('I still want to send').click()
  await expect.element(heading('Check and send')).toBeVisible()
  expect(server.to(create)).toEqual([])
  expect(link('Edit').elements()).toEqual([])
  server.answers[create] = refusal('INSUFFICIENT_WALLET_BALANCE', { available: '100' })
  await button('Send $45.00').click()
  await expect.element(dialog('Insufficient Funds')).toBeVisible()
  expect(server.bodies(create)).toMatchObject([
    { assetId: 'wallet', recipientAlias: '+64225550171', value: '4500', message: 'As agreed', purpose: 'told-to', heldSendId: 'held' },
  ])
})

test.each([
  ['sent', 'You sent it'],
  ['cancelled', 'You didn’t send it'],
  ['forgotten', 'Not sent'],
])('a send that is %s offers nothing any more [GUARD-06]', async (status, title) => {
  server.answers[held] = heldSend({ status })
  await openApp('/send/held/held')
  await expect.element(heading(title)).toBeVisible()
  expect(button(/send/i).elements()).toEqual([])
})

test('trusted people are asked about a waiting send, and both sides read what they see [GUARD-07]', async () => {
  server.answers[people] = { items: [trusted('tamati', 'Tāmati H.'), trusted('ana', 'Ana P.'), trusted('new', '021 ••• ••19', { status: 'asked' })] }
  server.answers[held] = heldSend()
  server.answers['POST /api/held-sends/held/opinion-requests'] = inTurn(refusal('FORBIDDEN'), heldSend({ opinions: [opinion()] }))
  await openApp('/send/held/held')
  await button('Ask Tāmati H.').click()
  await expect.element(page.getByText(/^They weren’t asked\./)).toBeVisible()
  await button('Ask Tāmati H.').click()
  await expect.poll(pageText).toContain('No answer yet')
  expect(server.bodies('POST /api/held-sends/held/opinion-requests')).toEqual([{ trustedPersonId: 'tamati' }, { trustedPersonId: 'tamati' }])
  expect(pageText()).toContain('$45.00 to Dean M., for the first time')
  expect(pageText()).toContain('Not your balance, your message or other payments')
  expect(button('Ask Tāmati H.').elements()).toEqual([])
  await expect.element(button('Ask Ana P.')).toBeVisible()
})

test.each([
  ['stop', 'Tāmati H. says: stop'],
  ['fine', 'Looks fine to them'],
])('the answer %s is shown to the sender and changes nothing by itself [GUARD-08]', async (answer, text) => {
  server.answers[held] = heldSend({ status: 'due', opinions: [opinion({ opinion: answer, answeredAt: new Date().toISOString() })] })
  await openApp('/send/held/held')
  await expect.poll(pageText).toContain(text)
  await expect.element(button('I still want to send')).toBeEnabled()
  await expect.element(button('Don’t send')).toBeEnabled()
  expect(server.to(create)).toEqual([])
})

const request = (more: object = {}) => ({
  id: 'o',
  askedBy: 'Mia T.',
  askedAt: new Date().toISOString(),
  value: '4500',
  recipientName: 'Dean M.',
  firstTime: true,
  purpose: 'met-online',
  open: true,
  ...more,
})

test('the trusted person reads amount, recipient, first time and purpose, and answers; stop comes first [GUARD-07, GUARD-08]', async () => {
  server.answers['GET /api/opinion-requests/o'] = request()
  server.answers['POST /api/opinion-requests/o/answer'] = inTurn(request({ opinion: 'stop' }), request({ opinion: 'fine' }))
  await openApp('/opinions/o')
  await expect.element(heading('Mia T. asks what you think')).toBeVisible()
  expect(pageText()).toContain('$45.00')
  expect(pageText()).toContain('Dean M., first time')
  expect(pageText()).toContain('Someone I’ve only met online')
  expect(pageText()).toContain('Mia T. decides either way.')
  const buttons = page.getByRole('contentinfo').getByRole('button')
  expect(buttons.elements().map((one) => one.textContent)).toEqual(['Tell Mia T. to stop', 'It looks fine to me'])
  await button('Tell Mia T. to stop').click()
  await expect.poll(pageText).toContain('You told Mia T. to stop')
  await button('It looks fine to me').click()
  await expect.poll(pageText).toContain('You told Mia T. it looks fine')
  expect(server.bodies('POST /api/opinion-requests/o/answer')).toEqual([{ opinion: 'stop' }, { opinion: 'fine' }])
})

test('once the send is settled the question is closed [GUARD-08]', async () => {
  server.answers['GET /api/opinion-requests/o'] = inTurn(request(), request({ open: false }))
  server.answers['POST /api/opinion-requests/o/answer'] = refusal('FORBIDDEN')
  await openApp('/opinions/o')
  await button('Tell Mia T. to stop').click()
  await expect.poll(pageText).toContain('Mia T. has decided')
  expect(button(/stop/).elements()).toEqual([])
})

test('a trusted person is named, accepts, and is removed by either side [GUARD-07]', async () => {
  const mine = trusted('tamati', 'Tāmati H.')
  const asks = trusted('sione', 'Sione T.', { role: 'trusted-by', status: 'asked' })
  server.answers[people] = { items: [mine, asks] }
  server.answers['GET /api/me/opinion-requests'] = { items: [request()] }
  server.answers['POST /api/me/trusted-people'] = inTurn(refusal('TRUSTED_PEOPLE_LIMIT_REACHED'), trusted('new', '021 ••• ••19', { status: 'asked' }))
  server.answers['POST /api/me/trusted-people/sione/accept'] = { ...asks, status: 'accepted' }
  server.answers['DELETE /api/me/trusted-people/tamati'] = {}
  await openApp('/safety')
  await link(/^Trusted people/).click()
  await expect.element(heading('Trusted people')).toBeVisible()
  await expect.element(link(/Mia T\. asks what you think/)).toHaveAttribute('href', '/opinions/o')
  await button('Accept Sione T.').click()
  await expect.poll(() => server.to('POST /api/me/trusted-people/sione/accept')).toHaveLength(1)
  await button('Remove Tāmati H.').click()
  const remove = dialog('Remove Tāmati H.?')
  expect(server.to('DELETE /api/me/trusted-people/tamati')).toEqual([])
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect.element(remove).not.toBeInTheDocument()
  const field = page.getByRole('textbox', { name: 'Mobile number or email' })
  await field.fill('12')
  await button('Ask them').click()
  await expect.element(field).toHaveAccessibleDescription(/Enter a New Zealand mobile number or an email/)
  await field.fill('021 555 0119')
  await button('Ask them').click()
  await expect.element(field).toHaveAccessibleDescription(/as many trusted people as you can have/)
  await button('Ask them').click()
  await expect.element(field).toHaveValue('')
  expect(server.bodies('POST /api/me/trusted-people')).toEqual([{ alias: '+64215550119' }, { alias: '+64215550119' }])
})
