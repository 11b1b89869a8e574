import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Endpoint, pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { integratorPermissions } from '@nikau/contract/integrators'
import { endpointPermissions, keyMayUse, type OrgRole, orgRoles, reachOfRole } from '@nikau/contract/roles'
import { fakeClock, createAccessToken, createPerson, testDatabase, type TestPerson } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { assetDeps, bankNumber, createIssuerWithCollection, createPayer, createHolder, createShop, createWallet, newNzbn, runningApi } from './fixtures.ts'
import { newNumber } from './modules/asset-transfers/fixtures.ts'
import { pairTill, startTurn } from './modules/tills/fixtures.ts'

// Every endpoint against every kind of caller, with ids of their own, of somebody else and of nobody; then every act on a payment
// request against every caller, whoever created the request; then step-up. Every cell is asserted and counted, and an endpoint of
// the contract that is missing in the table fails.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const deps = assetDeps(database, clock)
const env = { RATE_LIMIT_FAILED: '100000', RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '86400', WITHDRAWAL_LIMITS: '{"minimum": 1}' }
const api = await runningApi(database, { clock, env })
const { app } = api

/** The ids in a call: the caller's own (or those of the account that they work for), Mia's, or unknown ones. */
type IdSet = 'own' | 'other' | 'absent'

interface OwnedIds {
  personId: string
  accountId: string
  walletId: string
  assetId: string
  merchantId: string
  /** Of the owner's merchant. */
  orgId: string
  shopId: string
  configId: string
  requestId: string
  webhookId: string
  /** A payment link of their shop. */
  linkId: string
  /** A registration of their key. */
  fixedCodeId: string
  /** Linked with direct debit. */
  bankAccountId: string
  /** Linked without. */
  spareBankAccountId: string
  topUpId: string
  /** Of their shop, authorised by their account. */
  connectionId: string
  /** To be ended. */
  spareConnectionId: string
  /** A pay-by-bank payment of their request. */
  oneOffId: string
  /** A top-up by bank approval. */
  bankTopUpId: string
  /** Two asset transfers that they sent and that wait, and one that they received. */
  transferId: string
  spareTransferId: string
  receivedTransferId: string
  /** Contacts, the second to be removed. */
  payeeId: string
  sparePayeeId: string
  /** Sends that wait, the second to be cancelled. */
  heldSendId: string
  spareHeldSendId: string
  /** Somebody whom they trust, and somebody to be removed. */
  trustedId: string
  spareTrustedId: string
  /** Somebody who trusts them, and asks about a send. */
  trustedById: string
  opinionRequestId: string
  /** A till of their shop. */
  tillId: string
  /** To be switched off. */
  spareTillId: string
  /** A payout of their org. */
  payoutId: string
  /** Tokens of their org, used at their shop. */
  collectionId: string
  /** Cashiers of their org, the second to be removed. */
  memberId: string
  spareMemberId: string
  /** Of a cashier to their org, the second to be taken back. */
  invitationId: string
  spareInvitationId: string
  /** To them, from another business. */
  receivedInvitationId: string
}

const vending = { prefix: 'https://shop.example/machine/', target: 'https://shop.example/nikau' }
const collection = await createIssuerWithCollection(deps, { test: true })
const merchantId = deps.ids.public()
await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', true)`.execute(database.db)

async function createOwner() {
  const holder = await createHolder(database, deps)
  const walletId = await createWallet(deps, holder.accountId, { ledgerId: 'nikau.nzd.test' })
  await app.inject({ method: 'POST', url: `/api/wallets/${walletId}/topup`, headers: holder.headers, payload: { idempotencyKey: randomUUID(), amount: '100' } })
  const token = await collection.issue(holder.accountId)
  const shop = await createShop(api, database, { owner: holder })
  const merchantIds = await createBusinessIds(shop)
  const device = await pairTill(api, shop)
  const bankIds = await createBankFixtures(holder, walletId)
  const bankTopUpId = await createBankTopUp(holder, walletId)
  const connectionIds = { connectionId: await createConnection(shop, holder), spareConnectionId: await createConnection(shop, holder) }
  const transferIds = await createTransfers(holder, walletId)
  const guardIds = await createHeldSends(holder, walletId)
  const ids: OwnedIds = {
    personId: holder.personId,
    accountId: holder.accountId,
    walletId,
    assetId: token.id,
    merchantId,
    ...merchantIds,
    tillId: device.id,
    spareTillId: (await pairTill(api, shop, 'Spare')).id,
    ...bankIds,
    bankTopUpId,
    ...connectionIds,
    ...transferIds,
    ...guardIds,
    receivedInvitationId: await invite(inviter, holder.phone),
  }
  await api.post(`/api/accounts/${shop.accountId}/api-keys`, { name: 'spare', role: 'merchant-terminal' }, holder.headers)
  const key = await api.post(`/api/accounts/${shop.accountId}/api-keys`, { name: 'owner', role: 'account-owner' }, holder.headers)
  return {
    headers: holder.headers,
    ids,
    till: shop.till,
    device: await startTurn(api, shop, device, holder),
    ownerKey: { 'x-api-key': String(key.body.secret) },
    members: await createMembers(ids),
    shop,
  }
}

type Shop = Awaited<ReturnType<typeof createShop>>

function sendTo(assetId: string, recipientAlias: string) {
  return { assetId, recipientAlias, value: '1', idempotencyKey: randomUUID() }
}

async function createTransfers({ headers, phone }: Awaited<ReturnType<typeof createHolder>>, walletId: string) {
  const giver = await createPayer(api, database)
  const send = async (assetId: string, from: Record<string, string>, to: string) =>
    String((await api.post('/api/asset-transfers', sendTo(assetId, to), from)).body.id)
  return {
    transferId: await send(walletId, headers, newNumber()),
    spareTransferId: await send(walletId, headers, newNumber()),
    receivedTransferId: await send(giver.walletId, giver.headers, phone),
  }
}

function holdSend(assetId: string, value = '20000') {
  return { assetId, recipientAlias: '+64211234567', value, purpose: 'told-to' }
}

/** After `createTransfers`, whose recipients are contacts. */
async function createHeldSends({ headers, phone, accountId }: Awaited<ReturnType<typeof createHolder>>, walletId: string) {
  const friend = await createPayer(api, database)
  const idOf = async (url: string, body: object, as: Record<string, string>) => String((await api.post(url, body, as)).body.id)
  const trust = async (from: Record<string, string>, to: Record<string, string>, alias: string) => {
    const id = await idOf('/api/me/trusted-people', { alias }, from)
    await api.post(`/api/me/trusted-people/${id}/accept`, {}, to)
    return id
  }
  const [first, second] = (await api.get(`/api/accounts/${accountId}/payees`, headers)).body.items
  const trustedById = await trust(friend.headers, headers, phone)
  const asked = await idOf('/api/held-sends', holdSend(friend.walletId), friend.headers)
  const request = await api.post(`/api/held-sends/${asked}/opinion-requests`, { trustedPersonId: trustedById }, friend.headers)
  return {
    payeeId: String(first.id),
    sparePayeeId: String(second.id),
    heldSendId: await idOf('/api/held-sends', holdSend(walletId), headers),
    spareHeldSendId: await idOf('/api/held-sends', holdSend(walletId, '30000'), headers),
    trustedId: await trust(headers, friend.headers, friend.phone),
    spareTrustedId: await idOf('/api/me/trusted-people', { alias: newNumber() }, headers),
    trustedById,
    opinionRequestId: String(request.body.opinions[0].id),
  }
}

async function createConnection(shop: Shop, { accountId, headers }: Awaited<ReturnType<typeof createHolder>>): Promise<string> {
  const { body } = await api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)
  await api.post(`/api/connections/${body.id}/authorize`, { accountId }, headers)
  return String(body.id)
}

