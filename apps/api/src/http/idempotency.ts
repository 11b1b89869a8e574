import { createHash } from 'node:crypto'
import type { AnswerOf, Endpoint } from '@nikau/contract'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { inTransaction, Refusal, refuse } from './refusal.ts'

/** A call that may be repeated under its idempotency key. Params and body are as the contract decoded them. */
export interface KeyedCall {
  /** The id of a person or an account. Each caller has its own keys. */
  caller: string
  params?: unknown
  body: { idempotencyKey?: string | undefined }
}

/**
 * Runs a call once per idempotency key. The first call does the work and stores its response in the same transaction, so that the
 * response exists exactly when the money moved. A repeated call with the same request gets that response, and a concurrent one
 * waits for it. The key is refused for another request. A refusal stores nothing, so the key can be used again. `reference` is
 * derived from the key, which makes the ledger's unique reference a second guard.
 */
export async function withIdempotencyKey<E extends Endpoint, Code extends string>(
  deps: { db: Db; clock: Clock; ids: Ids },
  endpoint: E,
  call: KeyedCall,
  work: (tx: Tx, reference: string) => Promise<AnswerOf<E> | Refusal<Code>>,
): Promise<AnswerOf<E> | Refusal<Code | 'IDEMPOTENT_OPERATION_FAILED'>> {
  const key = call.body.idempotencyKey
  if (key === undefined) return await inTransaction(deps.db, (tx) => work(tx, deps.ids.ordered()))
  const name = { caller: call.caller, endpoint: `${endpoint.method} ${endpoint.path}`, key }
  return await inTransaction(deps.db, async (tx) => {
    const first = await claimKey(tx, { ...name, hash: hashRequest(call), at: deps.clock.now() })
    if (!first) return await replay<E>(tx, endpoint, name, hashRequest(call))
    const reference = referenceOf(name)
    // The stored response is older than its retention period: the money moved, so the call must not run again.
    if (await isPosted(tx, reference)) return refuse('IDEMPOTENT_OPERATION_FAILED')
    const answer = await work(tx, reference)
    if (!(answer instanceof Refusal)) await saveResponse(tx, name, z.encode(endpoint.answer, answer))
    return answer
  })
}

interface IdempotencyKey {
  caller: string
  endpoint: string
  key: string
}

async function replay<E extends Endpoint>(
  db: Db,
  endpoint: E,
  name: IdempotencyKey,
  hash: Buffer,
): Promise<AnswerOf<E> | Refusal<'IDEMPOTENT_OPERATION_FAILED'>> {
  const stored = await selectResponse(db, name)
  if (!stored?.hash.equals(hash)) return refuse('IDEMPOTENT_OPERATION_FAILED')
  return z.decode(endpoint.answer, stored.response) as AnswerOf<E>
}

/** The ledger reference: the same for every repetition of the call, and unique to it. */
function referenceOf({ caller, endpoint, key }: IdempotencyKey): string {
  return `idempotency:${createHash('sha256').update([caller, endpoint, key].join('\n')).digest('base64url')}`
}

/** Over everything but the key. The contract decodes fields in one order, so equal requests have equal text. */
function hashRequest({ params, body }: KeyedCall): Buffer {
  const text = JSON.stringify([params, { ...body, idempotencyKey: undefined }], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest()
}

/**
 * True for the first call. The unique key makes a concurrent call wait here until the first one's transaction ends: after a commit it
 * finds the response, after a rollback it becomes the first.
 */
async function claimKey(tx: Db, call: IdempotencyKey & { hash: Buffer; at: Date }): Promise<boolean> {
  const result = await sql<{ key: string }>`
    insert into idempotency (caller, endpoint, key, request_hash, created_at)
    values (${call.caller}, ${call.endpoint}, ${call.key}, ${call.hash}, ${call.at}) on conflict do nothing returning key`.execute(tx)
  return result.rows.length > 0
}

async function isPosted(tx: Db, reference: string): Promise<boolean> {
  return (await sql`select from ledger.posting where reference = ${reference}`.execute(tx)).rows.length > 0
}

async function saveResponse(tx: Db, { caller, endpoint, key }: IdempotencyKey, response: unknown): Promise<void> {
  await sql`update idempotency set response = ${JSON.stringify(response)} where caller = ${caller} and endpoint = ${endpoint} and key = ${key}`.execute(tx)
}

async function selectResponse(db: Db, { caller, endpoint, key }: IdempotencyKey): Promise<{ hash: Buffer; response: unknown } | undefined> {
  const result = await sql<{ hash: Buffer; response: unknown }>`
    select request_hash as hash, response from idempotency where caller = ${caller} and endpoint = ${endpoint} and key = ${key}`.execute(db)
  return result.rows[0]
}
