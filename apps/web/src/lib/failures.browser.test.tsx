import { endpoints } from '@nikau/contract/endpoints'
import { createAssetTransfer, getAssetTransferSummary } from '@nikau/contract/asset-transfers'
import { authorizeDirectDebit, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { createWithdrawal } from '@nikau/contract/funds-transfers'
import { createPatronCode, getPatronCodePaymentRequest } from '@nikau/contract/patron-codes'
import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import type { Endpoint } from '@nikau/contract'
import { cents } from '@nikau/money'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { asset, bankAccount, button, dialog, mockServerPerTest, openApp, refusal, server, wallet } from '../testing/fixtures.tsx'
import type { Input } from './call.ts'
import { deployed } from './config.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from './endpoint-hooks.ts'
import { endpointKey, expectedRefusals, failureNames } from './expected-failures.ts'
import type { Report } from './monitoring.ts'
import { startReporting } from './reporting.ts'

// The real screens and hooks, with the app's own query client and monitoring: what arrives at the configured address.

deployed.monitoring = { address: 'https://monitoring.example/reports', errors: 1, traces: 0 }
startReporting(queryClient.getQueryCache(), queryClient.getMutationCache())

mockServerPerTest()
const toMonitoring = 'POST /reports'
beforeEach(() => {
  server.answers[toMonitoring] = () => new Response(null, { status: 204 })
})
const reports = () => server.bodies(toMonitoring) as Report[]
const names = () => reports().map(({ name }) => name)
const badRequest = () => refusal('BAD_REQUEST', {}, 400)

test.each([
  ['/', 'GET /api/account-memberships', 'getAccountMembershipsFailure'],
  ['/bank-accounts', 'GET /api/accounts/mine/bank-accounts', 'listBankAuthoritiesFailed'],
  ['/', 'POST /api/wallet-assets', 'createWalletFailed'],
  ['/', 'GET /api/accounts/mine/assets', 'listAssetsFailed'],
  ['/assets/lost', 'GET /api/assets/lost', 'getAssetFailed'],
  ['/locations', 'GET /api/merchants/search', 'getMerchantsFailed'],
])('on %s a failed %s is reported as %s [ERR-31]', async (path, call, name) => {
  if (call === 'POST /api/wallet-assets') server.answers['GET /api/accounts/mine/assets'] = { items: [] }
  server.answers[call] = badRequest
  await openApp(path)
  await expect.poll(names).toContain(name)
  expect(names().filter((reported) => reported === name)).toHaveLength(1)
})

test('an asset that is shown is not reported [ERR-31]', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), asset('cola', 'cca.coke.main')] }
  await openApp('/assets/cola')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Coca-Cola' })).toBeVisible()
  expect(names()).toEqual([])
})

test('the names and the expected refusals are those of endpoints that exist [ERR-31, ERR-32]', () => {
  const known = new Set(Object.values(endpoints).map(({ method, path }) => endpointKey(method, path)))
  for (const key of [...Object.keys(failureNames), ...Object.keys(expectedRefusals)]) expect(known).toContain(key)
})

function Read({ endpoint, input }: { endpoint: Endpoint; input: Input<Endpoint> }) {
  return <p>{useEndpointQuery(endpoint, input).error?.code}</p>
}
function Act({ endpoint, input }: { endpoint: Endpoint; input: Input<Endpoint> }) {
  const act = useEndpointMutation(endpoint)
  return (
    <>
      <button type="button" onClick={() => act.mutate(input)}>
        Act
      </button>
      <p>{act.error?.code}</p>
    </>
  )
}

/** Makes a call through the app's hooks, which is refused with a code. */
async function refuse(endpoint: Endpoint, input: object, code: string) {
  const Caller = endpoint.method === 'GET' ? Read : Act
  const path = endpoint.path.replace(/:\w+/, 'x')
  server.answers[`${endpoint.method} ${path}`] = () => refusal(code)
  await render(
    <QueryClientProvider client={queryClient}>
      <Caller endpoint={endpoint} input={input} />
    </QueryClientProvider>,
  )
  if (endpoint.method !== 'GET') await button('Act').click()
  await expect.element(page.getByText(code)).toBeVisible()
}

const params = { id: 'x' }
const amount = cents(500n)
const authority = { phoneNumber: '+64215550142', fullName: 'Mia', emailAddress: 'mia@demo.example' }
const send = { body: { assetId: 'wallet', walletId: 'wallet', recipientAlias: '+64215550143', value: amount, idempotencyKey: 'k' } }
const withdraw = { body: { bankAuthorityId: 'asb', walletId: 'wallet', amount, idempotencyKey: 'k' } }

