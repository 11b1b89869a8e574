import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Database } from '@nikau/runtime'
import { sql } from 'kysely'

export interface TestPerson {
  personId: string
  phone: string
  token: string
  /** Headers that authenticate as this person. */
  headers: { authorization: string }
}

/** Incremented, because random numbers would collide in one of two thousand test runs. */
let lastNumber = randomInt(1_000_000, 9_000_000)

/** The database of a test, or of a trial, whose login is the owner. Only identity writes its tables, so these rows need the owner. */
type Owned = Database & { owner?: Database }
const ownerOf = ({ owner, db }: Owned) => owner?.db ?? db

/** A person with a session, inserted as the provider stores them after a sign-in. */
export async function createPerson(
  database: Owned,
  person: { givenName?: string; familyName?: string; email?: string; emailVerified?: boolean } = {},
): Promise<TestPerson> {
  const personId = randomUUID()
  const phone = `+6421${++lastNumber}`
  await sql`
    insert into identity.person (id, phone, phone_verified, phone_proved_at, given_name, family_name, email, email_verified)
    values (${personId}, ${phone}, true, now(), ${person.givenName ?? null}, ${person.familyName ?? null}, ${person.email ?? null}, ${person.emailVerified ?? false})`.execute(
    ownerOf(database),
  )
  const token = await createAccessToken(database, personId)
  return { personId, phone, token, headers: { authorization: `Bearer ${token}` } }
}

export async function createAccessToken(
  database: Owned,
  personId: string,
  expiresAt = new Date(Date.now() + 3_600_000),
  signIn: { signedInAt?: Date; amr?: string[]; clientId?: string } = {},
): Promise<string> {
  const { signedInAt = new Date(), amr = ['sms'], clientId = 'nikau-web' } = signIn
  const token = randomBytes(32).toString('base64url')
  const [grant, session] = [randomUUID(), randomUUID()]
  const rows = [
    {
      model: 'Grant',
      id: grant,
      payload: { accountId: personId, clientId },
      grant_id: null,
      uid: null,
      expires_at: new Date(Date.now() + 86_400_000),
    },
    {
      model: 'Session',
      id: hashOf(session),
      payload: { accountId: personId, loginTs: Math.floor(signedInAt.getTime() / 1000), amr, authorizations: { [clientId]: { grantId: grant } } },
      grant_id: null,
      uid: session,
      expires_at: new Date(Date.now() + 86_400_000),
    },
    {
      model: 'AccessToken',
      id: hashOf(token),
      payload: { accountId: personId, clientId, scope: 'openid', sessionUid: session },
      grant_id: grant,
      uid: null,
      expires_at: expiresAt,
    },
  ]
  for (const row of rows)
    await sql`insert into identity.oidc (model, id, payload, grant_id, uid, expires_at) values (${row.model}, ${row.id}, ${JSON.stringify(row.payload)}, ${row.grant_id}, ${row.uid}, ${row.expires_at})`.execute(
      ownerOf(database),
    )
  return token
}

/** Deletes the token, as the provider does. */
export async function revokeToken(database: Owned, token: string): Promise<void> {
  await sql`delete from identity.oidc where model = 'AccessToken' and id = ${hashOf(token)}`.execute(ownerOf(database))
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
