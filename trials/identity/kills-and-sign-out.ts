import { requestCode, buildAuthorizationRequest, followCallback, exchangeCode, submitCode, openSignIn, signIn } from '@nikau/testing/http-browser'
import { type IdentityEnvironment, newPhone, webOrigin } from './environment.ts'
import type { Tally } from '../harness/tally.ts'

const steps = ['page', 'number', 'code', 'redirect'] as const

/** The provider is killed with SIGKILL after each step in turn and started again: the sign-in still completes. */
export async function killDuringSignIn(environment: IdentityEnvironment, tally: Tally): Promise<void> {
  for (const victim of steps) {
    const browser = environment.browserAtFirst()
    const killAfter = async (step: (typeof steps)[number]) => void (step === victim && (await environment.killFirst()))
    const request = buildAuthorizationRequest(environment.client)
    const phone = newPhone()
    const page = await openSignIn(browser, request)
    await killAfter('page')
    await requestCode(browser, page, phone)
    await killAfter('number')
    const accepted = await submitCode(browser, page, await environment.codeSentTo(phone))
    await killAfter('code')
    const callback = await followCallback(browser, accepted)
    await killAfter('redirect')
    const { status } = await exchangeCode(browser, environment.client, request, callback.searchParams.get('code') ?? '')
    tally.check(status === 200, `killed after the ${victim}: the sign-in completed`)
  }
}

/** Sign-out, by revocation and by the provider's page, ends access at the API within two seconds, although the API caches tokens. */
export async function signOut(environment: IdentityEnvironment, tally: Tally, rounds: number): Promise<void> {
  const { client } = environment
  const statusWith = async (token: string) =>
    (await fetch(`${environment.api}/api/account-memberships`, { headers: { authorization: `Bearer ${token}` } })).status
  const times: number[] = []
  const ended: boolean[] = []
  for (let i = 0; i < rounds; i++) {
    const browser = environment.browser()
    const { tokens } = await signIn(browser, client, newPhone(), environment.codeSentTo)
    if ((await statusWith(tokens.access_token)) !== 200 || (await statusWith(tokens.access_token)) !== 200) throw new Error('the API refuses a valid token')
    if (i % 2) await browser.post(`${client.issuer}/token/revocation`, { client_id: client.clientId, token: tokens.access_token })
    else {
      const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${webOrigin}/deimos/logout/oidc-callback` })
      const page = await browser.get(`${client.issuer}/session/end?${query.toString()}`)
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      await browser.post(`${client.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    }
    const start = performance.now()
    while ((await statusWith(tokens.access_token)) !== 401 && performance.now() - start < 5000) await new Promise((resolve) => setTimeout(resolve, 5))
    times.push(performance.now() - start)
    ended.push(times.at(-1)! < 2000)
  }
  tally.count('API calls with a token after sign-out', ended)
  console.log(`    refused at most ${Math.max(...times).toFixed(0)} ms after the sign-out was answered`)
}
