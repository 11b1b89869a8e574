import type { Clock, Db } from '@nikau/runtime'
import { toSummary } from '../request/present.ts'
import { selectRequest } from '../request/store.ts'
import type { RequestRow } from '../request/types.ts'
import { selectByShortCode } from './store.ts'

interface PayUrlDeps {
  db: Db
  clock: Clock
  webOrigin: string
}

/** Where the request of a slip's code is paid; undefined unless it is new. */
export async function payUrlByShortCode(deps: PayUrlDeps, shortCode: string): Promise<string | undefined> {
  return payUrlOf(deps, await selectByShortCode(deps.db, shortCode))
}

/** Where a request is paid; undefined unless it is new and one of the account's. */
export async function payUrlById(deps: PayUrlDeps, id: string, createdByAccountId: string): Promise<string | undefined> {
  const row = await selectRequest(deps.db, id)
  return row?.createdByAccountId === createdByAccountId ? payUrlOf(deps, row) : undefined
}

function payUrlOf({ clock, webOrigin }: PayUrlDeps, row: RequestRow | undefined): string | undefined {
  const summary = row && toSummary(row, { now: clock.now(), webOrigin })
  return summary?.status === 'new' ? summary.url : undefined
}
