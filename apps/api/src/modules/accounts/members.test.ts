import { createAccessToken, createPerson, fakeClock, testDatabase, type TestPerson } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, createShop, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { RATE_LIMIT_SCALE: '1000' } })

type Shop = Awaited<ReturnType<typeof createShop>>
const membersOf = (shop: Shop) => `/api/accounts/${shop.accountId}/members`
const invitationsOf = (shop: Shop) => `/api/accounts/${shop.accountId}/invitations`

const inviteAs = (shop: Shop, by: TestPerson, more: { alias: string; role: string; merchantIds?: string[] }) =>
  api.post(invitationsOf(shop), { name: 'Sione Latu', ...more }, by.headers)

/** Hires somebody the way the product does: by an invitation that they accept. */
async function hire(shop: Shop, role: string, merchantIds?: string[]): Promise<TestPerson> {
  clock.advance(1000)
  const person = await createPerson(database, { givenName: 'Sione', familyName: 'Latu' })
  const { body } = await inviteAs(shop, shop.owner, { alias: person.phone, role, ...(merchantIds && { merchantIds }) })
  expect((await api.post(`/api/invitations/${body.id}/accept`, {}, person.headers)).status).toBe(200)
  return person
}

async function addShop(shop: Shop, name: string): Promise<string> {
  const body = { accountId: shop.accountId, name, country: 'NZ', test: true, type: 'e-commerce' }
  return String((await api.post('/api/merchants', body, shop.owner.headers)).body.id)
}

const roleOf = async (shop: Shop, person: TestPerson) =>
  (await api.get('/api/account-memberships', person.headers)).body.find(({ accountId }: { accountId: string }) => accountId === shop.accountId)?.role

