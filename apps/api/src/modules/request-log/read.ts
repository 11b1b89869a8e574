import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listRequests, LoggedRequest, LoggedRequestDetail } from '@nikau/contract/request-log'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf } from '../accounts/index.ts'
import { parseShortCode } from '../payment-requests/index.ts'
import { type RequestRow, selectRequest, selectRequests } from './store.ts'

const keptMs = 30 * 86_400_000

interface ReadDeps {
  db: Db
  clock: Clock
}

export async function list(
  { db, clock }: ReadDeps,
  actor: Actor,
  accountId: string,
  { search, outcome, keyName, liveness, pageKey }: QueryOf<typeof listRequests>,
): Promise<AnswerOf<typeof listRequests> | Refusal<'FORBIDDEN'>> {
  const reach = await readable(db, actor, accountId)
  if (!reach) return refuse('FORBIDDEN')
  const rows = await selectRequests(db, accountId, {
    search,
    shortCode: search === undefined ? undefined : parseShortCode(search),
    outcome,
    keyName,
    test: liveness === undefined ? undefined : liveness === 'test',
    testOnly: reach === 'test',
    since: sinceOf(clock),
    before: decodeNumberKey(pageKey),
    limit: defaultPageSize,
  })
  return toPage(rows, defaultPageSize, toRequest, (last) => last.sequence.toString())
}

export async function read({ db, clock }: ReadDeps, actor: Actor, id: string): Promise<LoggedRequestDetail | Refusal<'FORBIDDEN'>> {
  const row = await selectRequest(db, id, sinceOf(clock))
  const reach = row && (await readable(db, actor, row.accountId))
  if (!row || !reach || (reach === 'test' && !row.test)) return refuse('FORBIDDEN')
  return { ...toRequest(row), address: row.address!, refusalFields: row.refusalFields ?? undefined, body: row.body ?? undefined }
}

/** A developer reads the calls of test keys only: the others say what customers paid. */
async function readable(db: Db, actor: Actor, accountId: string): Promise<'all' | 'test' | undefined> {
  const found = await reachOf(db, actor, accountId, 'requests:read')
  if (!found || found.merchantIds) return undefined
  return found.reach === 'all' ? 'all' : 'test'
}

const sinceOf = (clock: Clock) => new Date(clock.now().getTime() - keptMs)

function toRequest(row: RequestRow): LoggedRequest {
  return {
    id: row.id!,
    at: row.at!,
    method: row.method!,
    path: row.path!,
    status: row.status!,
    refusal: row.refusal ?? undefined,
    keyName: row.keyName!,
    test: row.test!,
    durationMs: row.durationMs!,
    idempotencyKey: row.idempotencyKey ?? undefined,
    paymentRequestId: row.paymentRequestId ?? undefined,
    externalRef: row.externalRef ?? undefined,
  }
}
