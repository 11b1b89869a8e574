import { randomUUID } from 'node:crypto'
import { buildAuthorizationRequest, openSignIn, requestCode, signIn } from '@nikau/testing/http-browser'
import type { Answer } from '../harness/client.ts'
import type { Tally } from '../harness/tally.ts'
import { pause, until } from '../harness/wait.ts'
import { newAddress, newPhone, type SecurityEnvironment } from './environment.ts'

const asksToSignIn = ({ status, body }: Answer) => status === 403 && body.message === 'SIGN_IN_AGAIN' && body.signIn?.maxAge === 300

interface Operation {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, { description: string } | { $ref: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { description: string }> }
}

/**
 * SEC-4: a thief with a session of 50 days tries every endpoint that asks for step-up, taken from the API's own document, with the
 * victim's own ids, and the passkeys at the identity provider (SEC-17).
 */
export async function stolenSession(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { unlimited, identity } = environment
  const victim = await environment.createPayer(100_000)
  const headers = await victim.oldSession()
  const document = (await unlimited.callOk('GET', '/openapi.json', {})) as Document
  const asksForStepUp = ({ responses: { 403: refused } }: Operation) =>
    refused !== undefined &&
    ('$ref' in refused ? document.components.responses[refused.$ref.split('/').at(-1)!]! : refused).description.includes('SIGN_IN_AGAIN')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => (asksForStepUp(operation) ? [{ path, method, operation }] : [])),
  )
  const shop = await environment.createShop()
  const large = await shop.createRequest(50_001)
  const paid = await shop.createRequest(50_001)
  const customer = await environment.createPayer(100_000)
  if ((await customer.pay(paid)).status !== 200) throw new Error('the payment to refund was not made')
  await environment.query(`insert into account_member (account_id, person_id, role, added_at) values ($1, $2, 'account-owner', now())`, [
    shop.accountId,
    victim.personId,
  ])
  await unlimited.callOk('PUT', `/api/accounts/${victim.accountId}/limits`, victim.headers, { 'no-signal': '1000' })
  const connectionIds = { open: '', authorised: '' }
  for (const name of ['open', 'authorised'] as const)
    connectionIds[name] = (await unlimited.callOk('POST', '/api/connections', shop.till, { merchantId: shop.merchantId })).id
  const permission = await unlimited.callOk('POST', `/api/connections/${connectionIds.authorised}/authorize`, victim.headers, { accountId: victim.accountId })
  /** What `{id}` is in the path, by operation. */
  const targets: Record<string, string> = {
    payPaymentRequest: large,
    refundPaymentRequest: paid,
    authorizeConnection: connectionIds.open,
    updatePermission: permission.id,
    resumePermission: permission.id,
  }
  const ids: Record<string, string> = { accountId: victim.accountId, name: 'till' }
  const bodies: Record<string, object> = {
    payPaymentRequest: { assetType: 'nikau.nzd.test', assetId: victim.walletId, idempotencyKey: randomUUID() },
    refundPaymentRequest: { value: { amount: '50001', currency: 'NZD' }, externalRef: 'thief' },
    updateProfile: { givenName: 'M', email: 'thief@example.nz' },
    createWithdrawal: { bankAuthorityId: 'x', walletId: victim.walletId, amount: '100', idempotencyKey: randomUUID() },
    linkBankAccount: { accountId: victim.accountId, bankAccountName: 'T', bankAccountNumber: '00-0500-0100000-00' },
    authorizeDirectDebit: { phoneNumber: '+64211234567', fullName: 'T T', emailAddress: 'thief@example.nz' },
    choosePayoutAccount: { bankAccountId: 'x' },
    createApiKey: { name: 'thief', role: 'account-owner' },
    updateApiKey: { enabled: true },
    rollApiKey: { overlapHours: 168 },
    createWebhook: { url: 'https://thief.example/hook' },
    createCollection: {
      accountId: shop.accountId,
      liveness: 'test',
      kind: 'discount',
      name: 'Thief',
      worth: '100000',
      picture: 'cup',
      life: { unit: 'month', count: 3 },
      redemptionConditions: [{ merchantId: shop.merchantId }],
    },
    createRedemptionCondition: { merchantId: shop.merchantId },
    issueTokens: { recipients: [newPhone()], idempotencyKey: randomUUID() },
    updateWebhook: { enabled: true },
    saveIntegratorGrant: { permissions: ['refund'] },
    updateMember: { role: 'account-owner' },
    createInvitation: { name: 'T', alias: newPhone(), role: 'account-owner' },
    updateRefundLimits: { cashier: '10000000', manager: '10000000' },
    updateOwnLimits: { 'no-signal': '20000' },
    updateTillSettings: { withoutApproval: '5000' },
    createTill: { name: 'Till of a thief', merchantId: 'x' },
    setTillCode: { code: '482913' },
    updateTillLimits: { perPayment: '10000000', perDay: '10000000', refund: '10000000' },
    createAssetTransfer: { assetId: victim.walletId, recipientAlias: newPhone(), value: '50001', idempotencyKey: randomUUID() },
    authorizeConnection: { accountId: victim.accountId },
    updatePermission: { limits: { each: '5000', total: '20000' } },
  }
  const answers: boolean[] = []
  for (const { path, method, operation } of operations) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => targets[operation.operationId] ?? ids[name] ?? randomUUID())
    const answer = await unlimited.call(method.toUpperCase(), url, headers, bodies[operation.operationId] ?? (method === 'get' ? undefined : {}))
    if (!asksToSignIn(answer)) console.log(`    ${operation.operationId}: ${answer.status} ${JSON.stringify(answer.body)}`)
    answers.push(asksToSignIn(answer))
  }
  tally.check(
    operations.length >= 10,
    `SEC-4 ${operations.length} endpoints ask for step-up: ${operations.map(({ operation }) => operation.operationId).join(', ')}`,
  )
  tally.count('SEC-4 step-up endpoints with a session of 50 days', answers)
  const passkeys = await Promise.all([
    identity.call('POST', '/passkeys/options', headers, {}),
    identity.call('POST', '/passkeys', headers, { response: { id: 'x' } }),
    identity.call('DELETE', '/passkeys/any', headers),
  ])
  tally.count('SEC-17 passkeys with a session of 50 days', passkeys.map(asksToSignIn))
  const codes = await Promise.all(Array.from({ length: 8 }, () => identity.call('POST', '/step-up/code', headers, { code: '000000' })))
  tally.count(
    'SEC-4 step-up with codes that were not sent',
    codes.map(({ status }) => status === 403 || status === 429),
  )
  tally.check((await victim.balance()) === 100_000, 'SEC-4 the wallet is as before')
}

