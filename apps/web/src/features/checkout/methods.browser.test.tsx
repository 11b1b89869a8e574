import { getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, oneOffFamily, payOneOffPayment } from '@nikau/contract/one-off-payments'
import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { expect, test } from 'vitest'
import { endpoints } from './checkout-api.ts'
import { supportedWallet } from './fixtures.tsx'
import { banks, type CheckoutContext, methodsFor, providersFor } from './methods.ts'

const phone: CheckoutContext = { config: { cardApps: {} }, flags: { showPayScreenForFarmlands: false }, handheld: true }
const request = (assetTypes: string[], fields: object = {}) => ({ id: 'pr1', status: 'new' as const, assetTypes, liveness: 'main' as const, ...fields })

test('endpoints and bank options match the contract', () => {
  const contract = {
    getSummary: getPaymentRequestSummary,
    getMerchant: getMerchantSummary,
    listWallets: listSupportedWallets,
    createPayment: createOneOffPayment,
    getPayment: getOneOffPayment,
    pay: payOneOffPayment,
    cancelPayment: cancelOneOffPayment,
  }
  for (const [name, { method, path }] of Object.entries(contract)) expect(endpoints[name as keyof typeof endpoints]).toEqual({ method, path })
  expect(Object.fromEntries(banks.map(({ id, family }) => [id, family]))).toEqual(oneOffFamily)
})

test('a new request shows a button for each of the three banks that it accepts [CHK-11, CHK-12]', () => {
  const all = [...banks.map(({ family }) => `${family}.main`), 'anz-one-off.nzd.main', 'pnz-one-off.nzd.main']
  expect(methodsFor(request(all), phone).banks.map(({ id }) => id)).toEqual(['bnz', 'asb', 'westpac'])
  expect(methodsFor(request(['asb-payap-one-off.nzd.main']), phone).banks.map(({ id }) => id)).toEqual(['asb'])
  expect(methodsFor(request(['nikau.nzd.main']), phone)).toMatchObject({ wallet: true, banks: [], farmApp: undefined, farmCard: false, cardApp: undefined })
  expect(methodsFor(request(['external.main']), phone)).toMatchObject({ wallet: false, banks: [] })
  for (const status of ['paid', 'expired', 'cancelled'] as const)
    expect(methodsFor({ ...request([...all, 'nikau.nzd.main', 'farmlands.nzd.main']), status }, phone)).toEqual({
      wallet: false,
      banks: [],
      farmApp: undefined,
      farmCard: false,
      cardApp: undefined,
    })
})

test('the Farmlands app opens at its live or test host; with the flag, steps replace the link [CHK-07]', () => {
  const config = { cardApps: { farmlands: { main: 'app.farm.example', test: 'test.farm.example' } } }
  const farm = request(['farmlands.nzd.main'])
  expect(methodsFor(farm, { ...phone, config }).farmApp).toEqual({ kind: 'link', url: 'https://app.farm.example/pay/pr1' })
  expect(methodsFor({ ...farm, liveness: 'test' }, { ...phone, config }).farmApp).toEqual({ kind: 'link', url: 'https://test.farm.example/pay/pr1' })
  expect(methodsFor(farm, { ...phone, config, handheld: false }).farmApp).toBeUndefined()
  expect(methodsFor(farm, phone).farmApp).toBeUndefined()
  const flags = { showPayScreenForFarmlands: true }
  expect(methodsFor(farm, { ...phone, config, flags, handheld: false }).farmApp).toEqual({ kind: 'steps' })
  expect(methodsFor(request(['nikau.nzd.main']), { ...phone, config, flags }).farmApp).toBeUndefined()
})

test('the card app opens at this request on a phone, for asset types that it can pay', () => {
  const config = { cardApps: { card: { name: 'Till Card', pays: ['external'], main: 'card.example' } } }
  expect(methodsFor(request(['external.main']), { ...phone, config }).cardApp).toEqual({ name: 'Till Card', url: 'https://card.example/pay/pr1' })
  expect(methodsFor(request(['external.test'], { liveness: 'test' }), { ...phone, config }).cardApp).toBeUndefined()
  expect(methodsFor(request(['nikau.nzd.main']), { ...phone, config }).cardApp).toBeUndefined()
  expect(methodsFor(request(['external.main']), { ...phone, config, handheld: false }).cardApp).toBeUndefined()
})

test('a badge for each wallet that can pay the request; a bank has its button instead [CHK-05]', () => {
  const wallets = [
    supportedWallet('Fits', ['x', 'nikau.nzd.test']),
    supportedWallet('Other type', ['epay.test']),
    supportedWallet('Real money', ['nikau.nzd.test'], { test: false }),
    supportedWallet('Closed', ['nikau.nzd.test'], { status: 'inactive' }),
  ]
  const names = (assetTypes: string[]) => providersFor({ assetTypes, liveness: 'test' }, wallets).map(({ name }) => name)
  expect(names(['nikau.nzd.test', 'quartz-one-off.nzd.test'])).toEqual(['Fits'])
  expect(names(['external.test'])).toEqual([])
})
