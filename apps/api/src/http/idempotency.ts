import { createHash } from 'node:crypto'
import type { AnswerOf, Endpoint } from '@nikau/contract'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { inTransaction, Refusal, refuse } from './refusal.ts'

/** A call that moves money, as far as its repetition is concerned. Params and body are as the contract decoded them. */
export interface KeyedCall {
  /** Who calls: a person's or an account's id. Keys of two callers never meet. */
  caller: string
  params?: unknown
  body: { idempotencyKey?: string | undefined }
}

/**
 * Runs a call that moves money once. The first caller with a key does the work; the answer is kept under the key in the same
 * transaction, so that it stands exactly when the money moved. Whoever comes again with the key and the same input gets that
 * answer; whoever comes at the same time waits for it. With another input the key is refused. A refusal keeps nothing: the
 * same key may be tried again. `reference` is the ledger's: it comes from the key, which makes the ledger a second guard.
 */
export async function once<E extends Endpoint, Code extends string>(
  means: { db: Db; clock: Clock; ids: Ids },
  endpoint: E,
  call: KeyedCall,
  work: (tx: Tx, reference: string) => Promise<AnswerOf<E> | Refusal<Code>>,
): Promise<AnswerOf<E> | Refusal<Code | 'IDEMPOTENT_OPERATION_FAILED'>> {
  const key = call.body.idempotencyKey
  if (key === undefined) return await inTransaction(means.db, (tx) => work(tx, means.ids.ordered()))
  const name = { caller: call.caller, endpoint: `${endpoint.method} ${endpoint.path}`, key }
  return await inTransaction(means.db, async (tx) => {
    const first = await claim(tx, { ...name, hash: hashOf(call), at: means.clock.now() })
    if (!first) return await repeated<E>(tx, endpoint, name, hashOf(call))
    const answer = await work(tx, referenceOf(name))
    if (!(answer instanceof Refusal)) await keep(tx, name, z.encode(endpoint.answer, answer))
    return answer
  })
}

interface Name {
  caller: string
  endpoint: string
  key: string
}

async function repeated<E extends Endpoint>(db: Db, endpoint: E, name: Name, hash: Buffer): Promise<AnswerOf<E> | Refusal<'IDEMPOTENT_OPERATION_FAILED'>> {
  const kept = await read(db, name)
  if (!kept?.hash.equals(hash)) return refuse('IDEMPOTENT_OPERATION_FAILED')
  return z.decode(endpoint.answer, kept.answer) as AnswerOf<E>
}

/** The ledger's reference of a keyed call: the same for every repetition, and nobody else's. */
function referenceOf({ caller, endpoint, key }: Name): string {
  return `once:${createHash('sha256').update([caller, endpoint, key].join('\n')).digest('base64url')}`
}

/** Of everything that the call asks for but its key. The contract gives decoded fields one order, so equal input has equal text. */
function hashOf({ params, body }: KeyedCall): Buffer {
  const text = JSON.stringify([params, { ...body, idempotencyKey: undefined }], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest()
}

/**
 * True for the first. The unique key makes a second one wait here until the first one's transaction ends: if that commits the
 * second finds its answer, if that is undone the second becomes the first.
 */
async function claim(tx: Db, call: Name & { hash: Buffer; at: Date }): Promise<boolean> {
  const result = await sql<{ key: string }>`
    insert into idempotency (caller, endpoint, key, body_hash, created_at)
    values (${call.caller}, ${call.endpoint}, ${call.key}, ${call.hash}, ${call.at}) on conflict do nothing returning key`.execute(tx)
  return result.rows.length > 0
}

async function keep(tx: Db, { caller, endpoint, key }: Name, answer: unknown): Promise<void> {
  await sql`update idempotency set answer = ${JSON.stringify(answer)} where caller = ${caller} and endpoint = ${endpoint} and key = ${key}`.execute(tx)
}

async function read(db: Db, { caller, endpoint, key }: Name): Promise<{ hash: Buffer; answer: unknown } | undefined> {
  const result = await sql<{ hash: Buffer; answer: unknown }>`
    select body_hash as hash, answer from idempotency where caller = ${caller} and endpoint = ${endpoint} and key = ${key}`.execute(db)
  return result.rows[0]
}
