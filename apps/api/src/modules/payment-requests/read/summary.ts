import type { BrandColour } from '@nikau/contract/branding'
import { picturePath } from '@nikau/contract/media-uploads'
import { getPaymentRequestSummary, type PaymentRequestSummary } from '@nikau/contract/payment-requests'
import type { Clock, Database } from '@nikau/runtime'
import * as z from 'zod/mini'
import { createBatchLoader } from '../../../http/batch-loader.ts'
import { CachedResponse } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { keepsAddresses, toSummary } from '../request/present.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { createByteBoundedCache } from './byte-bounded-cache.ts'
import { selectForSummary, selectVersions } from './store.ts'

export interface CachedSummary {
  /** The versions of the request and of the merchant's configuration: the response depends on nothing else but the time. */
  version: number
  configVersion: number
  row: Pick<RequestRow, 'status' | 'expiresAt' | 'reservedFor'>
  /** What follows from the time. */
  phase: string
  response: CachedResponse
}

const defaultCacheBytes = 64 * 1024 * 1024
function phaseOf(row: CachedSummary['row'], now: Date): string {
  return keepsAddresses(row, now) ? statusOf(row, now) : `${statusOf(row, now)}-old`
}

/** As customers see the merchant; undefined for one that has chosen nothing. */
function brandingOf({
  colour,
  pictureId,
  logo,
}: {
  colour: BrandColour | null
  pictureId: string | null
  logo: string | null
}): PaymentRequestSummary['merchantBranding'] {
  const picture = pictureId === null ? logo : picturePath(pictureId)
  return colour === null && picture === null ? undefined : { ...(colour && { colour }), ...(picture !== null && { logo: picture }) }
}

/** Of an entry without its JSON: ids, dates and the objects around them. */
const entryOverheadBytes = 1024
const bytesPerCharacter = 2

/**
 * The summary that checkout pages poll every second. Simultaneous polls share one statement, which reads only the versions; the
 * response is encoded once per change. A stale summary is never answered.
 */
export function createSummary(
  deps: { batchDatabase: Database; clock: Clock; webOrigin: string },
  cache = createByteBoundedCache<CachedSummary>(defaultCacheBytes),
) {
  const loadVersions = createBatchLoader((ids: string[]) => selectVersions(deps.batchDatabase, ids))
  const loadRequest = createBatchLoader((ids: string[]) => selectForSummary(deps.batchDatabase, ids))

  return async (id: string): Promise<CachedResponse | Refusal<'REQUEST_NOT_FOUND'>> => {
    const versions = await loadVersions(id)
    if (!versions) return refuse('REQUEST_NOT_FOUND')
    const cached = cache.get(id)
    const isCurrent = cached?.version === versions.version && cached.configVersion === versions.configVersion
    if (isCurrent && phaseOf(cached.row, deps.clock.now()) === cached.phase) return cached.response
    const { row, configVersion, allowedRedirectUrls, ...look } = (await loadRequest(id))!
    const merchantBranding = brandingOf(look)
    const now = deps.clock.now()
    const summary = { ...toSummary(row, { now, webOrigin: deps.webOrigin, allowedRedirectUrls }), ...(merchantBranding && { merchantBranding }) }
    const phase = phaseOf(row, now)
    const tag = `"${row.version}-${configVersion}-${phase}"`
    const response = new CachedResponse(JSON.stringify(z.encode(getPaymentRequestSummary.answer, summary)), tag)
    const { version, status, expiresAt, reservedFor } = row
    const kept = { version, configVersion, row: { status, expiresAt, reservedFor }, phase, response }
    cache.set(id, kept, entryOverheadBytes + bytesPerCharacter * response.json.length)
    return response
  }
}
