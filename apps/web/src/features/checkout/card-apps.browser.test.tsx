import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { server } from '../../testing/mock-server.ts'
import { heading, mockCheckoutServerPerTest, openCheckout, summary, summaryCall } from './fixtures.tsx'

mockCheckoutServerPerTest()

const device = { handheld: true }

beforeEach(() => {
  device.handheld = true
  deployed.cardApps = {
    farmlands: { main: 'app.farm.example', test: 'test.farm.example' },
    card: { name: 'Till Card', pays: ['external'], main: 'card.example' },
  }
  vi.spyOn(MediaQueryList.prototype, 'matches', 'get').mockImplementation(function (this: MediaQueryList) {
    return this.media.includes('coarse') && device.handheld
  })
})

const requestOf = (liveness: 'main' | 'test', family: string) => summary({ liveness, paymentOptions: [{ assetType: `${family}.${liveness}`, amount: '1600' }] })

const farmApp = () => page.getByRole('link', { name: /^Farmlands app/ })
const cardApp = () => page.getByRole('link', { name: /^Till Card/ })

for (const [liveness, host] of [
  ['main', 'app.farm.example'],
  ['test', 'test.farm.example'],
] as const)
  test(`on a phone the Farmlands app’s button opens ${host} at this request, for liveness ${liveness} [CHK-06]`, async () => {
    server.answers[summaryCall] = requestOf(liveness, 'farmlands.nzd')
    await openCheckout()
    await expect.element(farmApp()).toHaveAttribute('href', `https://${host}/pay/pr1`)
    expect(cardApp().elements()).toEqual([])
  })

test('on a phone the card app’s button opens it at this request [CHK-09]', async () => {
  server.answers[summaryCall] = requestOf('main', 'external')
  await openCheckout()
  await expect.element(cardApp()).toHaveAttribute('href', 'https://card.example/pay/pr1')
  expect(farmApp().elements()).toEqual([])
})

test('a desktop and a deployment without card apps show neither button [CHK-06, CHK-09]', async () => {
  for (const change of [() => (device.handheld = false), () => (deployed.cardApps = {})]) {
    device.handheld = true
    change()
    server.answers[summaryCall] = summary({
      liveness: 'main',
      paymentOptions: ['farmlands.nzd.main', 'external.main'].map((assetType) => ({ assetType, amount: '1600' })),
    })
    const { unmount } = await openCheckout()
    await expect.element(heading('Amount due $16.00')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Farmlands Card/ })).toBeVisible()
    expect([...farmApp().elements(), ...cardApp().elements()]).toEqual([])
    await unmount()
  }
})
