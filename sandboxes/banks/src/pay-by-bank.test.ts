import { createLocalJWKSet, jwtVerify } from 'jose'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankIds } from './banks.ts'
import {
  authorisationUrl,
  clientToken,
  consentIdFor,
  customerOf,
  decide,
  fragment,
  control,
  initiation,
  makeKeys,
  openBrowser,
  startBanks,
  token,
  walletOrigin,
  type Banks,
} from './wallet.fixture.ts'

let server: Banks
beforeAll(async () => {
  server = await startBanks()
})
afterAll(() => server.close())

const half = (text: string): string => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

test.each(bankIds)('%s: the whole hybrid flow, from consent to a code in the fragment and a token', async (bank) => {
  const consentId = await consentIdFor(server, bank, initiation(bank, '12.50'))
  const back = await decide(openBrowser(), await authorisationUrl(server, bank, consentId, 'st-42'), customerOf[bank])
  expect(back.url.split('#')[0]).toBe(`${walletOrigin}/${bank}/oidc-callback`)
  const answer = fragment(back.url)
  expect(answer.get('state')).toBe('st-42')

  const discovery = (await (await fetch(`${server.origin}/${bank}/.well-known/openid-configuration`)).json()) as {
    issuer: string
    jwks_uri: string
    token_endpoint: string
  }
  expect(discovery).toMatchObject({ issuer: `${server.origin}/${bank}`, token_endpoint: `${server.origin}/${bank}/token` })
  const keys = createLocalJWKSet((await (await fetch(discovery.jwks_uri)).json()) as Parameters<typeof createLocalJWKSet>[0])
  const { payload } = await jwtVerify(answer.get('id_token')!, keys, { issuer: discovery.issuer, audience: 'nikau' })
  expect(payload).toMatchObject({ sub: consentId, nonce: 'nonce-st-42', c_hash: half(answer.get('code')!), s_hash: half('st-42') })

  const exchanged = await token(server, bank, {
    grant_type: 'authorization_code',
    code: answer.get('code')!,
    redirect_uri: `${walletOrigin}/${bank}/oidc-callback`,
  })
  expect(exchanged.status).toBe(200)
  expect(await exchanged.json()).toMatchObject({ token_type: 'Bearer', scope: 'openid payments' })
  expect(await clientToken(server, bank)).toMatch(/^[\w-]{20,}$/)
})

test('the wallet’s keys can be fetched from a URL', async () => {
  const keys = await makeKeys('ES256')
  const wallet = createServer((_request, answer) => answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [keys.publicJwk] })))
  await new Promise<void>((resolve) => wallet.listen(0, resolve))
  const fetching = await startBanks({ alg: 'ES256', keys, jwksUri: `http://localhost:${(wallet.address() as AddressInfo).port}/jwks.json` })
  try {
    expect(await clientToken(fetching, 'bnz')).toMatch(/^[\w-]{20,}$/)
  } finally {
    await fetching.close()
    wallet.close()
  }
})

test('a consent that names a debtor account offers no other', async () => {
  const body = initiation('bnz', '12.50', { DebtorAccount: { SchemeName: 'BECSElectronicCredit', Identification: '02-0500-0221029-00' } })
  const consentId = await consentIdFor(server, 'bnz', body)
  const browser = openBrowser()
  const login = await browser.visit(await authorisationUrl(server, 'bnz', consentId, 's'))
  const page = await browser.visit(`${login.url}/login`, { customer: customerOf.bnz, password: 'x' })
  expect(page.text).toContain('02-0500-0221029-00')
  expect(page.text).not.toContain('02-0500-0214005-00')
})

test('id tokens, codes and assertions follow a clock moved by months', async () => {
  await control(server, 'clock', { advance: '200d' })
  const consentId = await consentIdFor(server, 'asb', initiation('asb', '12.50'))
  const back = await decide(openBrowser(), await authorisationUrl(server, 'asb', consentId, 's'), customerOf.asb)
  const claims = JSON.parse(Buffer.from(fragment(back.url).get('id_token')!.split('.')[1]!, 'base64url').toString()) as { iat: number }
  expect(claims.iat * 1000 - Date.now()).toBeGreaterThan(199 * 86_400_000)
})
