import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { AssetTransfer, AssetTransferSummary, listAssetTransfers, listClaimedTransfers } from '@nikau/contract/asset-transfers'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { decodeCursor, defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { type PresentDeps, toSummary, toTransfer } from './present.ts'
import { acknowledgeTransfer, selectSent, selectTransfer, selectUnacknowledged, type TransferRow } from './store.ts'

export interface ReadDeps extends PresentDeps {
  db: Db
  clock: Clock
}

/** Public. The id is unguessable; an unknown one is FORBIDDEN like any other. */
export async function summarise(deps: ReadDeps, id: string): Promise<AssetTransferSummary | Refusal<'FORBIDDEN'>> {
  const transfer = await selectTransfer(deps.db, id)
  return transfer ? toSummary(deps, transfer, deps.clock.now()) : refuse('FORBIDDEN')
}

/** For the sender, and for the recipient once it is theirs. */
export async function read(deps: ReadDeps, person: Person, id: string): Promise<AssetTransfer | Refusal<'FORBIDDEN'>> {
  const transfer = await selectTransfer(deps.db, id)
  const direction = transfer && (await directionFor(deps.db, person, transfer))
  return transfer && direction ? toTransfer(deps, transfer, direction, deps.clock.now()) : refuse('FORBIDDEN')
}

async function directionFor(db: Db, person: Person, { senderAccountId, recipientPersonId }: TransferRow): Promise<AssetTransfer['direction'] | undefined> {
  if (await mayActFor(db, person, senderAccountId)) return 'sent'
  return recipientPersonId === person.personId ? 'received' : undefined
}

export async function list(
  deps: ReadDeps,
  person: Person,
  accountId: string,
  query: QueryOf<typeof listAssetTransfers>,
): Promise<AnswerOf<typeof listAssetTransfers> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(deps.db, person, accountId))) return refuse('FORBIDDEN')
  const at = deps.clock.now()
  const [createdAt, last] = decodeCursor(query.pageKey)
  const before = typeof createdAt === 'string' && /^[\d:.TZ-]{24}$/.test(createdAt) && typeof last === 'string' ? { createdAt, id: last } : undefined
  const rows = await selectSent(deps.db, { accountId, at, waiting: query.waiting === 'true', before, limit: defaultPageSize })
  const toItem = (row: TransferRow) => toTransfer(deps, row, 'sent', at)
  return toPage(rows, defaultPageSize, toItem, (row) => encodeCursor([row.createdAt.toISOString(), row.id]))
}

/** What the person claimed and was not shown yet. What they had at once is not in it. */
export async function listClaimed(deps: ReadDeps, { personId }: Person): Promise<AnswerOf<typeof listClaimedTransfers>> {
  const rows = await selectUnacknowledged(deps.db, personId)
  return { items: rows.map((row) => toTransfer(deps, row, 'received', deps.clock.now())) }
}

export async function acknowledge(deps: ReadDeps, { personId }: Person, id: string): Promise<Record<string, never> | Refusal<'FORBIDDEN'>> {
  return (await acknowledgeTransfer(deps.db, id, personId, deps.clock.now())) ? {} : refuse('FORBIDDEN')
}