const messagesTo = async (to: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${to} and purpose = 'invitation'`.execute(database.owner.db)).rows

test('members are listed with role, shops and refund limit, and an owner changes them [BIZ-55]', async () => {
  const shop = await createShop(api, database)
  const sione = await hire(shop, 'cashier', [shop.merchantId])
  const list = async () => (await api.get(membersOf(shop), shop.owner.headers)).body
  expect(await list()).toEqual([
    expect.objectContaining({ userId: shop.owner.personId, role: 'account-owner' }),
    expect.objectContaining({ userId: sione.personId, name: 'Sione Latu', role: 'cashier', merchantIds: [shop.merchantId], refundLimit: '5000' }),
  ])
  const changed = await api.put(`${membersOf(shop)}/${sione.personId}`, { role: 'manager', refundLimit: '12000' }, shop.owner.headers)
  expect(changed).toMatchObject({ status: 200, body: { role: 'manager', refundLimit: '12000', ownRefundLimit: true } })
  expect((await list())[1]).not.toHaveProperty('merchantIds')
  for (const body of [
    { role: 'account-owner', merchantIds: [shop.merchantId] },
    { role: 'accountant', refundLimit: '1' },
    { role: 'cashier', merchantIds: ['another'] },
  ])
    expect((await api.put(`${membersOf(shop)}/${sione.personId}`, body, shop.owner.headers)).body.message).toBe('FORBIDDEN')
})

test('the last owner is neither removed nor demoted, also not by two owners at once [BIZ-55]', async () => {
  const shop = await createShop(api, database)
  const { owner } = shop
  const own = `${membersOf(shop)}/${owner.personId}`
  expect(await api.delete(own, owner.headers)).toMatchObject({ status: 403, body: { message: 'LAST_OWNER_NOT_REVOKABLE' } })
  expect(await api.put(own, { role: 'manager' }, owner.headers)).toMatchObject({ status: 403, body: { message: 'LAST_OWNER_NOT_REVOKABLE' } })
  const second = await hire(shop, 'account-owner')
  await Promise.all([api.delete(`${membersOf(shop)}/${second.personId}`, owner.headers), api.delete(own, second.headers)])
  const { rows } = await sql`select from account_member where account_id = ${shop.accountId} and role = 'account-owner'`.execute(database.owner.db)
  expect(rows).toHaveLength(1)
})

test('an invitation is for one number or address, once [BIZ-56]', async () => {
  const shop = await createShop(api, database)
  const email = `moana-${crypto.randomUUID()}@example.nz`
  const [moana, thief, unverified] = [
    await createPerson(database, { email, emailVerified: true }),
    await createPerson(database),
    await createPerson(database, { email, emailVerified: false }),
  ]
  const { body: sent } = await inviteAs(shop, shop.owner, { alias: email, role: 'accountant' })
  expect((await messagesTo(email))[0]!.body).toContain(sent.id)
  const accept = (by: TestPerson, id = sent.id) => api.post(`/api/invitations/${id}/accept`, {}, by.headers)
  for (const other of [thief, unverified]) {
    expect((await accept(other)).body.message).toBe('FORBIDDEN')
    expect((await api.get(`/api/invitations/${sent.id}`, other.headers)).body.message).toBe('FORBIDDEN')
  }
  expect((await api.get(`/api/invitations/${sent.id}`, moana.headers)).body).toMatchObject({
    accountName: 'Kauri Cafe Ltd',
    role: 'accountant',
    accepted: false,
  })
  const answers = await concurrently(5, () => accept(moana))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await roleOf(shop, moana)).toBe('accountant')
  await api.delete(`${membersOf(shop)}/${moana.personId}`, shop.owner.headers)
  const back = { ...moana, headers: { authorization: `Bearer ${await createAccessToken(database, moana.personId)}` } }
  expect((await accept(back)).status).toBe(200)
  expect(await roleOf(shop, back)).toBeUndefined()
})

test('an invitation is sent again and taken back; an owner is not demoted by accepting one [BIZ-56]', async () => {
  const shop = await createShop(api, database)
  const rangi = await createPerson(database)
  const { body: sent } = await inviteAs(shop, shop.owner, { alias: rangi.phone, role: 'cashier' })
  expect((await api.post(`${invitationsOf(shop)}/${sent.id}/resend`, {}, shop.owner.headers)).status).toBe(200)
  expect(await messagesTo(rangi.phone)).toHaveLength(2)
  expect((await api.delete(`${invitationsOf(shop)}/${sent.id}`, shop.owner.headers)).status).toBe(200)
  expect((await api.post(`/api/invitations/${sent.id}/accept`, {}, rangi.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.get(invitationsOf(shop), shop.owner.headers)).body).toEqual([])
  const own = await inviteAs(shop, shop.owner, { alias: shop.owner.phone, role: 'cashier' })
  expect((await api.post(`/api/invitations/${own.body.id}/accept`, {}, shop.owner.headers)).body.message).toBe('ALREADY_MEMBER')
  expect(await roleOf(shop, shop.owner)).toBe('account-owner')
})

test('there are at most 20 open invitations and 50 members [BIZ-56]', async () => {
  const shop = await createShop(api, database)
  const answers = []
  for (let n = 10; n < 31; n++) answers.push(await inviteAs(shop, shop.owner, { alias: `+64270000${n}0`, role: 'cashier' }))
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 403])
  expect(answers[20]!.body.message).toBe('MEMBER_LIMIT_EXCEEDED')
  // Two that have expired make room for two; then they cannot be opened again by sending them again, while an open one can be sent.
  const ids = answers.slice(0, 20).map(({ body }) => body.id as string)
  await sql`update account_invitation set expires_at = ${clock.now()} where id = any(${ids.slice(0, 2)})`.execute(database.owner.db)
  const resend = async (id: string) => (await api.post(`${invitationsOf(shop)}/${id}/resend`, {}, shop.owner.headers)).body.message ?? 'sent'
  expect((await inviteAs(shop, shop.owner, { alias: '+64270000981', role: 'cashier' })).status).toBe(200)
  expect(await resend(ids[0]!)).toBe('sent')
  expect([await resend(ids[1]!), await resend(ids[0]!)]).toEqual(['MEMBER_LIMIT_EXCEEDED', 'sent'])
  expect((await api.get(invitationsOf(shop), shop.owner.headers)).body).toHaveLength(20)
  expect(await messagesTo('+64270000110')).toHaveLength(1)
  const full = await createShop(api, database)
  const late = await createPerson(database)
  const { body } = await inviteAs(full, full.owner, { alias: late.phone, role: 'cashier' })
  await sql`insert into account_member (account_id, person_id, role, added_at) select ${full.accountId}, gen_random_uuid(), 'cashier', now() from generate_series(1, 49)`.execute(
    database.owner.db,
  )
  expect((await inviteAs(full, full.owner, { alias: '+64270000999', role: 'cashier' })).body.message).toBe('MEMBER_LIMIT_EXCEEDED')
  expect((await api.post(`/api/invitations/${body.id}/accept`, {}, late.headers)).body.message).toBe('MEMBER_LIMIT_EXCEEDED')
})

test('a manager invites, changes and removes cashiers of their own shops and nobody else [BIZ-57]', async () => {
  const shop = await createShop(api, database)
  const [first, second] = [shop.merchantId, await addShop(shop, 'Second')]
  const manager = await hire(shop, 'manager', [first])
  const [own, both, unlimited, accountant] = [
    await hire(shop, 'cashier', [first]),
    await hire(shop, 'cashier', [first, second]),
    await hire(shop, 'cashier'),
    await hire(shop, 'accountant'),
  ]
  const put = (person: TestPerson, body: object) => api.put(`${membersOf(shop)}/${person.personId}`, body, manager.headers)
  const terms = { role: 'cashier', merchantIds: [first] }
  expect((await api.get(membersOf(shop), manager.headers)).body.map(({ userId }: { userId: string }) => userId)).toEqual([own.personId])
  expect((await put(own, { ...terms, refundLimit: '6000' })).status).toBe(200)
  for (const person of [both, unlimited, accountant, manager, shop.owner]) {
    expect((await put(person, terms)).body.message).toBe('FORBIDDEN')
    expect((await api.delete(`${membersOf(shop)}/${person.personId}`, manager.headers)).body.message).toBe('FORBIDDEN')
  }
  for (const body of [
    { role: 'manager', merchantIds: [first] },
    { role: 'cashier' },
    { role: 'cashier', merchantIds: [second] },
    { ...terms, refundLimit: '50001' },
  ])
    expect((await put(own, body)).body.message).toBe('FORBIDDEN')
  const invited = async (more: { role: string; merchantIds?: string[] }) => (await inviteAs(shop, manager, { alias: '+64211234567', ...more })).status
  expect(await invited(terms)).toBe(200)
  expect(await invited({ role: 'cashier' })).toBe(403)
  expect(await invited({ role: 'cashier', merchantIds: [second] })).toBe(403)
  expect(await invited({ role: 'manager', merchantIds: [first] })).toBe(403)
  expect((await api.delete(`${membersOf(shop)}/${own.personId}`, manager.headers)).status).toBe(200)
  expect((await api.put(`/api/accounts/${shop.accountId}/refund-limits`, { cashier: '1', manager: '2' }, manager.headers)).status).toBe(403)
})

test('whoever is removed or demoted loses it at the next call, and their sessions end [BIZ-58]', async () => {
  const shop = await createShop(api, database)
  const [removed, demoted, raised] = [await hire(shop, 'manager'), await hire(shop, 'manager'), await hire(shop, 'cashier')]
  const shopUrl = `/api/merchants/${shop.merchantId}`
  const signInAgain = async ({ personId }: TestPerson) => ({
    authorization: `Bearer ${await createAccessToken(database, personId, new Date(clock.now().getTime() + 3_600_000))}`,
  })
  for (const { headers } of [removed, demoted]) expect((await api.put(shopUrl, { name: 'Kauri Cafe' }, headers)).status).toBe(200)
  await api.delete(`${membersOf(shop)}/${removed.personId}`, shop.owner.headers)
  await api.put(`${membersOf(shop)}/${demoted.personId}`, { role: 'cashier' }, shop.owner.headers)
  await api.put(`${membersOf(shop)}/${raised.personId}`, { role: 'cashier', refundLimit: '9000' }, shop.owner.headers)
  for (const { headers } of [removed, demoted]) await expect.poll(async () => (await api.get('/api/account-memberships', headers)).status).toBe(401)
  for (const person of [removed, demoted]) expect((await api.put(shopUrl, { name: 'X' }, await signInAgain(person))).body.message).toBe('FORBIDDEN')
  expect((await api.get('/api/account-memberships', raised.headers)).status).toBe(200)
})

test('who changed members, limits, keys, webhooks, shops, settings and schedule is listed, with before and after, and cannot be changed [BIZ-59]', async () => {
  const shop = await createShop(api, database)
  const { headers } = shop.owner
  const account = `/api/accounts/${shop.accountId}`
  const accountant = await hire(shop, 'accountant')
  await api.put(`${account}/refund-limits`, { cashier: '2000', manager: '60000' }, headers)
  await api.put(`${account}/payout-schedule`, { kind: 'weekly', weekday: 3 }, headers)
  await api.put(`/api/merchants/${shop.merchantId}`, { name: 'Kauri Corner' }, headers)
  await addShop(shop, 'Newtown Loaf')
  await api.post(`${account}/webhooks`, { url: 'https://shop.example/hook' }, headers)
  await api.put(`${account}/api-keys/till`, { enabled: false }, headers)
  const { body: sent } = await inviteAs(shop, shop.owner, { alias: '+64270000982', role: 'developer' })
  await api.post(`${invitationsOf(shop)}/${sent.id}/resend`, {}, headers)
  await api.delete(`${account}/members/${accountant.personId}`, headers)
  const { body } = await api.get(`${account}/audit`, headers)
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
    'member-removed',
    'invitation-resent',
    'invitation-sent',
    'api-key-changed',
    'webhook-changed',
    'shop-added',
    'shop-changed',
    'payout-schedule-changed',
    'refund-limits-changed',
    'member-added',
    'invitation-sent',
    'api-key-created',
    'shop-settings-changed',
    'shop-added',
  ])
  const entry = (action: string) => body.items.find((item: { action: string }) => item.action === action)
  expect(entry('refund-limits-changed')).toMatchObject({
    actor: `crn::user:${shop.owner.personId}`,
    address: '127.0.0.1',
    device: expect.any(String),
    before: { cashier: '5000', manager: '50000' },
    after: { cashier: '2000', manager: '60000' },
  })
  expect(entry('shop-changed')).toMatchObject({ before: { name: 'Kauri Cafe' }, after: { name: 'Kauri Corner' } })
  expect(entry('shop-added')).toMatchObject({ subject: expect.any(String), after: { name: 'Newtown Loaf', test: true, status: 'active' } })
  expect(entry('invitation-resent')).toMatchObject({ subject: sent.id, after: { name: 'Sione Latu', role: 'developer' } })
  expect(body.items[0]).toMatchObject({ subject: accountant.personId, subjectName: 'Sione Latu', before: { role: 'accountant' } })
  const owner = database.owner.db
  await expect(sql`update account_audit set action = 'nothing' where account_id = ${shop.accountId}`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`delete from account_audit where account_id = ${shop.accountId}`.execute(owner)).rejects.toThrow('append-only')
  const asApi = database.openAs('nikau_api').db
  await expect(sql`delete from account_audit`.execute(asApi)).rejects.toThrow('permission denied')
  const events = await sql<{
    kind: string
  }>`select kind from security_event where person_id = ${shop.owner.personId} and kind like 'member-%' order by id`.execute(owner)
  expect(events.rows.map(({ kind }) => kind)).toEqual(['member-invited', 'member-added', 'member-invited', 'member-removed'])
})

test('an accountant reads the audit, and an individual account has neither members nor invitations [BIZ-55, BIZ-59]', async () => {
  const shop = await createShop(api, database)
  const accountant = await hire(shop, 'accountant')
  expect((await api.get(`/api/accounts/${shop.accountId}/audit`, accountant.headers)).status).toBe(200)
  const mia = await createPerson(database)
  const { body } = await api.post('/api/accounts', { name: 'Mia', type: 'individual' }, mia.headers)
  expect((await api.get(`/api/accounts/${body.id}/members`, mia.headers)).body.message).toBe('FORBIDDEN')
  const invited = await api.post(`/api/accounts/${body.id}/invitations`, { name: 'X', alias: '+64211234567', role: 'account-owner' }, mia.headers)
  expect(invited.body.message).toBe('FORBIDDEN')
})

test('an invitation is over after seven days [BIZ-56]', async () => {
  const shop = await createShop(api, database)
  const late = await createPerson(database)
  const { body } = await inviteAs(shop, shop.owner, { alias: late.phone, role: 'cashier' })
  expect(new Date(body.expiresAt).getTime() - clock.now().getTime()).toBe(7 * 86_400_000)
  await sql`update account_invitation set expires_at = ${clock.now()} where id = ${body.id}`.execute(database.owner.db)
  expect((await api.post(`/api/invitations/${body.id}/accept`, {}, late.headers)).body.message).toBe('INVITATION_EXPIRED')
  expect((await api.get(invitationsOf(shop), shop.owner.headers)).body).toEqual([])
})

test('nobody writes to strangers in our name by inviting them: no link in the name of a business, 5 messages a day to one number [BIZ-56]', async () => {
  const shop = await createShop(api, database)
  const nameAs = (name: string) => sql`update account set name = ${name} where id = ${shop.accountId}`.execute(database.owner.db)
  const openings: string[] = []
  for (const [n, name] of ['Bean & Leaf 88 Ltd.', 'Verify at bank-nz.co/login', 'Call 0800 123 456', 'Reply\nnow'].entries()) {
    await nameAs(name)
    for (const to of [`+6427111000${n}`, `n${n}@example.nz`]) {
      expect((await inviteAs(shop, shop.owner, { alias: to, role: 'cashier' })).status).toBe(200)
      const { rows } = await sql<{ text: string }>`select concat(subject, ' | ', body) as text from message where recipient = ${to}`.execute(database.owner.db)
      openings.push(...rows.flatMap(({ text }) => text.split('|').map((part) => part.trim().split(' invites you')[0]!)))
    }
  }
  expect(new Set(openings.slice(0, 4))).toEqual(new Set(['', 'Bean & Leaf 88 Ltd.']))
  expect(new Set(openings.slice(4))).toEqual(new Set(['', 'A business']))

  const invitation = { alias: '+64271110009', role: 'cashier' }
  const { body: first } = await inviteAs(shop, shop.owner, invitation)
  const again = () => api.post(`${invitationsOf(shop)}/${first.id}/resend`, {}, shop.owner.headers)
  expect((await again()).status).toBe(200)
  for (let sent = 2; sent < 5; sent++) {
    const { body } = await inviteAs(shop, shop.owner, invitation)
    expect((await api.delete(`${invitationsOf(shop)}/${body.id}`, shop.owner.headers)).status).toBe(200)
  }
  expect(await inviteAs(shop, shop.owner, invitation)).toMatchObject({ status: 403, body: { message: 'INVITATION_SENT_TOO_OFTEN' } })
  expect((await again()).body.message).toBe('INVITATION_SENT_TOO_OFTEN')
  expect(await messagesTo(invitation.alias)).toHaveLength(5)
  await sql`update recipient_message set at = at - interval '1 day' where alias = ${invitation.alias}`.execute(database.owner.db)
  expect((await again()).status).toBe(200)
})

test('a person who opens several businesses sends no more invitations a day than with one [BIZ-56]', async () => {
  const [shop, other] = [await createShop(api, database), await createShop(api, database)]
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${other.accountId}, ${shop.owner.personId}, 'account-owner', now())`.execute(
    database.owner.db,
  )
  await sql`
    insert into account_invitation (id, account_id, name, alias, role, invited_by, created_at, sent_at, expires_at, removed_at)
    select 'inv_day' || n, ${shop.accountId}, 'X', 'x@example.nz', 'cashier', ${shop.owner.personId}, ${clock.now()}, ${clock.now()}, ${clock.now()}, ${clock.now()}
      from generate_series(1, 60) n`.execute(database.owner.db)
  expect((await inviteAs(other, shop.owner, { alias: '+64271110010', role: 'cashier' })).body.message).toBe('MEMBER_LIMIT_EXCEEDED')
  expect((await inviteAs(other, other.owner, { alias: '+64271110010', role: 'cashier' })).status).toBe(200)
})

