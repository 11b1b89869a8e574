import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface AnchorRow {
  number: bigint
  madeAt: Date
  hash: string
  statement: string
  signature: string
}

const columns = sql`number, made_at as "madeAt", hash, statement, signature`

export async function selectLatestAnchor(db: Db): Promise<AnchorRow | undefined> {
  return (await sql<AnchorRow>`select ${columns} from book_anchor order by number desc limit 1`.execute(db)).rows[0]
}

/** Newest first. */
export async function selectAnchors(db: Db, page: { before: bigint | undefined; limit: number }): Promise<AnchorRow[]> {
  const { rows } = await sql<AnchorRow>`
    select ${columns} from book_anchor where number < coalesce(${page.before ?? null}::bigint, 9223372036854775807) order by number desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}

export async function selectAnchor(db: Db, number: number): Promise<AnchorRow | undefined> {
  return (await sql<AnchorRow>`select ${columns} from book_anchor where number = ${number}`.execute(db)).rows[0]
}

/** False when the number has a row already. */
export async function insertAnchor(db: Db, row: AnchorRow): Promise<boolean> {
  const result = await sql`
    insert into book_anchor (number, made_at, hash, statement, signature)
    values (${row.number}, ${row.madeAt}, ${row.hash}, ${row.statement}, ${row.signature}) on conflict do nothing`.execute(db)
  return result.numAffectedRows === 1n
}

/** The hash of the last entry of the operators' audit log; undefined before the first. */
export async function selectAuditHead(db: Db): Promise<string | undefined> {
  return (await sql<{ hash: string }>`select encode(hash, 'hex') as hash from desk_audit_head where no > 0`.execute(db)).rows[0]?.hash
}

/** The number of the entry with a hash, computed from what it says now; undefined if no entry has it. */
export async function selectAuditNumber(db: Db, hash: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ no: bigint }>`select a.no from desk_audit a where a.hash = decode(${hash}, 'hex') and desk_audit_hash(a) = a.hash`.execute(db)
  return rows[0]?.no
}