/** SEC-3: a fresh thief changes the email and later signs in by it. */
export async function takeOverByEmail(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { unlimited, client } = environment
  const victim = await environment.createPayer(0)
  const thief = `thief-${randomUUID()}@example.nz`
  const old = await unlimited.call('POST', '/api/me/profile/update', await victim.oldSession(), { email: thief })
  tally.count('SEC-3 change of the email with an old session', [asksToSignIn(old)])
  const changed = await unlimited.call('POST', '/api/me/profile/update', victim.headers, { email: thief })
  if (changed.status !== 200) throw new Error(`the email was not changed: ${JSON.stringify(changed.body)}`)
  const token = await environment.readMessage(thief, /confirm-email#(\S+)/)
  await unlimited.callOk('POST', '/api/profile/confirm-email', {}, { token })
  const undo = await environment.readMessage(victim.email, /was changed.*undo-email#([\w-]+)/)
  tally.check(
    (await environment.readMessage(victim.phone, /was changed.*undo-email#([\w-]+)/)) === undo,
    'SEC-3 the victim is told by SMS and at the old address',
  )

  const browser = environment.browser(newAddress())
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  await requestCode(browser, page, victim.phone)
  await environment.query("update identity.sign_in set sent_at = sent_at - interval '1 minute' where phone = $1", [victim.phone])
  await browser.post(`${page}/resend`, { channel: 'email' })
  await pause(1500)
  const sent = await environment.query("select 1 from message where recipient = $1 and purpose = 'sign-in-code'", [thief])
  tally.count('SEC-3 sign-in code to an address changed within 72 hours', [sent.length === 0])
  const undone = await unlimited.call('POST', '/api/profile/undo-email', {}, { token: undo })
  const [person] = await environment.query<{ email: string }>('select email from identity.person where id = $1', [victim.personId])
  tally.check(undone.status === 200 && person?.email === victim.email, 'SEC-3 the victim undoes the change with the link of the notice')
}

/** SEC-23: the owner ends all other sessions; SEC-10: and reads what happened. */
export async function endStolenSession(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { unlimited, identity, client } = environment
  const phone = newPhone()
  const thief = await signIn(environment.browser(newAddress()), client, phone, environment.codeSentTo)
  const owner = await signIn(environment.browser(newAddress()), client, phone, environment.codeSentTo)
  const headersOf = ({ tokens }: typeof thief) => ({ authorization: `Bearer ${tokens.access_token}` })
  const [stolen, own] = [headersOf(thief), headersOf(owner)]
  const canRead = async (headers: Record<string, string>) => (await unlimited.call('GET', '/api/account-memberships', headers)).status !== 401
  if (!(await canRead(stolen))) throw new Error('the stolen session is not live')
  const listed = await identity.call('GET', '/sessions', own)
  tally.check(listed.body.sessions?.length === 2, 'SEC-23 both sessions are listed')
  const ended = await identity.call('DELETE', '/sessions', own)
  const started = Date.now()
  const out = await until(async () => !(await canRead(stolen)), 5000)
  tally.count('SEC-23 a session ended by its owner', [ended.status === 204 && out])
  console.log(`    it ended after ${Date.now() - started} ms`)
  tally.check(await canRead(own), 'SEC-23 the session of the owner goes on')
  const events = await unlimited.callOk('GET', '/api/me/security-events', own)
  const kinds = (events.items as { kind: string }[]).map(({ kind }) => kind)
  tally.check(
    kinds.includes('sessions-ended') && kinds.some((kind) => kind.startsWith('signed-in')),
    `SEC-10 the owner reads what happened: ${kinds.join(', ')}`,
  )
  const changes = ["update security_event set kind = 'signed-in'", 'delete from security_event', 'truncate security_event']
  const attempts = await Promise.all(
    changes.map((change) =>
      environment.query(change).then(
        () => false,
        () => true,
      ),
    ),
  )
  tally.count('SEC-10 changing or deleting security events, as the owner of the schema', attempts)
}

/** SEC-22: under https a cookie of another host or a plain connection must not replace ours. */
export async function readCookies(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  await environment.restartIdentity({ IDENTITY_ISSUER: 'https://id.nikau.example/oidc' })
  const answer = await fetch(`${environment.origins.identity}/oidc/auth${buildAuthorizationRequest(environment.client).url.search}`, { redirect: 'manual' })
  const cookies = answer.headers.getSetCookie()
  if (cookies.length === 0) throw new Error(`no cookies: ${answer.status}`)
  tally.count(
    'SEC-22 cookies without a prefix, Secure and HttpOnly under https',
    cookies.map((cookie) => /^__(Host|Secure)-/.test(cookie) && /; secure/i.test(cookie) && /; httponly/i.test(cookie)),
  )
  await environment.restartIdentity({})
}
