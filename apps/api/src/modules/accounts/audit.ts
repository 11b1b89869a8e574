import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { AuditAction, listAudit } from '@nikau/contract/audit'
import type { Db, Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Person, type Source } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from './access.ts'
import { type AuditRow, insertAudit, selectAudit } from './store-audit.ts'
import { selectNames } from './store-invitations.ts'

interface AuditedChange {
  action: AuditAction
  actor: Actor
  source: Source
  at: Date
  /** A person, or what else was changed, by its id or name. */
  subject?: string | undefined
  /** Without secrets, and numbers masked: owners and accountants read them. */
  before?: Readonly<Record<string, unknown>> | undefined
  after?: Readonly<Record<string, unknown>> | undefined
}

/** Records in the transaction of a change who made it and from where. */
export async function recordAudit(tx: Tx, accountId: string, { actor, source, ...change }: AuditedChange): Promise<void> {
  await insertAudit(tx, { accountId, actor: crnOf(actor), ...source, ...change })
}

export async function readAudit(
  db: Db,
  person: Person,
  accountId: string,
  query: QueryOf<typeof listAudit>,
): Promise<AnswerOf<typeof listAudit> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId, 'audit:read'))) return refuse('FORBIDDEN')
  const rows = await selectAudit(db, accountId, { before: decodeNumberKey(query.pageKey), limit: defaultPageSize })
  const names = await selectNames(db, rows.flatMap(({ actor, subject }) => [personOf(actor), subject]).filter(isPersonId))
  return toPage(
    rows,
    defaultPageSize,
    (row) => toEntry(row, names),
    ({ id }) => id.toString(),
  )
}

const personOf = (crn: string) => /^crn::user:(.+)$/.exec(crn)?.[1]
const isPersonId = (id: string | null | undefined): id is string => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id ?? '')

function toEntry(row: AuditRow, names: ReadonlyMap<string, string>): AnswerOf<typeof listAudit>['items'][number] {
  const person = personOf(row.actor)
  const subjectName = names.get(row.subject ?? '')
  return {
    id: row.id.toString(),
    at: row.at,
    action: row.action,
    actor: row.actor,
    actorName: (person === undefined ? row.actor.split(':').at(-1) : names.get(person)) ?? '',
    ...(row.address !== null && { address: row.address }),
    ...(row.device !== null && { device: row.device }),
    ...(row.subject !== null && { subject: row.subject }),
    ...(subjectName !== undefined && { subjectName }),
    ...(row.before && { before: row.before }),
    ...(row.after && { after: row.after }),
  }
}
