import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Passkey {
  id: string
  personId: string
  publicKey: Buffer
  counter: bigint
  transports: string[]
  backedUp: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** Opens the desk and nothing else. The others are the person's own as a customer, and do not open the desk. */
  desk: boolean
}

const columns = sql`id, person_id as "personId", public_key as "publicKey", counter, transports, backed_up as "backedUp", name,
  created_at as "createdAt", last_used_at as "lastUsedAt", desk`

/** The person's passkeys of one side: as a customer, or for the desk. */
export async function selectPasskeys(db: Db, personId: string, of: { desk: boolean }): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select ${columns} from identity.passkey where person_id = ${personId} and desk = ${of.desk} order by created_at, id`.execute(db)
  return rows
}

export async function selectPasskey(db: Db, id: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`select ${columns} from identity.passkey where id = ${id}`.execute(db)
  return rows[0]
}

/** False if the passkey is already registered, by anyone. */
export async function insertPasskey(tx: Db, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  const { rows } = await sql`
    insert into identity.passkey (id, person_id, public_key, counter, transports, backed_up, name, created_at, desk)
    values (${passkey.id}, ${passkey.personId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}, ${passkey.backedUp}, ${passkey.name}, ${passkey.createdAt},
      ${passkey.desk})
    on conflict (id) do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** Records a use. False if the counter did not increase, which indicates a cloned key. Devices without a counter stay at 0. */
export async function markUsed(db: Db, use: { id: string; counter: number; backedUp: boolean; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    update identity.passkey set counter = ${use.counter}, backed_up = ${use.backedUp}, last_used_at = ${use.at}
    where id = ${use.id} and (counter < ${use.counter} or (counter = 0 and ${use.counter}::bigint = 0)) returning 1`.execute(db)
  return rows.length === 1
}

/** How many passkeys the person has as a customer. None can be added for them until the transaction ends. */
export async function lockPasskeys(tx: Db, personId: string): Promise<number> {
  await sql`select from identity.person where id = ${personId} for update`.execute(tx)
  return (await selectPasskeys(tx, personId, { desk: false })).length
}

/** Returns the name of the deleted passkey, or undefined if the person has no such passkey as a customer. */
export async function deletePasskey(tx: Db, personId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`delete from identity.passkey where id = ${id} and person_id = ${personId} and not desk returning name`.execute(
    tx,
  )
  return rows[0]?.name
}

export async function upsertChallenge(db: Db, owner: string, challenge: string, expiresAt: Date): Promise<void> {
  await sql`
    insert into identity.passkey_challenge (owner, challenge, expires_at) values (${owner}, ${challenge}, ${expiresAt})
    on conflict (owner) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db)
}

/** Deletes and returns the challenge, so that it can be answered only once. */
export async function consumeChallenge(db: Db, owner: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string; expiresAt: Date }>`
    delete from identity.passkey_challenge where owner = ${owner} returning challenge, expires_at as "expiresAt"`.execute(db)
  return rows[0] && rows[0].expiresAt > now ? rows[0].challenge : undefined
}
