import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listTokenActivities } from '@nikau/contract/assets'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectTokenActivities } from './store.ts'

/** What happened to the account's tokens, newest first. */
export async function listActivities(
  db: Db,
  person: Person,
  accountId: string,
  query: QueryOf<typeof listTokenActivities>,
): Promise<AnswerOf<typeof listTokenActivities> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? 50
  const before = query.pageKey !== undefined && /^\d{1,18}$/.test(query.pageKey) ? BigInt(query.pageKey) : undefined
  const rows = await selectTokenActivities(db, accountId, { before, limit })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(({ assetId, action, party, at, description, liveness }) => ({
      assetId,
      action,
      description,
      liveness,
      createdAt: at,
      party: party ?? undefined,
    })),
    ...(rows.length > limit && last && { nextPageKey: last.number.toString() }),
  }
}
