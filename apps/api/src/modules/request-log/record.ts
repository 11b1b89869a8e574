import type { Clock, Db, Log, Metrics } from '@nikau/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { maxTextLength, redact, redactPath, redactText } from './redact.ts'
import { insertRequests, type NewRequest } from './store.ts'

const flushMs = 500
const batchSize = 250
/** 16 MB at most, with bodies counted by their length. */
const maxEntries = 10_000
const maxBytes = 16 * 1024 * 1024

interface Entry {
  request: Omit<NewRequest, 'path' | 'refusal' | 'refusalFields' | 'body' | 'idempotencyKey' | 'externalRef'> & {
    url: string
    refusal: string | undefined
    detail: Readonly<Record<string, unknown>> | undefined
    sent: unknown
  }
  bytes: number
}

/**
 * Writes the calls of API keys behind the answers: an answer only puts its call into memory, and a timer writes what has gathered in
 * one statement. What does not fit is dropped. A process that is killed loses at most what it had accepted and not written, which is the
 * difference of two counters at the last scrape.
 */
export function recordRequests(fastify: FastifyInstance, deps: { db: Db; clock: Clock; log: Log; metrics: Metrics }) {
  const registers = [deps.metrics.registry]
  const outcomes = new Counter({
    name: 'nikau_request_log_total',
    help: 'Calls for the request log: accepted into memory, written to the database, refused by the database, dropped because memory was full',
    labelNames: ['outcome'],
    registers,
  })
  const entries: Entry[] = []
  let bytes = 0
  const buffered = new Gauge({ name: 'nikau_request_log_buffered', help: 'Calls that wait to be written to the request log', registers })

  // The id of a request that is being created is known only from its answer.
  fastify.addHook('preSerialization', (request, _reply, payload, done) => {
    if (request.merchantKey && request.method === 'POST' && request.routeOptions.url === '/api/payment-requests')
      request.createdPaymentRequestId = (payload as { id?: string } | null)?.id
    done(null, payload)
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    done()
    const key = request.merchantKey
    // The log is for developers. A till asks once a second.
    if (!key || key.till) return
    const size = Number(request.headers['content-length'] ?? 0) + request.url.length + 500
    if (entries.length >= maxEntries || bytes + size > maxBytes) return outcomes.inc({ outcome: 'dropped' })
    bytes += size
    entries.push({
      bytes: size,
      request: {
        id: request.id,
        accountId: key.accountId,
        keyName: key.keyName,
        test: key.test,
        at: deps.clock.now(),
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        refusal: request.refusal,
        detail: request.refusalDetail,
        durationMs: Math.round(reply.elapsedTime),
        address: request.ip,
        paymentRequestId: request.createdPaymentRequestId ?? paymentRequestOf(request),
        sent: request.body,
      },
    })
    outcomes.inc({ outcome: 'accepted' })
  })

  const write = async (count: number) => {
    await insertRequests(
      deps.db,
      entries.slice(0, count).map(({ request }) => toRow(request)),
    )
    remove(count, 'written')
  }
  const remove = (count: number, outcome: 'written' | 'refused') => {
    for (const entry of entries.splice(0, count)) bytes -= entry.bytes
    outcomes.inc({ outcome }, count)
  }
  const writeBatch = async () => {
    const count = Math.min(entries.length, batchSize)
    try {
      await write(count)
    } catch (error) {
      if (!isDataError(error)) throw error
      // One call that the database does not take must not keep those of others out of the log.
      for (let left = count; left > 0; left--) await writeOrRemoveFirst()
    }
  }
  const writeOrRemoveFirst = async () => {
    try {
      await write(1)
    } catch (error) {
      if (!isDataError(error)) throw error
      deps.log.error({ err: error, requestId: entries[0]!.request.id }, 'request log entry dropped: the database refuses it')
      remove(1, 'refused')
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    buffered.set(entries.length)
    try {
      while (entries.length > 0) await writeBatch()
    } catch (error) {
      // The database is down, which every request reports itself. The entries stay.
      deps.log.warn({ err: error, waiting: entries.length }, 'request log not written')
    }
    buffered.set(entries.length)
  }
  const next = () => (writing = writing.then(flush))
  const timer = setInterval(() => {
    if (entries.length > 0) void next()
  }, flushMs)
  timer.unref()
  fastify.addHook('onClose', async () => {
    clearInterval(timer)
    await next()
  })
  return { flush: next }
}

function paymentRequestOf({ params, routeOptions: { url = '' } }: FastifyRequest): string | undefined {
  const { id, paymentRequestId } = params as { id?: string; paymentRequestId?: string }
  const named = paymentRequestId ?? (url.startsWith('/api/payment-requests/:id') ? id : undefined)
  // What the caller put there need not be an id, and the answer of the log says that it is one.
  return named !== undefined && /^[\w-]{1,64}$/.test(named) ? named : undefined
}

/** What refusals say about the merchant beside their code. What they say about a payer, such as what is left of a limit, is not kept. */
const keptFields: Readonly<Record<string, readonly string[]>> = {
  MERCHANT_LIMIT_EXCEEDED: ['limit', 'left'],
  PATRON_CODE_INVALID: ['reason'],
  PAYMENT_DECLINED: ['reason'],
  REFUND_LIMIT_EXCEEDED: ['limit'],
  SETTLEMENT_BALANCE_TOO_LOW: ['available', 'moreWith'],
}

function fieldsOf(refusal: string | undefined, detail: Readonly<Record<string, unknown>> = {}): Record<string, string> | null {
  const kept = (keptFields[refusal ?? ''] ?? []).flatMap((name) => (typeof detail[name] === 'string' ? [[name, detail[name]] as const] : []))
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

function toRow({ url, refusal, detail, sent, ...request }: Entry['request']): NewRequest {
  const text = sent === undefined || sent === null ? undefined : JSON.stringify(redact(sent))
  const { idempotencyKey, externalRef } = (sent ?? {}) as { idempotencyKey?: unknown; externalRef?: unknown }
  const asked = new URLSearchParams(url.split('?', 2)[1]).get('externalRef')
  return {
    ...request,
    path: storable(redactPath(url), 2000),
    refusal: refusal === undefined ? null : storable(redactText(refusal), 200),
    refusalFields: fieldsOf(refusal, detail),
    body: text === undefined ? null : storable(text, maxTextLength),
    paymentRequestId: request.paymentRequestId && (storable(request.paymentRequestId, 200) || undefined),
    idempotencyKey: textOf(idempotencyKey),
    externalRef: textOf(externalRef ?? asked),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? storable(redactText(value), 200) : null)

/** PostgreSQL stores no NUL and no unpaired surrogate, which the cut itself can leave. */
const storable = (text: string, maxLength: number) => text.replaceAll('\0', '').replaceAll('\\u0000', '').slice(0, maxLength).toWellFormed()

/** A value or a row that the database will refuse again. */
function isDataError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code)
}
