import { askForCode, comeBack, giveCode } from '@nikau/testing/visitor'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { newPhone, type Tally, type World } from './world.ts'

/** State and nonce as the web app's own library checks them: an answer counts once, and only for the question that was asked. */
export async function attackClient(world: World, tally: Tally): Promise<void> {
  const app = () =>
    new OidcClient({
      authority: world.client.issuer,
      client_id: world.client.clientId,
      redirect_uri: world.client.redirectUri,
      scope: 'openid',
      stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    })
  const refused = async (client: OidcClient, url: string) => await client.processSigninResponse(url).then(() => false, () => true) // prettier-ignore
  /** A whole sign-in for a request that may have been changed on its way to the provider. */
  const through = async (client: OidcClient, change: (url: URL) => void = () => {}) => {
    const { url } = await client.createSigninRequest({ nonce: crypto.randomUUID() })
    const asked = new URL(url)
    change(asked)
    const browser = world.browser()
    const page = (await browser.get(asked)).location!.href
    const phone = newPhone()
    await askForCode(browser, page, phone)
    return (await comeBack(browser, await giveCode(browser, page, await world.codeAt(phone)))).href
  }

  const victim = app()
  const good = await through(victim)
  const user = await victim.processSigninResponse(good)
  tally.must(Boolean(user.access_token), 'the web app’s own library signs in')
  const thief = app()
  const thiefs = await through(thief)
  const pending = app()
  const { url } = await pending.createSigninRequest({ nonce: crypto.randomUUID() })
  const injected = new URL(thiefs)
  injected.searchParams.set('state', new URL(url).searchParams.get('state')!)
  tally.count('answer used twice, of another browser, without state, and a thief’s code in the victim’s answer', [
    await refused(victim, good),
    await refused(app(), thiefs),
    await refused(victim, good.replace(/state=[^&]*/, 'state=')),
    await refused(victim, good.replace(/state=[^&]*/, 'state=guess')),
    await refused(pending, injected.href),
  ])
  const nonces = [app(), app()]
  const swapped = [
    await through(nonces[0]!, (asked) => asked.searchParams.set('nonce', 'reused')),
    await through(nonces[1]!, (asked) => asked.searchParams.delete('nonce')),
  ]
  tally.count('nonce of another request, or none', await Promise.all(swapped.map((answer, i) => refused(nonces[i]!, answer))))
}
