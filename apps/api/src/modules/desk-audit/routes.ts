import { type AuditEntry, getAuditChain, listAudit } from '@nikau/contract/desk/audit'
import type { Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type EntryRow, selectChain, selectEntries } from './store.ts'

export function deskAuditRoutes(server: DeskServer, { db }: { db: Db }): void {
  bindDesk(server, listAudit, async ({ query, note }) => {
    const { operator, subject, kind, from, until, pageKey } = query
    note({ detail: { ...(operator !== undefined && { operator }), ...(subject !== undefined && { about: subject }), ...(kind !== undefined && { kind }) } })
    const rows = await selectEntries(db, { operator, subject, kind, from, until, before: decodeNumberKey(pageKey), limit: defaultPageSize + 1 })
    return toPage(rows, defaultPageSize, present, (last) => String(last.number))
  })

  bindDesk(server, getAuditChain, async () => {
    const { entries, head, anchoredAt, checkedAt, broken } = await selectChain(db)
    return {
      entries: Number(entries),
      head,
      ...(anchoredAt && { anchoredAt }),
      ...(checkedAt && { checkedAt, holds: !broken?.includes('invariant_desk_audit_chain_holds') }),
    }
  })
}

function present({ number, operator, name, session, subject, reason, refusal, ...row }: EntryRow): AuditEntry {
  return {
    number: Number(number),
    ...row,
    ...(operator !== null && { operator: { id: operator, name: name ?? operator } }),
    ...(session !== null && { session }),
    ...(subject !== null && { subject }),
    ...(reason !== null && { reason }),
    ...(refusal !== null && { refusal }),
  }
}
