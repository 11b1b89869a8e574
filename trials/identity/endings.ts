import { askForCode, authorisation, comeBack, exchange, giveCode, openSignIn, signIn } from '@nikau/testing/visitor'
import { newPhone, type Tally, webOrigin, type World } from './world.ts'

const steps = ['the page', 'the number', 'the code', 'the way back'] as const

/** The provider is killed with SIGKILL after each step in turn and started again: the person notices nothing. */
export async function killInTheMiddle(world: World, tally: Tally): Promise<void> {
  for (const victim of steps) {
    const browser = world.atFirst()
    const killAfter = async (step: (typeof steps)[number]) => void (step === victim && (await world.killFirst()))
    const request = authorisation(world.client)
    const phone = newPhone()
    const page = await openSignIn(browser, request)
    await killAfter('the page')
    await askForCode(browser, page, phone)
    await killAfter('the number')
    const accepted = await giveCode(browser, page, await world.codeAt(phone))
    await killAfter('the code')
    const callback = await comeBack(browser, accepted)
    await killAfter('the way back')
    const { status } = await exchange(browser, world.client, request, callback.searchParams.get('code') ?? '')
    tally.must(status === 200, `killed after ${victim}: the sign-in finished`)
  }
}

/** Logging out, by revocation and by the provider's page, ends access at the API within two seconds, though it reads no token twice. */
export async function logOut(world: World, tally: Tally, rounds: number): Promise<void> {
  const { client } = world
  const mayCall = async (token: string) => (await fetch(`${world.api}/api/account-memberships`, { headers: { authorization: `Bearer ${token}` } })).status
  const times: number[] = []
  const ended: boolean[] = []
  for (let i = 0; i < rounds; i++) {
    const browser = world.browser()
    const { tokens } = await signIn(browser, client, newPhone(), world.codeAt)
    if ((await mayCall(tokens.access_token)) !== 200 || (await mayCall(tokens.access_token)) !== 200) throw new Error('the API does not know a good token')
    if (i % 2) await browser.post(`${client.issuer}/token/revocation`, { client_id: client.clientId, token: tokens.access_token })
    else {
      const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${webOrigin}/deimos/logout/oidc-callback` })
      const page = await browser.get(`${client.issuer}/session/end?${query.toString()}`)
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      await browser.post(`${client.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    }
    const start = performance.now()
    while ((await mayCall(tokens.access_token)) !== 401 && performance.now() - start < 5000) await new Promise((resolve) => setTimeout(resolve, 5))
    times.push(performance.now() - start)
    ended.push(times.at(-1)! < 2000)
  }
  tally.count('API calls with a token after logout', ended)
  console.log(`    refused at the latest ${Math.max(...times).toFixed(0)} ms after the logout was answered`)
}