async function createBusinessIds(shop: Shop) {
  const { id: requestId } = await shop.createRequest(40_000, { expirySeconds: 86_400 })
  const webhook = await api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook', liveness: 'test' }, shop.owner.headers)
  return {
    orgId: shop.accountId,
    shopId: shop.merchantId,
    configId: shop.configId,
    requestId: String(requestId),
    webhookId: String(webhook.body.id),
    linkId: String((await api.post('/api/payment-links', { merchantId: shop.merchantId, name: 'X', kind: 'typed' }, shop.owner.headers)).body.id),
    fixedCodeId: String((await api.post('/api/fixed-codes', { ...vending, prefix: 'https://shop.example/owned/' }, shop.till)).body.id),
    oneOffId: await createOneOff(String(requestId)),
    payoutId: await createPayout(shop),
    collectionId: String((await api.post('/api/collections', tokensOf({ orgId: shop.accountId, shopId: shop.merchantId }), shop.owner.headers)).body.id),
    memberId: (await createMember(shop.accountId, 'cashier')).personId,
    spareMemberId: (await createMember(shop.accountId, 'cashier')).personId,
    invitationId: await invite(shop, newNumber()),
    spareInvitationId: await invite(shop, newNumber()),
  }
}

const tokensOf = ({ orgId, shopId }: Pick<OwnedIds, 'orgId' | 'shopId'>) => ({
  accountId: orgId,
  liveness: 'test',
  kind: 'discount',
  name: 'Thanks',
  worth: '500',
  picture: 'cup',
  life: { unit: 'year', count: 1 },
  redemptionConditions: [{ merchantId: shopId }],
})

const invitationTo = (alias: string) => ({ name: 'Sione', alias, role: 'cashier' })

async function invite({ accountId, owner }: Shop, alias: string): Promise<string> {
  return String((await api.post(`/api/accounts/${accountId}/invitations`, invitationTo(alias), owner.headers)).body.id)
}

/** Of a dollar that is carried to the next one. */
async function createPayout({ accountId, settlementWallet }: Shop): Promise<string> {
  const id = deps.ids.ordered()
  await sql`insert into payout_run (day, started_at) values ('2026-12-04', now()) on conflict do nothing`.execute(database.owner.db)
  await sql`
    insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
      carried_in, carried_out, net, carried_reason, created_at)
    values (${id}, '2026-12-04', ${accountId}, ${settlementWallet}, '2026-12-03', '2026-12-03', 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 0, 'no-account', now())`.execute(
    database.owner.db,
  )
  return id
}

type HiredRole = Exclude<OrgRole, 'account-owner'>
const hiredRoles = orgRoles.filter((role) => role !== 'account-owner')

/** One person of each role. The request of the ids was made by the cashier at a till, since that is how far they reach. */
async function createMembers({ orgId, requestId }: Pick<OwnedIds, 'orgId' | 'requestId'>): Promise<Record<HiredRole, TestPerson>> {
  const members = Object.fromEntries(await Promise.all(hiredRoles.map(async (role) => [role, await createMember(orgId, role)])))
  const { cashier } = members as Record<HiredRole, TestPerson>
  await sql`update payment_request set terms = terms || ${JSON.stringify(takenBy(cashier))}::jsonb where id = ${requestId}`.execute(database.owner.db)
  return members as Record<HiredRole, TestPerson>
}

/** The terms of a request that a person made at a till. */
const takenBy = ({ personId }: { personId: string }) => ({ terminalId: 'till_front', operatorId: personId })

async function createMember(accountId: string, role: HiredRole, merchantIds?: string[]): Promise<TestPerson> {
  const person = await createPerson(database)
  await sql`
    insert into account_member (account_id, person_id, role, merchant_ids, added_at)
    values (${accountId}, ${person.personId}, ${role}, ${merchantIds ?? null}, now())`.execute(database.owner.db)
  return person
}

/** Another org with a key, which an owner may have granted permissions for their shop. */
async function createIntegrator() {
  const shop = await createShop(api, database)
  // Public ids are anybody's.
  const ids: OwnedIds = {
    ...absent,
    merchantId,
    assetId: tane.ids.assetId,
    connectionId: tane.ids.connectionId,
    transferId: tane.ids.transferId,
    ...(await createBusinessIds(shop)),
  }
  return { headers: shop.till, ids, shop }
}

/** A payment token for one request, as a verified farm card gets it. */
async function createPaymentToken(requestId: string): Promise<Record<string, string>> {
  const token = `ct_${randomBytes(32).toString('base64url')}`
  await sql`
    insert into card_session (id, payment_request_id, test, card_key, card_token, last_four, payment_ref, step, token_hash, token_expires_at, created_at, updated_at)
    values (${deps.ids.public()}, ${requestId}, true, '\\x00', 'card', '0001', ${deps.ids.public()}, 'verified', ${createHash('sha256').update(token).digest()},
      now() + interval '1 day', now(), now())`.execute(database.owner.db)
  return { authorization: `Bearer ${token}` }
}

