import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import type { Clock, Database } from '@nikau/runtime'
import * as z from 'zod/mini'
import { Prepared } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { gather } from './gather.ts'
import { type RequestRow, statusOf } from './rows.ts'
import { toSummary } from './show.ts'
import { selectForSummary, selectVersions } from './store-summary.ts'

interface Known {
  /** Of the request and of the merchant's configuration: what the words depend on. */
  version: number
  configVersion: number
  row: Pick<RequestRow, 'status' | 'expiresAt' | 'heldBy'>
  status: string
  prepared: Prepared
}

const mostKnown = 10_000

/**
 * The summary that a checkout page asks for every second. Whoever asks at the same moment shares one statement, which reads no
 * more than whether anything changed; the words are made once per change and kept. Nothing old is ever answered.
 */
export function createSummary(means: { gathered: Database; clock: Clock; webOrigin: string }) {
  const known = new Map<string, Known>()
  const versionOf = gather((ids: string[]) => selectVersions(means.gathered, ids))
  const load = gather((ids: string[]) => selectForSummary(means.gathered, ids))

  return async (id: string): Promise<Prepared | Refusal<'REQUEST_NOT_FOUND'>> => {
    const version = await versionOf(id)
    if (!version) return refuse('REQUEST_NOT_FOUND')
    const kept = known.get(id)
    if (kept && kept.version === version.version && kept.configVersion === version.configVersion && statusOf(kept.row, means.clock.now()) === kept.status)
      return kept.prepared
    const found = (await load(id))!
    const now = means.clock.now()
    const summary = toSummary(found.row, { now, webOrigin: means.webOrigin, allowedRedirectUrls: found.allowedRedirectUrls })
    const tag = `"${found.row.version}-${found.configVersion}-${summary.status}"`
    const prepared = new Prepared(JSON.stringify(z.encode(getPaymentRequestSummary.answer, summary)), tag)
    if (known.size >= mostKnown) known.delete(known.keys().next().value!)
    known.set(id, { version: found.row.version, configVersion: found.configVersion, row: found.row, status: summary.status, prepared })
    return prepared
  }
}
