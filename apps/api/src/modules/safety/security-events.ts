import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listSecurityEvents as endpoint } from '@nikau/contract/safety'
import type { Db } from '@nikau/runtime'
import { listSecurityEvents, type SecurityEvent } from '@nikau/security-events'
import type { Person } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'

/** The person's own events, newest first. */
export async function listMine(db: Db, { personId }: Person, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const before = decodeNumberKey(query.pageKey)
  const rows = await listSecurityEvents(db, personId, { limit: defaultPageSize + 1, ...(before !== undefined && { before: before.toString() }) })
  return toPage(rows, defaultPageSize, toEvent, (last) => last.id)
}

const toEvent = ({ method, device, ...event }: SecurityEvent) => ({ ...event, method: method ?? undefined, device: device ?? undefined })
