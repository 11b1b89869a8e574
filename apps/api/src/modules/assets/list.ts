import type { AnswerOf, QueryOf } from '@nikau/contract'
import { hiddenTypes } from '@nikau/contract/asset-display'
import type { listAssets } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { decodeAssetCursor } from './rules.ts'
import { toAsset } from './present.ts'
import { type AssetRow, selectAssets } from './store.ts'

/** Assets the account can use: wallets first, then credit lines, then tokens by expiry. */
export async function list(
  { db, clock }: { db: Db; clock: Clock },
  person: Person,
  accountId: string,
  query: QueryOf<typeof listAssets>,
): Promise<AnswerOf<typeof listAssets> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? defaultPageSize
  const now = clock.now()
  const rows = await selectAssets(db, { accountId, now, hidden: hiddenTypes, after: decodeAssetCursor(query.pageKey), limit })
  const toItem = (row: AssetRow) => toAsset(row, now)
  return toPage(rows, limit, toItem, ({ place, end, id }) => encodeCursor([place, end, id]))
}
