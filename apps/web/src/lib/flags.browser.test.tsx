import { flagNames } from '@nikau/contract/flags'
import { beforeEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { flags, resolveFlags, useFlags } from './flags.ts'
import { forgetLocalConfig, localConfig, parseLocalConfig, rememberLocally } from './local-config.ts'

beforeEach(() => localStorage.clear())

test('this browser’s word stands over the deployment’s, and that over the code’s [FLAG-01]', () => {
  expect(resolveFlags({}, {}).showWithdraw).toBe(false)
  expect(resolveFlags({}, { showWithdraw: true }).showWithdraw).toBe(true)
  expect(resolveFlags({ showWithdraw: false }, { showWithdraw: true }).showWithdraw).toBe(false)
  expect(resolveFlags({ v2GetPaymentRequestEnabled: false }, { v2GetPaymentRequestEnabled: true }).v2GetPaymentRequestEnabled).toBe(false)
})

test('thirteen flags, of which one is on in code [FLAG-02, FLAG-03]', () => {
  expect(flagNames).toEqual([
    'v2GetPaymentRequestEnabled',
    'dashboardNoticesEnabled',
    'showWithdraw',
    'showBankAccounts',
    'showSendAsset',
    'showBarcode',
    'showPayScreenForFarmlands',
    'sendAssetsToEmailEnabled',
    'tokenRevocationEnabled',
    'testAssetsEnabled',
    'testUplinkEnabled',
    'devModeEnabled',
    'mockQrScannerEnabled',
  ])
  const inCode = resolveFlags({}, {})
  expect(flagNames.filter((name) => inCode[name])).toEqual(['v2GetPaymentRequestEnabled'])
})

test('a flag in config.deimos is read at once, and a screen that shows it follows [FLAG-01]', async () => {
  const { result, act } = await renderHook(() => useFlags())
  expect(result.current.showBarcode).toBe(false)
  await act(() => rememberLocally({ showBarcode: true }))
  expect(result.current.showBarcode).toBe(true)
  localStorage.setItem('config.deimos', '{"showBarcode":false}')
  expect(flags().showBarcode).toBe(false)
})

test('everything that this browser remembers lies under one key, and forgetting removes it [CONST-07]', () => {
  rememberLocally({ language: 'mi', theme: 'dark', balanceHidden: true, devModeEnabled: true })
  rememberLocally({ theme: undefined })
  expect(Object.keys(localStorage)).toEqual(['config.deimos'])
  expect(localConfig()).toEqual({ language: 'mi', balanceHidden: true, devModeEnabled: true })
  forgetLocalConfig()
  expect(localStorage.length).toBe(0)
  expect(localConfig()).toEqual({})
})

test.each(['', 'x', 'null', '[1]', '"devModeEnabled"', '{"devModeEnabled":"yes","language":"fr","theme":1,"other":true}'])(
  '%s in that key does no harm',
  (text) => {
    expect(parseLocalConfig(text)).toEqual({})
  },
)
