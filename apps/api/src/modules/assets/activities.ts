import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listTokenActivities } from '@nikau/contract/assets'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectTokenActivities, type TokenActivityRow } from './store.ts'

/** Activity of the account's tokens, newest first. */
export async function listActivities(
  db: Db,
  person: Person,
  accountId: string,
  query: QueryOf<typeof listTokenActivities>,
): Promise<AnswerOf<typeof listTokenActivities> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? defaultPageSize
  const rows = await selectTokenActivities(db, accountId, { before: decodeNumberKey(query.pageKey), limit })
  return toPage(rows, limit, toTokenActivity, (last) => last.number.toString())
}

function toTokenActivity({ assetId, action, party, at, description, liveness }: TokenActivityRow) {
  return { assetId, action, description, liveness, createdAt: at, party: party ?? undefined }
}
