import { type scannedCode, scannedCodeAnswer } from '@nikau/contract/fixed-codes'
import type * as z from 'zod/mini'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { parseShortCode, payUrlById, payUrlByShortCode } from '../payment-requests/index.ts'
import { parseTarget, send, signBody } from '../webhooks/index.ts'
import type { FixedCodeDeps } from './manage.ts'
import { prefixesOf, shortCodeIn, shortCodeLookups } from './rules.ts'
import { type FixedCodeRow, selectByPrefixes } from './store.ts'

export interface FindDeps extends FixedCodeDeps {
  limiter: RateLimiter
}

type FindRefused = 'UNKNOWN_CODE' | 'RATE_LIMIT_EXCEEDED'

/** Where the request of a scanned code is paid. Every other code is unknown, for whatever reason. `source` is who asks. */
export async function findByCode(deps: FindDeps, source: string, text: string): Promise<string | Refusal<FindRefused>> {
  const url = new URL(text)
  const shortCode = shortCodeIn(url, deps.webOrigin)
  if (shortCode !== undefined) return await findByShortCode(deps, source, shortCode)
  const owner = await selectByPrefixes(deps.db, prefixesOf(url))
  const payUrl = owner && (await askOwner(deps, owner, url.href))
  return payUrl ?? refuse('UNKNOWN_CODE')
}

export async function findByShortCode(deps: FindDeps, source: string, typed: string): Promise<string | Refusal<FindRefused>> {
  const shortCode = parseShortCode(typed)
  if (shortCode === undefined) return refuse('UNKNOWN_CODE')
  const { limiter } = deps
  const { perSource, together } = shortCodeLookups
  // A source that is over its own limit does not use up what all share.
  const wait = (await limiter.consume(`short-codes ${source}`, perSource)) || (await limiter.consume('short-codes', together))
  if (wait > 0) return refuse('RATE_LIMIT_EXCEEDED')
  return (await payUrlByShortCode(deps, shortCode)) ?? refuse('UNKNOWN_CODE')
}

/** A customer waits in front of the machine. */
const bounds = { seconds: 3, maxResponseBytes: 4096 }

async function askOwner(deps: FindDeps, owner: FixedCodeRow, scanned: string): Promise<string | undefined> {
  const { id, accountId, target } = owner
  const url = parseTarget(target, deps.loopback)
  if (!url) return undefined
  const now = deps.clock.now()
  const body = { id, type: 'fixed-code:scanned', data: { url: scanned }, accountId, createdAt: now.toISOString() } satisfies z.input<typeof scannedCode>
  const text = JSON.stringify(body)
  const authorization = await signBody(owner, deps.secret, { body: text, audience: target, now })
  const sent = await send(url, { text, authorization }, { resolve: deps.resolve, loopback: deps.loopback, bounds })
  const requestId = sent.delivered ? answeredId(sent.text) : undefined
  const payUrl = requestId === undefined ? undefined : await payUrlById(deps, requestId, accountId)
  if (payUrl === undefined) deps.log.info({ fixedCode: id, result: sent.result, answered: requestId !== undefined }, 'fixed code not resolved by its target')
  return payUrl
}

function answeredId(text: string): string | undefined {
  try {
    return scannedCodeAnswer.parse(JSON.parse(text)).paymentRequestId
  } catch {
    return undefined
  }
}
