import { createPublicKey } from 'node:crypto'
import {
  type PageResponse,
  requestCode,
  buildAuthorizationRequest,
  callToken,
  followCallback,
  exchangeCode,
  submitCode,
  openSignIn,
  type AuthorizationRequest,
  signIn,
  type Tokens,
} from '@nikau/testing/http-browser'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { redirectVariants } from './redirects.ts'
import { type IdentityEnvironment, newPhone, webOrigin } from './environment.ts'
import type { Tally } from '../harness/tally.ts'

/** Attacks on OAuth and OpenID: each must be refused, and stolen tokens must be revoked. */
export async function attackProtocol(environment: IdentityEnvironment, tally: Tally): Promise<void> {
  const { client } = environment
  const isValid = async (token: string) => (await environment.browser().get(`${client.issuer}/me`, { authorization: `Bearer ${token}` })).status === 200
  const refresh = (tokens: Tokens) => callToken(environment.browser(), client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  const isRevoked = async (tokens: Tokens) => !(await isValid(tokens.access_token)) && (await refresh(tokens)).status === 400
  const signedIn = () => signIn(environment.browser(), client, newPhone(), environment.codeSentTo)
  const withCode = async (): Promise<{ request: AuthorizationRequest; code: string }> => {
    const browser = environment.browser()
    const request = buildAuthorizationRequest(client)
    const page = await openSignIn(browser, request)
    const phone = newPhone()
    await requestCode(browser, page, phone)
    const callback = await followCallback(browser, await submitCode(browser, page, await environment.codeSentTo(phone)))
    return { request, code: callback.searchParams.get('code')! }
  }
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

  const replays = await times(5, async () => {
    const { tokens, request, code } = await signedIn()
    if (!(await isValid(tokens.access_token))) throw new Error('a valid token is refused')
    const again = await exchangeCode(environment.browser(), client, request, code)
    return [again.status === 400, await isRevoked(tokens)]
  })
  tally.count(
    'code replayed',
    replays.map(([refused]) => refused!),
  )
  tally.count(
    'tokens of a replayed code',
    replays.map(([, revoked]) => revoked!),
  )

  const raced = await times(3, async () => {
    const { request, code } = await withCode()
    const answers = await times(8, () => exchangeCode(environment.browser(), client, request, code))
    const won = answers.filter((answer) => answer.status === 200)
    return [won.length <= 1, ...(await Promise.all(won.map((answer) => isRevoked(answer.body))))]
  })
  tally.count('one code exchanged eight times at once: at most one succeeds, and its tokens are revoked', raced.flat())

  await attackPkce()
  const other = await withCode()
  const wrongRedirect = await callToken(environment.browser(), client, {
    grant_type: 'authorization_code',
    code: other.code,
    redirect_uri: `${webOrigin}/deimos/silent.html`,
    code_verifier: other.request.verifier,
  })
  const wrongClient = await callToken(
    environment.browser(),
    { ...client, clientId: 'nikau-evil' },
    { grant_type: 'authorization_code', code: other.code, redirect_uri: client.redirectUri, code_verifier: other.request.verifier },
  )
  tally.count('code exchanged for another redirect URI or by another client', [
    wrongRedirect.status === 400,
    wrongClient.status === 401 || wrongClient.status === 400,
  ])

  const variants = redirectVariants(client.redirectUri)
  if (variants.length !== 60) throw new Error(`${variants.length} variants, not 60`)
  const answers = await Promise.all(variants.map((redirect_uri) => environment.browser().get(buildAuthorizationRequest(client, { redirect_uri }).url)))
  tally.count(
    'redirect_uri variants',
    answers.map((answer) => answer.status === 400 && answer.location === undefined),
  )

  const changes: Record<string, string>[] = [
    { response_type: 'token' },
    { response_type: 'id_token' },
    { response_type: 'code id_token' },
    { scope: 'profile' },
    { request: 'x.y.z' },
    { request_uri: 'https://evil.example/r' },
    { client_id: 'other' },
    { prompt: 'none' },
  ]
  const answersToChanges = await Promise.all(changes.map((change) => environment.browser().get(buildAuthorizationRequest(client, change).url)))
  tally.count(
    'other flows, scopes, request objects, clients, silent without a session',
    answersToChanges.map((answer) => isRefusal(answer)),
  )

  const families = await times(5, async () => {
    const { tokens } = await signedIn()
    const second = await refresh(tokens)
    const third = await refresh(second.body)
    if (third.status !== 200) throw new Error('rotation failed')
    return [(await refresh(tokens)).status === 400, await isRevoked(third.body), await isRevoked(second.body)]
  })
  tally.count('used refresh token, and then its whole family', families.flat())

  await attackSignatures()

  const victim = await signedIn()
  const crossSite = await environment
    .browser()
    .post(
      `${client.issuer}/token`,
      { client_id: client.clientId, grant_type: 'refresh_token', refresh_token: victim.tokens.refresh_token },
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
    const started = await Promise.all(starts.map((change) => environment.browser().get(buildAuthorizationRequest(client, change).url)))
    const verifiers = ['', 'x'.repeat(43), buildAuthorizationRequest(client).verifier, 'short', undefined, 'challenge']
    const ended = await Promise.all(
      verifiers.map(async (verifier) => {
        const { request, code } = await withCode()
        const shown = verifier === 'challenge' ? request.url.searchParams.get('code_challenge')! : verifier
        return await callToken(environment.browser(), client, {
          grant_type: 'authorization_code',
          code,
          redirect_uri: client.redirectUri,
          ...(shown === undefined ? {} : { code_verifier: shown }),
        })
      }),
    )
    tally.count('missing, wrong and plain PKCE', [...started.map((answer) => isRefusal(answer)), ...ended.map((answer) => answer.status === 400)])
  }

  /** Tokens with a foreign signature, or none, wherever the provider reads tokens: as logout hint, access token and client assertion. */
  async function attackSignatures(): Promise<void> {
    const { tokens } = await signedIn()
    const claims = decodeJwt(tokens.id_token)
    const header = decodeProtectedHeader(tokens.id_token)
    const { keys } = JSON.parse((await environment.browser().get(`${client.issuer}/jwks`)).text) as { keys: JWK[] }
    const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const foreign = await generateKeyPair('ES256', { extractable: true })
    const embedded = { ...(await exportJWK(foreign.publicKey)), kid: header.kid! }
    const confused = (secret: string | Buffer) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: header.kid! }).sign(Buffer.from(secret))
    const [head, , signature] = tokens.id_token.split('.') as [string, string, string]
    const forged = [
      new UnsecuredJWT(claims).encode(),
      `${Buffer.from(JSON.stringify({ alg: 'none', kid: header.kid })).toString('base64url')}.${tokens.id_token.split('.')[1]}.${signature}`,
      await confused(pem),
      await confused(JSON.stringify(keys[0])),
      await confused(Buffer.from(keys[0]!.x!, 'base64url')),
      await confused(client.clientId),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: header.kid! }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk: embedded }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '../../dev/null' }).sign(foreign.privateKey),
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: '00000000-0000-4000-8000-000000000000' })).toString('base64url')}.${signature}`,
    ]
    const hints = await Promise.all(forged.map((hint) => environment.browser().get(`${client.issuer}/session/end?id_token_hint=${hint}`)))
    const bearers = await Promise.all([...forged, tokens.id_token].map((token) => isValid(token)))
    const assertions = await Promise.all(
      forged.map((client_assertion) =>
        environment.browser().post(`${client.issuer}/token`, {
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
          client_assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      ),
    )
    tally.count(
      'alg none, key confusion, foreign keys as logout hint',
      hints.map((answer) => answer.status === 400),
    )
    tally.count(
      'the same as access token',
      bearers.map((valid) => !valid),
    )
    tally.count(
      'the same as client assertion',
      assertions.map((answer) => answer.status === 400 || answer.status === 401),
    )
    tally.check(await isValid(tokens.access_token), 'the genuine token is still valid')
  }
}

/** Refused with an error, at the registered redirect URI or on a page, and without a code. */
function isRefusal(answer: PageResponse): boolean {
  if (answer.location === undefined) return answer.status >= 400
  const parameters = new URLSearchParams(answer.location.search || answer.location.hash.slice(1))
  return parameters.has('error') && !parameters.has('code')
}