const expectedCalls: [Endpoint, object, string][] = [
  [verifyBankAccount, { params, body: { verificationCode: '1234' } }, 'VERIFICATION_CODE_INVALID'],
  [authorizeDirectDebit, { params, body: authority }, 'DIRECT_DEBIT_LIMIT_EXCEEDED'],
  [createAssetTransfer, send, 'QUOTA_EXCEEDED'],
  [createAssetTransfer, send, 'INSUFFICIENT_WALLET_BALANCE'],
  [createWithdrawal, withdraw, 'QUOTA_EXCEEDED'],
  [createWithdrawal, withdraw, 'INSUFFICIENT_WALLET_BALANCE'],
  [getPatronCodePaymentRequest, {}, 'REQUEST_NOT_FOUND'],
  [getPaymentRequestSummary, { params }, 'FORBIDDEN'],
  [getAssetTransferSummary, { params }, 'FORBIDDEN'],
  [createPatronCode, { body: {} }, 'RATE_LIMIT_EXCEEDED'],
  [createPatronCode, { body: {} }, 'ACCOUNT_FROZEN'],
]
test.each(expectedCalls.map(([endpoint, input, code]) => [endpoint.path, code, endpoint, input] as const))(
  'the call of %s refused with %s is not reported [ERR-32]',
  async (_, code, endpoint, input) => {
    await refuse(endpoint, input, code)
    expect(reports()).toEqual([])
    // The same call with another failure is.
    server.answers = Object.fromEntries(Object.keys(server.answers).map((call) => [call, call === toMonitoring ? server.answers[call] : badRequest]))
    if (endpoint.method === 'GET') await queryClient.refetchQueries({ queryKey: [endpoint.method, endpoint.path] })
    else await button('Act').click()
    await expect.poll(reports).toMatchObject([{ kind: 'error', detail: { endpoint: endpointKey(endpoint.method, endpoint.path), code: 'BAD_REQUEST' } }])
  },
)

test('a bank account that cannot be linked is not reported, whichever of the codes refuses it [ERR-32]', async () => {
  await openApp('/link-bank-account')
  await page.getByRole('textbox', { name: 'Name on account' }).fill('M R Tuhoro')
  await page.getByRole('textbox', { name: 'Account number' }).fill('12-3140-0171323-50')
  await page.getByText(/^I agree to the direct debit terms/).click()
  const codes = [
    ['BANK_AUTHORITY_LIMIT_EXCEEDED', 'Bank Account Limit'],
    ['BANK_ACCOUNT_LIMIT_EXCEEDED', 'Bank Account Limit'],
    ['DIRECT_DEBIT_LIMIT_EXCEEDED', 'Bank Account Limit'],
    ['BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED', 'Account Limit Reached'],
    ['BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED', 'Account Limit Reached'],
    ['DUPLICATE_BANK_ACCOUNT', 'Duplicate Bank Account'],
  ] as const
  for (const [code, title] of codes) {
    server.answers['POST /api/bank-accounts'] = () => refusal(code)
    await button('Link Bank Account').click()
    await dialog(title).getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(reports()).toEqual([])
  server.answers['POST /api/bank-accounts'] = () => refusal('FORBIDDEN')
  await button('Link Bank Account').click()
  await expect.poll(reports).toMatchObject([{ name: 'callFailed', screen: 'link-bank-account', detail: { endpoint: 'POST /api/bank-accounts' } }])
})

test('a failed export is reported [ERR-33]', async () => {
  server.answers['GET /api/wallets/wallet/statement'] = () => refusal('STATEMENT_TOO_LONG')
  await openApp('/activity')
  await button('Export').click()
  await button('PDF, to read and keep').click()
  await expect.element(page.getByRole('alert').getByText('We couldn’t create the file')).toBeVisible()
  await expect
    .poll(reports)
    .toMatchObject([{ kind: 'error', name: 'callFailed', detail: { endpoint: 'GET /api/wallets/:/statement', status: 403, code: 'STATEMENT_TOO_LONG' } }])
})

test('a withdrawal without an answer is reported once it has been given up [ERR-33]', async () => {
  server.answers['GET /api/accounts/mine/bank-accounts'] = [bankAccount('asb')]
  const { mutations } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), mutations: { ...mutations, retryDelay: 1 } })
  server.answers['POST /api/withdrawals'] = () => refusal('INTERNAL', {}, 500)
  await render(
    <QueryClientProvider client={queryClient}>
      <Act endpoint={createWithdrawal} input={withdraw} />
    </QueryClientProvider>,
  )
  await button('Act').click()
  await expect.poll(reports).toMatchObject([{ detail: { endpoint: 'POST /api/withdrawals', status: 500 } }])
  expect(server.to('POST /api/withdrawals')).toHaveLength(4)
})

test('an uncaught error is reported [ERR-33]', async () => {
  dispatchEvent(new ErrorEvent('error', { error: new TypeError('undefined is not a function') }))
  await expect.poll(reports).toMatchObject([{ name: 'uncaughtError', detail: { type: 'TypeError', message: 'undefined is not a function' } }])
})
