import { flagNames } from '@nikau/contract/flags'
import { beforeEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { flags, resolveFlags, useFlags } from './flags.ts'
import { clearLocalConfig, localConfig, parseLocalConfig, updateLocalConfig } from './local-config.ts'

beforeEach(() => localStorage.clear())

test('this browser’s setting overrides the deployment’s, which overrides the default [FLAG-01]', () => {
  expect(resolveFlags({}, {}).showWithdraw).toBe(false)
  expect(resolveFlags({}, { showWithdraw: true }).showWithdraw).toBe(true)
  expect(resolveFlags({ showWithdraw: false }, { showWithdraw: true }).showWithdraw).toBe(false)
  expect(resolveFlags({ v2GetPaymentRequestEnabled: false }, { v2GetPaymentRequestEnabled: true }).v2GetPaymentRequestEnabled).toBe(false)
})

test('thirteen flags, one of them on by default [FLAG-02, FLAG-03]', () => {
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
  const defaults = resolveFlags({}, {})
  expect(flagNames.filter((name) => defaults[name])).toEqual(['v2GetPaymentRequestEnabled'])
})

test('a changed flag in config.deimos applies at once, and components re-render [FLAG-01]', async () => {
  const { result, act } = await renderHook(() => useFlags())
  expect(result.current.showBarcode).toBe(false)
  await act(() => updateLocalConfig({ showBarcode: true }))
  expect(result.current.showBarcode).toBe(true)
  localStorage.setItem('config.deimos', '{"showBarcode":false}')
  expect(flags().showBarcode).toBe(false)
})

test('all settings of this browser are under one key, and clearing removes it [CONST-07]', () => {
  updateLocalConfig({ language: 'mi', theme: 'dark', balanceHidden: true, devModeEnabled: true })
  updateLocalConfig({ theme: undefined })
  expect(Object.keys(localStorage)).toEqual(['config.deimos'])
  expect(localConfig()).toEqual({ language: 'mi', balanceHidden: true, devModeEnabled: true })
  clearLocalConfig()
  expect(localStorage.length).toBe(0)
  expect(localConfig()).toEqual({})
})

test.each(['', 'x', 'null', '[1]', '"devModeEnabled"', '{"devModeEnabled":"yes","language":"fr","theme":1,"other":true}'])(
  '%s under that key is ignored',
  (text) => {
    expect(parseLocalConfig(text)).toEqual({})
  },
)
