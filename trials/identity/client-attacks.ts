import { requestCode, followCallback, submitCode } from '@nikau/testing/http-browser'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { type IdentityEnvironment, newPhone } from './environment.ts'
import type { Tally } from '../harness/tally.ts'

/** State and nonce, as the web app's OpenID library checks them: an answer is valid once, and only for its own request. */
export async function attackClient(environment: IdentityEnvironment, tally: Tally): Promise<void> {
  const app = () =>
    new OidcClient({
      authority: environment.client.issuer,
      client_id: environment.client.clientId,
      redirect_uri: environment.client.redirectUri,
      scope: 'openid',
      stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    })
  const refused = async (client: OidcClient, url: string) => await client.processSigninResponse(url).then(() => false, () => true) // prettier-ignore
  /** A whole sign-in for a request that may have been changed on its way to the provider. */
  const completeSignIn = async (client: OidcClient, change: (url: URL) => void = () => {}) => {
    const { url } = await client.createSigninRequest({ nonce: crypto.randomUUID() })
    const requested = new URL(url)
    change(requested)
    const browser = environment.browser()
    const page = (await browser.get(requested)).location!.href
    const phone = newPhone()
    await requestCode(browser, page, phone)
    return (await followCallback(browser, await submitCode(browser, page, await environment.codeSentTo(phone)))).href
  }

  const victim = app()
  const good = await completeSignIn(victim)
  const user = await victim.processSigninResponse(good)
  tally.check(Boolean(user.access_token), 'the web app’s OpenID library signs in')
  const attacker = app()
  const attackersAnswer = await completeSignIn(attacker)
  const pending = app()
  const { url } = await pending.createSigninRequest({ nonce: crypto.randomUUID() })
  const injected = new URL(attackersAnswer)
  injected.searchParams.set('state', new URL(url).searchParams.get('state')!)
  tally.count('answer used twice, of another browser, without state, and the attacker’s code in the victim’s answer', [
    await refused(victim, good),
    await refused(app(), attackersAnswer),
    await refused(victim, good.replace(/state=[^&]*/, 'state=')),
    await refused(victim, good.replace(/state=[^&]*/, 'state=guess')),
    await refused(pending, injected.href),
  ])
  const nonces = [app(), app()]
  const swapped = [
    await completeSignIn(nonces[0]!, (requested) => requested.searchParams.set('nonce', 'reused')),
    await completeSignIn(nonces[1]!, (requested) => requested.searchParams.delete('nonce')),
  ]
  tally.count('nonce of another request, or none', await Promise.all(swapped.map((answer, i) => refused(nonces[i]!, answer))))
}
