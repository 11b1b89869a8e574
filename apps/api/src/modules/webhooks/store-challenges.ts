import { addJob, type Db, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export const challengeJob = 'challenge-webhook'

/** The URL waits until it has answered the challenge. One that is pending already is replaced. */
export async function startChallenge(tx: Tx, of: { endpointId: string; url: string; challenge: string }): Promise<void> {
  await sql`
    update webhook_endpoint set pending_url = ${of.url}, challenge = ${of.challenge}, challenge_attempts = 0, version = version + 1
     where id = ${of.endpointId}`.execute(tx)
  await addJob(tx, challengeJob, { endpointId: of.endpointId, challenge: of.challenge })
}

export interface DueChallenge {
  endpointId: string
  accountId: string
  url: string
  attempts: number
  keyId: string
  sealedPrivateKey: Buffer
  sealingKeyId: string
}

/** Counts an attempt; undefined if the challenge was answered, replaced or given up. */
export async function beginChallenge(db: Db, of: { endpointId: string; challenge: string }): Promise<DueChallenge | undefined> {
  const result = await sql<DueChallenge>`
    update webhook_endpoint e set challenge_attempts = e.challenge_attempts + 1
      from webhook_key k
     where e.id = ${of.endpointId} and e.challenge = ${of.challenge} and k.endpoint_id = e.id and k.retired_at is null
    returning e.id as "endpointId", e.account_id as "accountId", e.pending_url as url, e.challenge_attempts as attempts, k.id as "keyId",
      k.sealed_private_key as "sealedPrivateKey", k.sealing_key_id as "sealingKeyId"`.execute(db)
  return result.rows[0]
}

/** The pending URL receives the events from now on. */
export async function completeChallenge(db: Db, of: { endpointId: string; challenge: string }, at: Date): Promise<void> {
  await sql`
    update webhook_endpoint set url = pending_url, verified_at = ${at}, pending_url = null, challenge = null, version = version + 1
     where id = ${of.endpointId} and challenge = ${of.challenge}`.execute(db)
}

/** The pending URL is dropped; one that was in use stays. */
export async function giveUpChallenge(db: Db, of: { endpointId: string; challenge: string }): Promise<void> {
  await sql`
    update webhook_endpoint set pending_url = null, challenge = null, version = version + 1
     where id = ${of.endpointId} and challenge = ${of.challenge}`.execute(db)
}

export async function retryChallenge(db: Db, of: { endpointId: string; challenge: string }, runAt: Date): Promise<void> {
  await db.transaction().execute(async (tx) => await addJob(tx, challengeJob, of, { runAt }))
}
