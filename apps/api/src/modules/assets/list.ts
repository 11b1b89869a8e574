import type { AnswerOf, QueryOf } from '@nikau/contract'
import { hiddenTypes } from '@nikau/contract/asset-display'
import type { listAssets } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { decodePageKey, encodePageKey } from './rules.ts'
import { toAsset } from './show.ts'
import { selectAssets } from './store.ts'

const defaultLimit = 50

/** What the account holds and can use: wallets first, then credit lines, then tokens, the soonest to end before the others. */
export async function list(
  { db, clock }: { db: Db; clock: Clock },
  person: Person,
  accountId: string,
  query: QueryOf<typeof listAssets>,
): Promise<AnswerOf<typeof listAssets> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? defaultLimit
  const now = clock.now()
  const after = query.pageKey === undefined ? undefined : decodePageKey(query.pageKey)
  const rows = await selectAssets(db, { accountId, now, hidden: hiddenTypes, after, limit })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items: items.map((row) => toAsset(row, now)), ...(rows.length > limit && last && { nextPageKey: encodePageKey(last) }) }
}