test('what somebody has sent who may not invite any more lets nobody in [BIZ-57]', async () => {
  const shop = await createShop(api, database)
  const [first, second] = [shop.merchantId, await addShop(shop, 'Second')]
  const invite = async (by: TestPerson, role: string, merchantIds?: string[]) => {
    const person = await createPerson(database)
    const { status, body } = await inviteAs(shop, by, { alias: person.phone, role, ...(merchantIds && { merchantIds }) })
    expect(status).toBe(200)
    return { id: String(body.id), person, accept: () => api.post(`/api/invitations/${body.id}/accept`, {}, person.headers) }
  }
  const removed = async () =>
    (await sql<{ id: string }>`select id from account_invitation where account_id = ${shop.accountId} and removed_at is not null`.execute(database.owner.db)).rows.map(({ id }) => id) // prettier-ignore
  const manager = await hire(shop, 'manager', [first, second])
  const [kept, lost] = [await invite(manager, 'cashier', [first]), await invite(manager, 'cashier', [second])]
  await api.put(`${membersOf(shop)}/${manager.personId}`, { role: 'manager', merchantIds: [first] }, shop.owner.headers)
  expect(await removed()).toEqual([lost.id])
  expect([(await kept.accept()).status, (await lost.accept()).body.message]).toEqual([200, 'FORBIDDEN'])

  const partner = await hire(shop, 'account-owner')
  const backDoor = await invite(partner, 'account-owner')
  await api.delete(`${membersOf(shop)}/${partner.personId}`, shop.owner.headers)
  expect(await removed()).toEqual(expect.arrayContaining([lost.id, backDoor.id]))
  const { items } = (await api.get(`/api/accounts/${shop.accountId}/audit`, shop.owner.headers)).body
  expect(items.find(({ action }: { action: string }) => action === 'invitation-removed')).toMatchObject({ subject: backDoor.id })
  expect(await api.get(`/api/invitations/${backDoor.id}`, backDoor.person.headers)).toMatchObject({ status: 403 })

  // Rights that ended in any other way end it, too.
  const closed = await hire(shop, 'account-owner')
  const left = await invite(closed, 'account-owner')
  await sql`delete from account_member where person_id = ${closed.personId}`.execute(database.owner.db)
  expect((await left.accept()).body.message).toBe('FORBIDDEN')
  expect(await roleOf(shop, left.person)).toBeUndefined()
})