async function createBankFixtures({ headers, phone, accountId }: Awaited<ReturnType<typeof createHolder>>, walletId: string) {
  await api.post('/api/me/profile/update', { givenName: 'X', familyName: 'Y', email: 'x@example.nz' }, headers)
  const directDebitAuthority = { phoneNumber: phone, fullName: 'X Y', emailAddress: 'x@example.nz' }
  const link = async (more: object) =>
    (await api.post('/api/bank-accounts', { accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test'), ...more }, headers)).body.id as string
  const bankAccountId = await link({ directDebitAuthority })
  const created = await api.post('/api/topups', { bankAuthorityId: bankAccountId, walletId, idempotencyKey: randomUUID(), amount: '1' }, headers)
  return { bankAccountId, spareBankAccountId: await link({}), topUpId: String(created.body.id) }
}

async function createOneOff(requestId: string): Promise<string> {
  const id = deps.ids.public()
  await sql`
    insert into pay_by_bank_payment (id, payment_request_id, bank, test, amount, payee, statement_code, step, nonce, redirect_uri, created_at, expires_at, updated_at)
    select ${id}, id, 'bnz', true, amount, merchant_name, short_code, 'consent', 'n', 'x', created_at, expires_at, created_at
      from payment_request where id = ${requestId}`.execute(database.owner.db)
  return id
}

async function createBankTopUp({ accountId, personId }: Awaited<ReturnType<typeof createHolder>>, walletId: string): Promise<string> {
  const id = deps.ids.public('tu-')
  await sql`
    insert into pay_by_bank_payment (id, account_id, wallet_id, person_id, bank, test, amount, payee, statement_code, step, nonce, redirect_uri, created_at,
      expires_at, updated_at)
    values (${id}, ${accountId}, ${walletId}, ${personId}, 'bnz', true, 100, 'Nikau', 'TOPUP', 'consent', 'n', 'x', now(), now() + interval '1 day', now())`.execute(
    database.owner.db,
  )
  return id
}

const inviter = await createShop(api, database)
const [mia, tane] = [await createOwner(), await createOwner()]
const absent: OwnedIds = {
  personId: '0a000000-0000-7000-8000-00000000dead',
  accountId: 'absent',
  walletId: 'absent',
  assetId: 'absent',
  merchantId: 'absent',
  orgId: 'absent',
  shopId: 'absent',
  configId: 'absent',
  requestId: 'absent',
  webhookId: 'absent',
  linkId: 'absent',
  fixedCodeId: 'absent',
  bankAccountId: 'absent',
  spareBankAccountId: 'absent',
  topUpId: 'absent',
  connectionId: 'absent',
  spareConnectionId: 'absent',
  oneOffId: 'absent',
  bankTopUpId: 'absent',
  transferId: 'absent',
  spareTransferId: 'absent',
  receivedTransferId: 'absent',
  payeeId: 'absent',
  sparePayeeId: 'absent',
  heldSendId: 'absent',
  spareHeldSendId: 'absent',
  trustedId: 'absent',
  spareTrustedId: 'absent',
  trustedById: 'absent',
  opinionRequestId: 'absent',
  tillId: 'absent',
  spareTillId: 'absent',
  payoutId: 'absent',
  collectionId: 'absent',
  memberId: '0a000000-0000-7000-8000-00000000dead',
  spareMemberId: '0a000000-0000-7000-8000-00000000dead',
  invitationId: 'absent',
  spareInvitationId: 'absent',
  receivedInvitationId: 'absent',
}
const expired = await createAccessToken(database, mia.ids.personId, new Date(clock.now().getTime() - 1000))

const [granted, revoked, ungranted] = [await createIntegrator(), await createIntegrator(), await createIntegrator()]
for (const { shop } of [granted, revoked])
  await api.put(`/api/merchants/${mia.ids.shopId}/integrators/${shop.accountId}`, { permissions: integratorPermissions }, mia.headers)
await api.delete(`/api/merchants/${mia.ids.shopId}/integrators/${revoked.shop.accountId}`, mia.headers)
/** Grants of the table go to this org, which is no caller. */
const partner = await createShop(api, database)

/** How an endpoint is called with an owner's ids, and whether the ids decide who is allowed. */
interface Row {
  params?: (ids: OwnedIds) => Record<string, string>
  query?: string | ((ids: OwnedIds) => string)
  body?: (ids: OwnedIds) => object
  /**
   * `owned`: only the owner is allowed. `self`: it acts on the caller, whatever the ids. `public`: anyone. `request`: an action of
   * the merchant on its payment request, whose id is public, so unknown ids may return 404. `linked`: anyone who has the link.
   */
  access: 'owned' | 'self' | 'public' | 'request' | 'linked'
  /** Status for the owner; 200 by default. */
  owner?: number
  /** Creates a payment request for each call, because the action cannot be repeated. */
  fresh?: true
  /** Roles of people that the use case refuses although they have the permission, with their reach: `own-till` sees no lists. */
  beyondReach?: readonly HiredRole[]
  /** Of `self`: only for people with an individual account. */
  individuals?: true
  /** An integrator with a grant may call it with the ids of the merchant that granted it. */
  integrators?: true
  /** Only the device that is paired with the till, which no other caller is. */
  till?: true
  /** Status of unknown ids at a public endpoint. */
  unknown?: number
}

const ofAccount = { params: (ids: OwnedIds) => ({ accountId: ids.accountId }), access: 'owned' } as const
const ofWallet = { params: (ids: OwnedIds) => ({ walletId: ids.walletId }), access: 'owned' } as const
const ofMerchant = { params: (ids: OwnedIds) => ({ id: ids.merchantId }), access: 'public', unknown: 403 } as const

const ofCollection = { params: (ids: OwnedIds) => ({ id: ids.collectionId }), access: 'owned' } as const
const ofPayout = { params: (ids: OwnedIds) => ({ id: ids.payoutId }), access: 'owned' } as const
const ofOrg = { params: (ids: OwnedIds) => ({ accountId: ids.orgId }), access: 'owned' } as const
const ofTill = { params: (ids: OwnedIds) => ({ accountId: ids.orgId, tillId: ids.tillId }), access: 'owned' } as const
const ofDevice = { params: (ids: OwnedIds) => ({ id: ids.tillId }), access: 'owned', till: true } as const
const ofTillPayment = { ...ofDevice, params: (ids: OwnedIds) => ({ id: ids.tillId, paymentRequestId: ids.requestId }) } as const
const ofTillSale = { ...ofDevice, params: (ids: OwnedIds) => ({ id: ids.tillId, idempotencyKey: 'none' }) } as const
const ofMember = { params: (ids: OwnedIds) => ({ accountId: ids.orgId, userId: ids.memberId }), access: 'owned' } as const
const ofInvitation = { params: (ids: OwnedIds) => ({ accountId: ids.orgId, invitationId: ids.invitationId }), access: 'owned' } as const
const ofReceivedInvitation = { params: (ids: OwnedIds) => ({ id: ids.receivedInvitationId }), access: 'owned' } as const
const ofShop = { params: (ids: OwnedIds) => ({ id: ids.shopId }), access: 'owned' } as const
const ofConfigs = { params: (ids: OwnedIds) => ({ merchantId: ids.shopId }), access: 'owned' } as const
const ofRequest = { params: (ids: OwnedIds) => ({ id: ids.requestId }), access: 'request', integrators: true, unknown: 404 } as const
const ofGrants = { params: (ids: OwnedIds) => ({ merchantId: ids.shopId, integratorAccountId: partner.accountId }), access: 'owned' } as const
const ofWebhook = { params: (ids: OwnedIds) => ({ accountId: ids.orgId, webhookId: ids.webhookId }), access: 'owned' } as const
const ofFixedCode = { params: (ids: OwnedIds) => ({ id: ids.fixedCodeId }), access: 'owned' } as const
const ofLink = { params: (ids: OwnedIds) => ({ id: ids.linkId }), access: 'owned' } as const
const ofConnection = { params: (ids: OwnedIds) => ({ id: ids.connectionId }), access: 'owned' } as const
const ofTopUp = { params: (ids: OwnedIds) => ({ id: ids.topUpId }), access: 'owned' } as const
const move = (ids: OwnedIds) => ({ bankAuthorityId: ids.bankAccountId, walletId: ids.walletId, amount: '1', idempotencyKey: randomUUID() })
const ofBankTopUp = { params: (ids: OwnedIds) => ({ id: ids.bankTopUpId }), access: 'owned' } as const
const ofTransfer = { params: (ids: OwnedIds) => ({ id: ids.transferId }), access: 'owned' } as const
const ofHeldSend = { params: (ids: OwnedIds) => ({ id: ids.heldSendId }), access: 'owned' } as const
const ofOpinion = { params: (ids: OwnedIds) => ({ id: ids.opinionRequestId }), access: 'owned' } as const
const ofReceived = { params: (ids: OwnedIds) => ({ id: ids.receivedTransferId }), access: 'owned' } as const
const ofOneOff = { params: (ids: OwnedIds) => ({ id: ids.oneOffId }), access: 'public', unknown: 404 } as const
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const config = () => ({ paymentOptions: [{ type: 'nikau.nzd.test' }, { type: 'external.test' }] })

const matrix: Record<string, Row> = {
  searchMerchants: { access: 'public', unknown: 200 },
  getProof: { access: 'public', unknown: 200 },
  listAnchors: { access: 'public', unknown: 200 },
  getMerchantSummary: ofMerchant,
  listSupportedWallets: ofMerchant,
  listAccountMemberships: { access: 'self' },
  createAccount: { body: (ids) => ({ name: 'X', type: 'individual', owner: ids.personId }), access: 'owned' },
  listMembers: ofOrg,
  updateMember: { ...ofMember, body: () => ({ role: 'cashier' }) },
  removeMember: { ...ofMember, params: (ids) => ({ accountId: ids.orgId, userId: ids.spareMemberId }) },
  createInvitation: { ...ofOrg, body: () => invitationTo(newNumber()) },
  listInvitations: ofOrg,
  resendInvitation: ofInvitation,
  removeInvitation: { ...ofInvitation, params: (ids) => ({ accountId: ids.orgId, invitationId: ids.spareInvitationId }) },
  getInvitation: ofReceivedInvitation,
  acceptInvitation: ofReceivedInvitation,
  getRefundLimits: ofOrg,
  updateRefundLimits: { ...ofOrg, body: () => ({ cashier: '5000', manager: '50000' }), beyondReach: ['manager'] },
  createRefundApproval: ofOrg,
  listAudit: ofOrg,
  createTill: { ...ofOrg, body: (ids) => ({ name: deps.ids.public(), merchantId: ids.shopId }) },
  listTills: ofOrg,
  renameTill: { ...ofTill, body: () => ({ name: 'Front' }) },
  createPairingCode: ofTill,
  switchOffTill: { ...ofTill, params: (ids) => ({ accountId: ids.orgId, tillId: ids.spareTillId }) },
  pairTill: { body: () => ({ code: 'ABCDEFGH' }), access: 'public', owner: 403, unknown: 403 },
  getTillLimits: ofConfigs,
  updateTillLimits: { ...ofConfigs, body: () => ({ perPayment: '200000', perDay: '2000000', refund: '200000' }) },
  listTillPayments: ofDevice,
  // Of the shop's server, not of this till.
  getTillPayment: { ...ofTillPayment, owner: 403 },
  getTillDay: ofDevice,
  getTillCode: ofOrg,
  setTillCode: { ...ofOrg, body: () => ({ code: '482915' }) },
  getTill: ofDevice,
  listTillPeople: ofDevice,
  // Nobody has this id.
  signOn: { ...ofDevice, body: () => ({ personId: absent.personId, code: '482915' }), owner: 403 },
  signOff: ofDevice,
  findTillSale: { ...ofTillSale, owner: 404 },
  abandonTillSale: ofTillSale,
  updateProfile: { body: () => ({ givenName: 'X' }), access: 'self' },
  createBusiness: { body: () => ({ nzbn: newNzbn(), legalName: 'X Ltd', tradingName: 'X' }), access: 'self' },
  // No register is configured.
  lookUpNzbn: { params: () => ({ nzbn: '9429045812361' }), access: 'self', owner: 503 },
  getBusiness: ofOrg,
  // The business is verified.
  updateBusiness: { ...ofOrg, body: () => ({ tradingName: 'X' }), owner: 403 },
  getChecklist: ofOrg,
  // It was opened without details, so it has no shop of its own to pay at, and is not ready.
  createTestPayment: { ...ofOrg, owner: 403, beyondReach: ['cashier'] },
  goLive: { ...ofOrg, owner: 403 },
  confirmEmail: { body: () => ({ token: 'nonsense' }), access: 'public', owner: 403, unknown: 403 },
  undoEmailChange: { body: () => ({ token: 'nonsense' }), access: 'public', owner: 403, unknown: 403 },
  createWallet: { body: (ids) => ({ accountId: ids.accountId, ledgerId: 'nikau.nzd.test' }), access: 'owned' },
  listWalletTransactions: ofWallet,
  getWalletTransaction: { params: (ids) => ({ walletId: ids.walletId, activityNumber: '1' }), access: 'owned' },
  topUpTestWallet: { ...ofWallet, body: () => ({ amount: '100', idempotencyKey: randomUUID() }) },
  getStatement: { ...ofWallet, query: '?format=csv' },
  listAssets: ofAccount,
  getAsset: { params: (ids) => ({ id: ids.assetId }), access: 'owned' },
  getAssetSummary: { params: (ids) => ({ id: ids.assetId }), access: 'public', unknown: 403 },
  listTokenActivities: ofAccount,
  listQuotas: ofAccount,
  getOwnLimits: ofAccount,
  updateOwnLimits: { ...ofAccount, body: () => ({ 'one-day': '50000' }) },
  checkRecipient: { body: () => ({ recipientAlias: '+64211234567' }), access: 'self' },
  listPayees: ofAccount,
  renamePayee: { params: ({ accountId, payeeId }) => ({ accountId, payeeId }), body: () => ({ name: 'X' }), access: 'owned' },
  removePayee: { params: ({ accountId, sparePayeeId: payeeId }) => ({ accountId, payeeId }), access: 'owned' },
  getShownName: { access: 'self' },
  updateShownName: { body: () => ({ chosen: null, visible: true }), access: 'self' },
  createHeldSend: { body: (ids) => holdSend(ids.walletId), access: 'owned' },
  listHeldSends: { access: 'self' },
  getHeldSend: ofHeldSend,
  cancelHeldSend: { params: (ids) => ({ id: ids.spareHeldSendId }), access: 'owned' },
  listTrustedPeople: { access: 'self' },
  addTrustedPerson: { body: () => ({ alias: '+64211234567' }), access: 'self' },
  acceptTrust: { params: (ids) => ({ id: ids.trustedById }), access: 'owned' },
  removeTrustedPerson: { params: (ids) => ({ id: ids.spareTrustedId }), access: 'owned' },
  requestOpinion: { ...ofHeldSend, body: (ids) => ({ trustedPersonId: ids.trustedId }) },
  listOpinionRequests: { access: 'self' },
  getOpinionRequest: ofOpinion,
  answerOpinionRequest: { ...ofOpinion, body: () => ({ opinion: 'fine' }) },
  getAccountSafety: ofAccount,
  freezeAccount: ofAccount,
  unfreezeAccount: ofAccount,
  listSecurityEvents: { access: 'self' },
  createApiKey: { ...ofOrg, body: () => ({ name: deps.ids.public(), role: 'merchant-terminal' }) },
  listApiKeys: ofOrg,
  rollApiKey: { ...ofOrg, params: (ids) => ({ accountId: ids.orgId, name: 'spare' }), body: () => ({ overlapHours: 24 }) },
  updateApiKey: { ...ofOrg, params: (ids) => ({ accountId: ids.orgId, name: 'till' }), body: () => ({ enabled: true }) },
  createMerchant: {
    body: (ids) => ({ accountId: ids.orgId, name: 'New', country: 'NZ', test: true, type: 'e-commerce' }),
    access: 'owned',
  },
  getMerchant: ofShop,
  createMediaUpload: { body: (ids) => ({ accountId: ids.orgId, content: onePixel }), access: 'owned' },
  // The picture is of nobody.
  getMediaUpload: { params: () => ({ id: 'mu_none' }), access: 'public', owner: 404, unknown: 404 },
  updateMerchant: { ...ofShop, body: () => ({ name: 'Shop' }) },
  listMerchants: { query: (ids) => `?accountId=${ids.orgId}`, access: 'owned' },
  createMerchantConfig: { ...ofConfigs, body: config },
  updateMerchantConfig: { ...ofConfigs, params: (ids) => ({ merchantId: ids.shopId, configId: ids.configId }), body: config },
  listMerchantConfigs: ofConfigs,
  getMerchantFees: { params: (ids) => ({ merchantId: ids.shopId }), access: 'owned' },
  listMerchantPayments: { ...ofConfigs, beyondReach: ['cashier'] },
  getMerchantPaymentTotals: { ...ofConfigs, beyondReach: ['cashier'] },
  exportMerchantPayments: { ...ofConfigs, beyondReach: ['cashier'] },
  getTakings: { ...ofConfigs, beyondReach: ['cashier'] },
  getMerchantPayment: { params: (ids) => ({ merchantId: ids.shopId, paymentRequestId: ids.requestId }), access: 'owned' },
  createCollection: { body: tokensOf, access: 'owned' },
  listCollections: { query: (ids) => `?accountId=${ids.orgId}`, access: 'owned' },
  getCollection: ofCollection,
  getCollectionSummary: ofCollection,
  listRedemptions: ofCollection,
  listTokenIssues: ofCollection,
  issueTokens: { ...ofCollection, body: () => ({ recipients: [newNumber()], idempotencyKey: randomUUID() }) },
  // It is used at the shop already.
  createRedemptionCondition: { ...ofCollection, body: (ids) => ({ merchantId: ids.shopId }), owner: 403 },
  closeCollection: ofCollection,
  createPaymentLink: { body: (ids) => ({ merchantId: ids.shopId, name: 'X', kind: 'typed' }), access: 'owned' },
  listPaymentLinks: { query: (ids) => `?merchantId=${ids.shopId}`, access: 'owned' },
  getPaymentLinkSummary: { ...ofLink, access: 'public', unknown: 403 },
  createPaymentLinkRequest: { ...ofLink, body: () => ({ amount: '100' }), access: 'public', unknown: 403 },
  printPaymentLink: { ...ofLink, query: '?paper=a6' },
  archivePaymentLink: ofLink,
  listPayouts: ofOrg,
  listNextPayouts: ofOrg,
  getPayout: ofPayout,
  listPayoutLines: ofPayout,
  exportPayout: { ...ofPayout, query: '?format=csv' },
  getFeeInvoice: { ...ofOrg, params: (ids) => ({ accountId: ids.orgId, month: '2026-01' }) },
  getPayoutAccount: ofOrg,
  // The bank account is a test one of the owner's own account, nothing was chosen, and no payout has come back.
  choosePayoutAccount: { ...ofOrg, body: (ids) => ({ bankAccountId: ids.bankAccountId }), owner: 403 },
  cancelPayoutAccount: { ...ofOrg, owner: 403 },
  confirmPayoutAccount: { ...ofOrg, owner: 403 },
  getPayoutSchedule: ofOrg,
  updatePayoutSchedule: { ...ofOrg, body: () => ({ kind: 'daily' }) },
  listAccountTasks: { ...ofOrg, beyondReach: ['cashier'] },
  watchPortalEvents: { ...ofOrg, beyondReach: ['cashier'] },
  listIntegratorGrants: { ...ofGrants, params: (ids) => ({ merchantId: ids.shopId }) },
  // Nothing is granted yet.
  revokeIntegratorGrant: { ...ofGrants, owner: 403 },
  saveIntegratorGrant: { ...ofGrants, body: () => ({ permissions: ['create'] }) },
  getMerchantConfig: { params: (ids) => ({ id: ids.configId }), access: 'owned' },
  createPaymentRequest: { body: (ids) => ({ configId: ids.configId, value: { amount: '100', currency: 'NZD' } }), access: 'owned', integrators: true },
  listPaymentRequests: { query: (ids) => `?merchantAccountId=${ids.orgId}&externalRef=x`, access: 'owned' },
  getPaymentRequest: { ...ofRequest, access: 'linked' },
  getPaymentRequestSummary: { ...ofRequest, access: 'public', unknown: 404 },
  listPaymentRequestActivities: ofRequest,
  listMerchantActivities: { query: (ids) => `?merchantId=${ids.shopId}`, access: 'owned', integrators: true, beyondReach: ['cashier'] },
  // The wallet has too little money, so the payer is refused as well.
  payPaymentRequest: {
    ...ofRequest,
    body: (ids) => ({ assetType: 'nikau.nzd.test', assetId: ids.walletId }),
    access: 'linked',
    owner: 403,
  },
  // No till has scanned a code.
  getPatronCodePaymentRequest: { access: 'self', owner: 403 },
  createPatronCode: { body: () => ({}), access: 'self', individuals: true },
  watchPatronCodePaymentRequest: { access: 'self' },
  // Nobody has switched it on.
  createOfflineCodes: { body: () => ({}), access: 'self', individuals: true, owner: 403 },
  getTillSettings: ofAccount,
  updateTillSettings: { ...ofAccount, body: () => ({ noSignal: false }) },
  // It was not paid by a code.
  reportCodePayment: { ...ofRequest, access: 'linked', owner: 403 },
  cancelPaymentRequest: { ...ofRequest, fresh: true },
  voidPaymentRequest: { ...ofRequest, fresh: true },
  getRefundOptions: { ...ofRequest, owner: 403 },
  offerRest: { ...ofRequest, body: () => ({}), owner: 403 },
  refundPaymentRequest: { ...ofRequest, body: () => ({ value: { amount: '1', currency: 'NZD' }, externalRef: 'r' }), owner: 403 },
  confirmPaymentRequest: { ...ofRequest, body: () => ({ idempotencyKey: 'c', invoiceRef: 'i' }), owner: 403 },
  releasePaymentRequest: { ...ofRequest, owner: 403 },
  acceptCondition: { ...ofRequest, params: (ids) => ({ id: ids.requestId, conditionId: 'none' }), owner: 403 },
  declineCondition: { ...ofRequest, params: (ids) => ({ id: ids.requestId, conditionId: 'none' }), owner: 403 },
  findPaymentByCode: { body: () => ({ url: 'https://vend.example/1' }), access: 'public', owner: 404, unknown: 404 },
  registerFixedCode: { body: () => vending, access: 'self' },
  // Nothing answers there.
  verifyFixedCode: { ...ofFixedCode, owner: 403 },
  listFixedCodes: { access: 'self' },
  removeFixedCode: ofFixedCode,
  // The shop does not accept pay by bank.
  createOneOffPayment: { body: (ids) => ({ paymentRequestId: ids.requestId, bank: 'bnz' }), access: 'public', owner: 403, unknown: 404 },
  getOneOffPayment: ofOneOff,
  // No customer was sent to the bank, so the code is invalid.
  payOneOffPayment: { ...ofOneOff, body: () => ({ code: 'none' }), owner: 403 },
  cancelOneOffPayment: ofOneOff,
  // The shop does not accept farm cards.
  verifyFarmlandsCard: {
    body: (ids) => ({
      challengeType: 'verify-farmlands-card',
      params: { number: '6005091000000001', expiry: '12/30', cvv: '123' },
      paymentRequestId: ids.requestId,
    }),
    access: 'public',
    owner: 403,
    unknown: 404,
  },
  createConnection: { body: (ids) => ({ merchantId: ids.shopId }), access: 'owned', integrators: true },
  getConnectionSummary: { ...ofConnection, access: 'public', unknown: 403 },
  authorizeConnection: { ...ofConnection, body: (ids) => ({ accountId: ids.accountId }) },
  // The shop asks for nothing now.
  getLatestPaymentRequest: { ...ofConnection, owner: 403 },
  listPermissions: ofAccount,
  getPermission: ofConnection,
  updatePermission: { ...ofConnection, body: () => ({ limits: null }) },
  pausePermission: ofConnection,
  resumePermission: ofConnection,
  endPermission: { params: (ids) => ({ id: ids.spareConnectionId }), access: 'owned' },
  createWebhook: { ...ofOrg, body: () => ({ url: 'https://shop.example/hook' }) },
  listWebhooks: ofOrg,
  updateWebhook: { ...ofWebhook, body: () => ({ enabled: true }) },
  rotateWebhook: ofWebhook,
  listWebhookDeliveries: ofWebhook,
  getWebhookDelivery: {
    ...ofWebhook,
    params: (ids) => ({ accountId: ids.orgId, webhookId: ids.webhookId, deliveryId: '00000000-0000-4000-8000-000000000000' }),
    owner: 403,
  },
  // Their URLs have not answered yet.
  replayWebhook: { ...ofWebhook, body: () => ({ status: 'failed' }), owner: 403 },
  sendTestEvent: { ...ofWebhook, owner: 403 },
  listRequests: ofOrg,
  getRequest: { params: () => ({ id: 'req_unknown' }), access: 'owned', owner: 403 },
  resendWebhookDelivery: {
    ...ofWebhook,
    params: (ids) => ({ accountId: ids.orgId, webhookId: ids.webhookId, deliveryId: '00000000-0000-4000-8000-000000000000' }),
    owner: 403,
  },
  listBankAccounts: ofAccount,
  linkBankAccount: { body: (ids) => ({ accountId: ids.accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test') }), access: 'owned' },
  authorizeDirectDebit: {
    params: (ids) => ({ id: ids.spareBankAccountId }),
    body: () => ({ phoneNumber: '+64211234567', fullName: 'X Y', emailAddress: 'x@example.nz' }),
    access: 'owned',
  },
  // The code is wrong.
  verifyBankAccount: { params: (ids) => ({ id: ids.bankAccountId }), body: () => ({ verificationCode: '0000' }), access: 'owned', owner: 403 },
  showBankAccountNumber: { params: (ids) => ({ id: ids.bankAccountId }), access: 'owned' },
  unlinkBankAccount: { params: (ids) => ({ id: ids.spareBankAccountId }), access: 'owned' },
  createTopUp: { body: move, access: 'owned' },
  createWithdrawal: { body: move, access: 'owned' },
  listTopUps: { access: 'self' },
  listAccountTopUps: ofAccount,
  listAccountWithdrawals: ofAccount,
  getFundsTransfer: ofTopUp,
  abortFundsTransfer: ofTopUp,
  // No bank is configured.
  createBankTopUp: {
    body: (ids) => ({ walletId: ids.walletId, bank: 'bnz', amount: '1', idempotencyKey: randomUUID() }),
    access: 'owned',
    owner: 503,
  },
  getBankTopUp: ofBankTopUp,
  // Nobody was sent to the bank, so the code is invalid.
  completeBankTopUp: { ...ofBankTopUp, body: () => ({ code: 'none' }), owner: 403 },
  cancelBankTopUp: ofBankTopUp,
  createAssetTransfer: { body: (ids) => sendTo(ids.walletId, newNumber()), access: 'owned' },
  getAssetTransferSummary: { ...ofTransfer, access: 'public', unknown: 403 },
  getAssetTransfer: ofTransfer,
  listAssetTransfers: ofAccount,
  remindAssetTransfer: ofTransfer,
  cancelAssetTransfer: { params: (ids) => ({ id: ids.spareTransferId }), access: 'owned' },
  claimAssetTransfer: ofReceived,
  // It was sent to a number.
  claimAssetTransferByLink: { ...ofReceived, body: () => ({ linkKey: 'no-key-of-any-link-at-all' }), owner: 403 },
  // It is claimed already.
  declineAssetTransfer: { ...ofReceived, owner: 403 },
  reportAssetTransfer: { ...ofReceived, body: () => ({ reason: 'unknown-sender' }) },
  acknowledgeTransfer: ofReceived,
  resolveClaimableAssets: { access: 'self' },
  listClaimedTransfers: { access: 'self' },
}

/** What a caller is to the owner of their `own` ids. */
type Kind = 'anonymous' | 'owner' | HiredRole | 'stranger' | 'terminal-key' | 'owner-key' | 'payment-token'
interface CallerOfTable {
  headers: Record<string, string>
  own: OwnedIds
  kind: Kind
  /** Mia has granted everything. */
  isGranted?: true
}
const tokenOfTane = await createPaymentToken(tane.ids.requestId)
const nobody = await createPerson(database)
const callers: Record<string, CallerOfTable> = {
  'account-owner person': { headers: tane.headers, own: tane.ids, kind: 'owner' },
  ...Object.fromEntries(hiredRoles.map((role) => [`${role} person`, { headers: tane.members[role].headers, own: tane.ids, kind: role }])),
  'other person': { headers: nobody.headers, own: tane.ids, kind: 'stranger' },
  'merchant-terminal key': { headers: tane.till, own: tane.ids, kind: 'terminal-key' },
  'account-owner key': { headers: tane.ownerKey, own: tane.ids, kind: 'owner-key' },
  'integrator key with a grant': { headers: granted.headers, own: granted.ids, kind: 'terminal-key', isGranted: true },
  'integrator key with a revoked grant': { headers: revoked.headers, own: revoked.ids, kind: 'terminal-key' },
  "integrator key without a grant (another merchant's key)": { headers: ungranted.headers, own: ungranted.ids, kind: 'terminal-key' },
  'payment token holder': { headers: tokenOfTane, own: tane.ids, kind: 'payment-token' },
  anonymous: { headers: {}, own: tane.ids, kind: 'anonymous' },
  'unknown key': { headers: { 'x-api-key': 'k_0123456789abcdefghijklmnop' }, own: tane.ids, kind: 'anonymous' },
  'invalid payment token': { headers: { authorization: `Bearer ct_${'A'.repeat(43)}` }, own: tane.ids, kind: 'anonymous' },
  'expired token': { headers: { authorization: `Bearer ${expired}` }, own: tane.ids, kind: 'anonymous' },
}

async function withFreshRequest(ids: OwnedIds): Promise<OwnedIds> {
  const owner = [mia, tane, granted, revoked, ungranted].find((one) => one.ids.orgId === ids.orgId)
  if (!owner) return ids
  clock.advance(1000)
  const cashier = 'members' in owner ? takenBy(owner.members.cashier) : {}
  const created = await api.post('/api/payment-requests', { configId: ids.configId, value: { amount: '500', currency: 'NZD' }, ...cashier }, owner.shop.till)
  return { ...ids, requestId: String(created.body.id) }
}

/** A stream does not end, so its start is the answer. */
async function openStream(url: string, headers: Record<string, string>) {
  const response = await app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  if (response.statusCode !== 200) return { status: response.statusCode, body: JSON.parse(await text(response.stream())) as unknown }
  response.stream().destroy()
  return { status: 200, body: '' }
}

async function call(endpoint: Endpoint, row: Row, ids: OwnedIds, headers: Record<string, string>) {
  if (row.fresh) ids = await withFreshRequest(ids)
  const url = pathOf(endpoint, row.params?.(ids)) + (typeof row.query === 'function' ? row.query(ids) : (row.query ?? ''))
  const payload = row.body?.(ids)
  if (endpoint.stream) return await openStream(url, headers)
  const response = await app.inject({ method: endpoint.method, url, headers, ...(payload && { payload }) })
  const json = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, body: json ? (response.json() as unknown) : response.payload }
}

function idsFor(idSet: IdSet, own: OwnedIds): OwnedIds {
  if (idSet === 'absent') return absent
  return idSet === 'own' ? own : mia.ids
}

const businessIds: ReadonlySet<string> = new Set([
  'orgId',
  'shopId',
  'configId',
  'requestId',
  'webhookId',
  'linkId',
  'fixedCodeId',
  'tillId',
  'spareTillId',
  'payoutId',
  'collectionId',
  'memberId',
  'spareMemberId',
  'invitationId',
  'spareInvitationId',
])

/** Whether the row names a business's ids, as opposed to a person's. */
function isOfBusiness(row: Row): boolean {
  const read = new Set<string>()
  const ids = new Proxy(absent, { get: (target, name: string) => (read.add(name), target[name as keyof OwnedIds]) })
  row.params?.(ids)
  row.body?.(ids)
  if (typeof row.query === 'function') row.query(ids)
  return [...read].every((name) => businessIds.has(name)) && read.size > 0
}

function isAuthenticated(endpoint: Endpoint, kind: Kind): boolean {
  if (kind === 'payment-token') return endpoint.bearer === 'payment-token'
  const isKey = kind === 'terminal-key' || kind === 'owner-key'
  const isPerson = kind === 'owner' || kind === 'stranger' || isHired(kind)
  return (isKey && endpoint.access !== 'person') || (isPerson && endpoint.access !== 'merchant-key')
}

/** Whether the caller may call it with these ids; otherwise the answer is FORBIDDEN. */
function isAllowed(name: string, row: Row, { kind, isGranted }: CallerOfTable, idSet: IdSet): boolean {
  if (kind === 'payment-token') return idSet === 'own'
  if (row.individuals) return kind === 'owner'
  if (row.access === 'self' || row.access === 'linked') return true
  if (row.till) return false
  if (idSet === 'other') return isGranted === true && row.integrators === true
  if (idSet === 'absent' || kind === 'stranger') return false
  if (kind === 'owner') return true
  const permission = endpointPermissions[name]
  if (!isOfBusiness(row) || permission === undefined || permission === 'self') return false
  if (isHired(kind)) return reachOfRole(kind, permission) !== undefined && !row.beyondReach?.includes(kind)
  return keyMayUse(kind === 'owner-key' ? 'account-owner' : 'merchant-terminal', permission)
}

const isHired = (kind: Kind): kind is HiredRole => (hiredRoles as readonly string[]).includes(kind)

/** The expected status of a cell: 401 for an unauthenticated caller, 403 for ids that are not the caller's. */
function expected(name: string, row: Row, caller: CallerOfTable, idSet: IdSet): number {
  const endpoint = endpoints[name]!
  if (row.access === 'public') return idSet === 'absent' ? row.unknown! : (row.owner ?? 200)
  if (!isAuthenticated(endpoint, caller.kind)) return 401
  // A payment token names its request, so another one is refused before it is looked up.
  if (row.unknown !== undefined && idSet === 'absent' && caller.kind !== 'payment-token') return row.unknown
  return isAllowed(name, row, caller, idSet) ? (row.owner ?? 200) : 403
}

const cells: string[] = []

test('the table has every endpoint of the contract and no other [SESS-13, API-06]', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort())
})

test('the contract says for every endpoint that is not public which permission it needs [BIZ-04]', () => {
  const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'public')
  expect(Object.keys(endpointPermissions).sort()).toEqual(guarded.map(([name]) => name).sort())
})

describe.each(Object.entries(matrix))('%s', (name, row) => {
  const endpoint = endpoints[name]!

  test.each(Object.entries(callers))('%s [SESS-13, API-02, API-06, SEC-1, BIZ-04, BIZ-06]', async (as, caller) => {
    const { headers, own } = caller
    for (const idSet of ['own', 'other', 'absent'] as const) {
      const answer = await call(endpoint, row, idsFor(idSet, own), headers)
      expect({ idSet, status: answer.status }).toEqual({ idSet, status: expected(name, row, caller, idSet) })
      if (answer.status === 401) expect(answer.body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' })
      if (answer.status === 403 && row.access !== 'public' && !isAllowed(name, row, caller, idSet))
        expect(answer.body).toEqual({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
      cells.push(`${name} ${as} ${idSet}`)
    }
    if (row.access !== 'owned' || caller.isGranted) return
    const [foreign, none] = [await call(endpoint, row, mia.ids, headers), await call(endpoint, row, absent, headers)]
    expect(foreign).toEqual(none)
  })

  test('the owner is allowed', async () => {
    const headers = row.till ? mia.device : endpoint.access === 'merchant-key' ? mia.till : mia.headers
    expect((await call(endpoint, row, mia.ids, headers)).status).toBe(row.owner ?? 200)
  })
})

test('every cell was asserted', () => {
  expect(new Set(cells).size).toBe(Object.keys(endpoints).length * Object.keys(callers).length * 3)
})

// Acts on a request of Mia's shop, in a state in which each of them succeeds.

interface Act {
  endpoint: string
  preAuth?: true
  isPaid?: true
  hasCondition?: true
  params?: Record<string, string>
  body?: object
  /** Members of the merchant's account act by themselves, without a key. */
  members?: true
}
const nzd = (amount: string) => ({ amount, currency: 'NZD' })
const acts: Record<string, Act> = {
  cancel: { endpoint: 'cancelPaymentRequest', members: true },
  'void a new request': { endpoint: 'voidPaymentRequest' },
  'void a paid request': { endpoint: 'voidPaymentRequest', isPaid: true },
  refund: { endpoint: 'refundPaymentRequest', isPaid: true, body: { value: nzd('100'), externalRef: 'r' }, members: true },
  'refund in part': { endpoint: 'refundPaymentRequest', isPaid: true, body: { value: nzd('1'), externalRef: 'r' }, members: true },
  confirm: { endpoint: 'confirmPaymentRequest', preAuth: true, isPaid: true, body: { idempotencyKey: 'c', invoiceRef: 'i' } },
  'release a hold': { endpoint: 'releasePaymentRequest', preAuth: true, isPaid: true },
  'release a new request': { endpoint: 'releasePaymentRequest', preAuth: true },
  'record an external payment': { endpoint: 'payPaymentRequest', body: { assetType: 'external.test', transactionId: 't' } },
  'accept a condition': { endpoint: 'acceptCondition', params: { conditionId: 'age' }, hasCondition: true, members: true },
  'decline a condition': { endpoint: 'declineCondition', params: { conditionId: 'age' }, hasCondition: true, members: true },
  'list activities': { endpoint: 'listPaymentRequestActivities', members: true },
}
const creators = { 'the merchant': mia.ids.orgId, 'an integrator': granted.ids.orgId, 'a stranger': ungranted.ids.orgId }

type Side = 'member' | HiredRole | 'key' | 'other-person' | 'other-key' | 'token' | 'anonymous'
const actors: Record<string, { headers: Record<string, string>; side: Side }> = {
  'account-owner person': { headers: mia.headers, side: 'member' },
  ...Object.fromEntries(hiredRoles.map((role) => [`${role} person`, { headers: mia.members[role].headers, side: role }])),
  'cashier who did not take it': { headers: (await createMember(mia.ids.orgId, 'cashier')).headers, side: 'other-person' },
  'merchant-terminal key': { headers: mia.till, side: 'key' },
  'account-owner key': { headers: mia.ownerKey, side: 'key' },
  'integrator key with a grant': { headers: granted.headers, side: 'key' },
  'integrator key with a revoked grant': { headers: revoked.headers, side: 'other-key' },
  'integrator key without a grant': { headers: ungranted.headers, side: 'other-key' },
  'payment token holder of the request': { headers: {}, side: 'token' },
  'other person': { headers: tane.headers, side: 'other-person' },
  "other merchant's key": { headers: tane.till, side: 'other-key' },
  anonymous: { headers: {}, side: 'anonymous' },
  'unknown key': { headers: { 'x-api-key': 'k_0123456789abcdefghijklmnop' }, side: 'anonymous' },
  'expired token': { headers: { authorization: `Bearer ${expired}` }, side: 'anonymous' },
}
const payer = await createPayer(api, database)

/** A request in the state that the act needs. Before grants existed, anybody could have created it. */
async function requestFor({ preAuth, isPaid, hasCondition }: Act, createdBy: string): Promise<string> {
  clock.advance(1000)
  const { id } = await mia.shop.createRequest(100, { expirySeconds: 86_400, ...(preAuth && { preAuth }), ...takenBy(mia.members.cashier) })
  const conditions = hasCondition ? [{ id: 'age', name: 'Age', message: 'Is the customer 18?', status: 'awaiting-merchant' }] : []
  await sql`update payment_request set created_by_account_id = ${createdBy}, conditions = ${JSON.stringify(conditions)} where id = ${id}`.execute(
    database.owner.db,
  )
  if (isPaid) expect((await payer.pay(id)).status).toBe(200)
  return id as string
}

const versionOf = async (id: string) =>
  (await sql<{ version: number }>`select version from payment_request where id = ${id}`.execute(database.owner.db)).rows[0]!.version

async function attempt(act: Act, id: string, headers: Record<string, string>) {
  const endpoint = endpoints[act.endpoint]!
  const response = await app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, { id, ...act.params }),
    headers,
    ...(act.body && { payload: act.body }),
  })
  return { status: response.statusCode, message: (response.json() as { message?: string }).message }
}

const actCells: string[] = []

describe.each(Object.entries(acts))('%s', (name, act) => {
  const { access, bearer } = endpoints[act.endpoint]!
  const permission = endpointPermissions[act.endpoint]!
  const hasPermission = (side: Side) => side === 'member' || (permission !== 'self' && reachOfRole(side, permission) !== undefined)
  const isAllowed = (side: Side) => side === 'key' || (act.members === true && hasPermission(side))
  const isKnown = (side: Side) => {
    if (side === 'token') return bearer === 'payment-token'
    return side === 'other-key' || (side !== 'key' && side !== 'anonymous' && access === 'person-or-key')
  }

  test.each(Object.entries(creators))('on a request created by %s [SEC-1]', async (creator, createdBy) => {
    const untouched = await requestFor(act, createdBy)
    const version = await versionOf(untouched)
    const token = await createPaymentToken(untouched)
    for (const [actor, { headers, side }] of Object.entries(actors)) {
      const answer = isAllowed(side)
        ? await attempt(act, await requestFor(act, createdBy), headers)
        : await attempt(act, untouched, side === 'token' ? token : headers)
      const refused = isKnown(side) ? 403 : 401
      expect({ actor, status: answer.status }).toEqual({ actor, status: isAllowed(side) ? 200 : refused })
      // A payment token pays by its own method, which has refusals of its own.
      if (answer.status === 403 && side !== 'token') expect({ actor, message: answer.message }).toEqual({ actor, message: 'FORBIDDEN' })
      actCells.push(`${name} ${creator} ${actor}`)
    }
    expect(await versionOf(untouched)).toBe(version)
  })
})

test('every act was asserted for every creator and caller [SEC-1]', () => {
  expect(new Set(actCells).size).toBe(Object.keys(acts).length * Object.keys(creators).length * Object.keys(actors).length)
})

test('a member who is limited to one shop reaches neither another nor what concerns the whole account [BIZ-03]', async () => {
  const { orgId, shopId } = mia.ids
  const created = await api.post('/api/merchants', { accountId: orgId, name: 'Second', country: 'NZ', test: true, type: 'e-commerce' }, mia.headers)
  const secondId = String(created.body.id)
  const { headers } = await createMember(orgId, 'manager', [secondId])
  expect((await api.get('/api/account-memberships', headers)).body).toEqual([
    expect.objectContaining({ accountId: orgId, role: 'manager', merchantIds: [secondId] }),
  ])
  const statusOf = async (url: string) => (await api.get(url, headers)).status
  expect(await statusOf(`/api/merchants/${secondId}`)).toBe(200)
  expect(await statusOf(`/api/merchants/${shopId}`)).toBe(403)
  expect(await statusOf(`/api/payment-requests/${mia.ids.requestId}/activities`)).toBe(403)
  expect(await statusOf(`/api/accounts/${orgId}/payouts`)).toBe(403)
  const { body } = await api.get(`/api/merchants?accountId=${orgId}`, headers)
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([secondId])
})

test('a cashier reaches what they took at a till, and of links, the web shop and other people nothing [BIZ-05, BIZ-06]', async () => {
  const { orgId, shopId, configId } = tane.ids
  const [cashier, other] = [tane.members.cashier, await createMember(orgId, 'cashier')]
  const nothing = { statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' }
  let sales = 0
  /** Of a request with these terms, paid: what the cashier gets by every way there is. */
  const reached = async (terms: object) => {
    clock.advance(1000)
    const sale = { configId, value: nzd('1000'), externalRef: `sale-${++sales}`, expirySeconds: 86_400, ...terms }
    const open = String((await api.post('/api/payment-requests', { ...sale, externalRef: 'open' }, tane.till)).body.id)
    const { id, shortCode } = (await api.post('/api/payment-requests', sale, tane.till)).body
    expect((await payer.pay(id)).status).toBe(200)
    const get = (url: string) => api.get(url, cashier.headers)
    const found = async (query: string) => (await get(`/api/payment-requests?merchantAccountId=${orgId}&${query}`)).body.items.length as number
    return {
      alone: [
        await get(`/api/merchants/${shopId}/payments/${id}`),
        await get(`/api/payment-requests/${id}/activities`),
        await get(`/api/payment-requests/${id}/refund-options`),
        await api.post(`/api/payment-requests/${id}/refund`, { value: nzd('1'), externalRef: 'x' }, cashier.headers),
        await api.post(`/api/payment-requests/${open}/cancel`, {}, cashier.headers),
      ],
      found: [await found(`shortCode=${shortCode}`), await found(`externalRef=${sale.externalRef}`)],
      payerIsShown: JSON.stringify(await get(`/api/payment-requests/${id}`)).includes(payer.accountId),
    }
  }
  const own = await reached(takenBy(cashier))
  expect(own).toMatchObject({ found: [1, 1], payerIsShown: true })
  expect(own.alone.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const terms of [{}, takenBy(other), { terminalId: 'till_front' }, { operatorId: cashier.personId }]) {
    const answer = await reached(terms)
    expect(answer).toMatchObject({ found: [0, 0], payerIsShown: false })
    expect(answer.alone.map(({ body }) => body)).toEqual(answer.alone.map(() => nothing))
  }
})

test('a developer does not see live payments, and a cashier none older than seven days [BIZ-05]', async () => {
  const { orgId, requestId } = tane.ids
  const roles = { developer: tane.members.developer.headers, cashier: tane.members.cashier.headers, accountant: tane.members.accountant.headers }
  const reads = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(roles).map(async ([role, headers]) => [role, (await api.get(`/api/payment-requests/${requestId}/activities`, headers)).status]),
      ),
    )
  const { body: request } = await api.get(`/api/payment-requests/${requestId}`, tane.headers)
  const found = async (headers: Record<string, string>) =>
    (await api.get(`/api/payment-requests?merchantAccountId=${orgId}&shortCode=${request.shortCode}`, headers)).body.items.length
  expect(await reads()).toEqual({ developer: 200, cashier: 200, accountant: 200 })
  await sql`update payment_request set created_at = created_at - interval '7 days', expires_at = expires_at - interval '7 days' where id = ${requestId}`.execute(
    database.owner.db,
  )
  expect(await reads()).toEqual({ developer: 200, cashier: 403, accountant: 200 })
  expect([await found(roles.cashier), await found(roles.developer)]).toEqual([0, 1])
  await sql`update payment_request set test = false where id = ${requestId}`.execute(database.owner.db)
  expect(await reads()).toEqual({ developer: 403, cashier: 403, accountant: 200 })
  expect([await found(roles.developer), await found(roles.accountant)]).toEqual([0, 1])
})

// Step-up.

const always = Object.entries(endpoints).filter(([, { stepUp }]) => stepUp === 'always')
const strict = await runningApi(database, { clock, env: { RATE_LIMIT_SCALE: '1000' } })
const signedIn = async (minutesAgo: number) => ({
  authorization: `Bearer ${await createAccessToken(database, tane.ids.personId, new Date(clock.now().getTime() + 3_600_000), {
    signedInAt: new Date(clock.now().getTime() - minutesAgo * 60_000),
  })}`,
})

test('what a thief does first needs a recent sign-in [SEC-3, SEC-4, SEC-17]', () => {
  for (const name of [
    'linkBankAccount',
    'authorizeDirectDebit',
    'showBankAccountNumber',
    'createWithdrawal',
    'choosePayoutAccount',
    'confirmPayoutAccount',
    'createApiKey',
    'updateApiKey',
    'rollApiKey',
    'createWebhook',
    'updateWebhook',
    'rotateWebhook',
    'createCollection',
    'createRedemptionCondition',
    'issueTokens',
    'saveIntegratorGrant',
    'updateMember',
    'removeMember',
    'createInvitation',
    'resendInvitation',
    'removeInvitation',
    'updateRefundLimits',
    'createRefundApproval',
    'unfreezeAccount',
    'authorizeConnection',
    'resumePermission',
  ])
    expect({ name, stepUp: endpoints[name]?.stepUp }).toEqual({ name, stepUp: 'always' })
  const conditional = Object.entries(endpoints).filter(([, { stepUp }]) => stepUp === 'conditional')
  expect(conditional.map(([name]) => name).sort()).toEqual([
    'createAssetTransfer',
    'payPaymentRequest',
    'refundPaymentRequest',
    'updateOwnLimits',
    'updatePermission',
    'updateProfile',
    'updateTillSettings',
  ])
})

test.each(always)('%s is refused after a sign-in of ten minutes ago, and not after one of a minute ago [SEC-3, SEC-4, SEC-17]', async (name, endpoint) => {
  const row = matrix[name]!
  const attempt = async (headers: Record<string, string>) => {
    const payload = row.body?.(tane.ids)
    const url = pathOf(endpoint, row.params?.(tane.ids))
    const response = await strict.app.inject({ method: endpoint.method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() as { message?: string } }
  }
  expect(await attempt(await signedIn(10))).toEqual({
    status: 403,
    body: { statusCode: 403, error: 'Forbidden', message: 'SIGN_IN_AGAIN', signIn: { acr: 'code', maxAge: 300 } },
  })
  expect((await attempt(await signedIn(1))).body.message).not.toBe('SIGN_IN_AGAIN')
})

afterAll(() => {
  const [endpointCount, callerCount, actCount] = [matrix, callers, acts].map((table) => Object.keys(table).length)
  const actSize = `${actCount} acts x ${Object.keys(creators).length} creators x ${Object.keys(actors).length} callers`
  const total = new Set(cells).size + new Set(actCells).size
  console.info(
    `authorisation matrix: ${endpointCount} endpoints x ${callerCount} callers x 3 owners + ${actSize} = ${total} cells; ${always.length} step-up endpoints`,
  )
})

test('a public asset summary does not reveal its owner [API-33]', async () => {
  const { body } = await call(endpoints.getAssetSummary!, matrix.getAssetSummary!, mia.ids, {})
  for (const secret of [mia.ids.accountId, mia.ids.personId]) expect(JSON.stringify(body)).not.toContain(secret)
})
