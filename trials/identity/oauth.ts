import { createPublicKey } from 'node:crypto'
import {
  type Answer,
  askForCode,
  authorisation,
  callToken,
  comeBack,
  exchange,
  giveCode,
  openSignIn,
  type Request,
  signIn,
  type Tokens,
} from '@nikau/testing/visitor'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { redirectVariants } from './redirects.ts'
import { newPhone, type Tally, webOrigin, type World } from './world.ts'

/** What a thief tries on the protocol: every one of these must be refused, and what was stolen must die. */
export async function attackProtocol(world: World, tally: Tally): Promise<void> {
  const { client } = world
  const isAlive = async (token: string) => (await world.browser().get(`${client.issuer}/me`, { authorization: `Bearer ${token}` })).status === 200
  const refresh = (tokens: Tokens) => callToken(world.browser(), client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  const isDead = async (tokens: Tokens) => !(await isAlive(tokens.access_token)) && (await refresh(tokens)).status === 400
  const signedIn = () => signIn(world.browser(), client, newPhone(), world.codeAt)
  const withCode = async (): Promise<{ request: Request; code: string }> => {
    const browser = world.browser()
    const request = authorisation(client)
    const page = await openSignIn(browser, request)
    const phone = newPhone()
    await askForCode(browser, page, phone)
    const callback = await comeBack(browser, await giveCode(browser, page, await world.codeAt(phone)))
    return { request, code: callback.searchParams.get('code')! }
  }
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

  const replays = await times(5, async () => {
    const { tokens, request, code } = await signedIn()
    if (!(await isAlive(tokens.access_token))) throw new Error('a good token is not alive')
    const again = await exchange(world.browser(), client, request, code)
    return [again.status === 400, await isDead(tokens)]
  })
  tally.count(
    'code replayed',
    replays.map(([refused]) => refused!),
  )
  tally.count(
    'tokens of a replayed code',
    replays.map(([, dead]) => dead!),
  )

  const raced = await times(3, async () => {
    const { request, code } = await withCode()
    const answers = await times(8, () => exchange(world.browser(), client, request, code))
    const won = answers.filter((answer) => answer.status === 200)
    return [won.length <= 1, ...(await Promise.all(won.map((answer) => isDead(answer.body))))]
  })
  tally.count('one code exchanged eight times at once: no second winner, and the first one’s tokens dead', raced.flat())

  await attackPkce()
  const other = await withCode()
  const wrongHome = await callToken(world.browser(), client, {
    grant_type: 'authorization_code',
    code: other.code,
    redirect_uri: `${webOrigin}/deimos/silent.html`,
    code_verifier: other.request.verifier,
  })
  const wrongClient = await callToken(
    world.browser(),
    { ...client, clientId: 'nikau-evil' },
    { grant_type: 'authorization_code', code: other.code, redirect_uri: client.redirectUri, code_verifier: other.request.verifier },
  )
  tally.count('code shown for another address or by another client', [wrongHome.status === 400, wrongClient.status === 401 || wrongClient.status === 400])

  const variants = redirectVariants(client.redirectUri)
  if (variants.length !== 60) throw new Error(`${variants.length} variants, not 60`)
  const answers = await Promise.all(variants.map((redirect_uri) => world.browser().get(authorisation(client, { redirect_uri }).url)))
  tally.count(
    'redirect_uri variants',
    answers.map((answer) => answer.status === 400 && answer.location === undefined),
  )

  const asked: Record<string, string>[] = [
    { response_type: 'token' },
    { response_type: 'id_token' },
    { response_type: 'code id_token' },
    { scope: 'profile' },
    { request: 'x.y.z' },
    { request_uri: 'https://evil.example/r' },
    { client_id: 'other' },
    { prompt: 'none' },
  ]
  const odd = await Promise.all(asked.map((change) => world.browser().get(authorisation(client, change).url)))
  tally.count(
    'other flows, scopes, request objects, clients, silent without a session',
    odd.map((answer) => isRefusal(answer)),
  )

  const families = await times(5, async () => {
    const { tokens } = await signedIn()
    const second = await refresh(tokens)
    const third = await refresh(second.body)
    if (third.status !== 200) throw new Error('rotation failed')
    return [(await refresh(tokens)).status === 400, await isDead(third.body), await isDead(second.body)]
  })
  tally.count('used refresh token, and its whole family after it', families.flat())

  await attackSignatures()

  const foreign = await signedIn()
  const crossSite = await world
    .browser()
    .post(
      `${client.issuer}/token`,
      { client_id: client.clientId, grant_type: 'refresh_token', refresh_token: foreign.tokens.refresh_token },
      { origin: 'https://evil.example' },
    )
  tally.count('token call from a foreign origin', [crossSite.status === 400 && crossSite.headers.get('access-control-allow-origin') === null])

  async function attackPkce(): Promise<void> {
    const starts = [
      { code_challenge: undefined },
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { code_challenge_method: 's256' },
      { code_challenge: 'short' },
    ]
    const started = await Promise.all(starts.map((change) => world.browser().get(authorisation(client, change).url)))
    const verifiers = ['', 'x'.repeat(43), authorisation(client).verifier, 'short', undefined, 'challenge']
    const ended = await Promise.all(
      verifiers.map(async (verifier) => {
        const { request, code } = await withCode()
        const shown = verifier === 'challenge' ? request.url.searchParams.get('code_challenge')! : verifier
        return await callToken(world.browser(), client, {
          grant_type: 'authorization_code',
          code,
          redirect_uri: client.redirectUri,
          ...(shown === undefined ? {} : { code_verifier: shown }),
        })
      }),
    )
    tally.count('missing, wrong and plain PKCE', [...started.map((answer) => isRefusal(answer)), ...ended.map((answer) => answer.status === 400)])
  }

  /** Tokens that somebody else signed, or nobody, shown where the provider reads tokens: as a logout hint and as access token. */
  async function attackSignatures(): Promise<void> {
    const { tokens } = await signedIn()
    const claims = decodeJwt(tokens.id_token)
    const header = decodeProtectedHeader(tokens.id_token)
    const { keys } = JSON.parse((await world.browser().get(`${client.issuer}/jwks`)).text) as { keys: JWK[] }
    const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const stranger = await generateKeyPair('ES256', { extractable: true })
    const embedded = { ...(await exportJWK(stranger.publicKey)), kid: header.kid! }
    const confused = (secret: string | Buffer) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: header.kid! }).sign(Buffer.from(secret))
    const [head, , signature] = tokens.id_token.split('.') as [string, string, string]
    const forged = [
      new UnsecuredJWT(claims).encode(),
      `${Buffer.from(JSON.stringify({ alg: 'none', kid: header.kid })).toString('base64url')}.${tokens.id_token.split('.')[1]}.${signature}`,
      await confused(pem),
      await confused(JSON.stringify(keys[0])),
      await confused(Buffer.from(keys[0]!.x!, 'base64url')),
      await confused(client.clientId),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: header.kid! }).sign(stranger.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk: embedded }).sign(stranger.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '../../dev/null' }).sign(stranger.privateKey),
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: '00000000-0000-4000-8000-000000000000' })).toString('base64url')}.${signature}`,
    ]
    const hints = await Promise.all(forged.map((hint) => world.browser().get(`${client.issuer}/session/end?id_token_hint=${hint}`)))
    const bearers = await Promise.all([...forged, tokens.id_token].map((token) => isAlive(token)))
    const assertions = await Promise.all(
      forged.map((client_assertion) =>
        world.browser().post(`${client.issuer}/token`, {
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
          client_assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      ),
    )
    tally.count(
      'alg none, key confusion, strange keys as logout hint',
      hints.map((answer) => answer.status === 400),
    )
    tally.count(
      'the same as access token',
      bearers.map((alive) => !alive),
    )
    tally.count(
      'the same as client assertion',
      assertions.map((answer) => answer.status === 400 || answer.status === 401),
    )
    tally.must(await isAlive(tokens.access_token), 'the true token was not harmed by any of them')
  }
}

/** Refused with an error, at the registered address or on a page, and without a code. */
function isRefusal(answer: Answer): boolean {
  if (answer.location === undefined) return answer.status >= 400
  const said = new URLSearchParams(answer.location.search || answer.location.hash.slice(1))
  return said.has('error') && !said.has('code')
}
