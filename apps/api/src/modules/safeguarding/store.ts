import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface ReportRow {
  day: CalendarDate
  preparedAt: Date
  owed: bigint
  held: bigint
  content: string
  digest: string
}

export interface SignatureRow {
  role: 'checked' | 'agreed'
  signer: string
  signerName: string
  signedAt: Date
}

/** The last day whose statements are reconciled for every account; undefined before the first. */
export async function selectReconciledDay(db: Db): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select min(last_reconciled_day)::text as day from bank_connection where last_reconciled_day is not null`.execute(db)
  return rows[0]?.day ?? undefined
}

/** False while another worker prepares a report. */
export async function tryLockReports(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('nikau.safeguarding')) as locked`.execute(tx)
  return rows[0]!.locked
}

export async function selectReportDays(db: Db): Promise<{ first: CalendarDate; last: CalendarDate } | undefined> {
  const { rows } = await sql<{ first: CalendarDate | null; last: CalendarDate | null }>`
    select min(day)::text as first, max(day)::text as last from safeguarding_report`.execute(db)
  const { first, last } = rows[0]!
  return first === null || last === null ? undefined : { first, last }
}

export async function selectReport(db: Db, day: CalendarDate): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select day::text as day, prepared_at as "preparedAt", owed, held, content, digest from safeguarding_report where day = ${day}::date`.execute(db)
  return rows[0]
}

export async function insertReport(tx: Tx, report: ReportRow): Promise<void> {
  await sql`
    insert into safeguarding_report (day, prepared_at, owed, held, content, digest)
    values (${report.day}::date, ${report.preparedAt}, ${report.owed}, ${report.held}, ${report.content}, ${report.digest})`.execute(tx)
}

export async function selectSignatures(db: Db, day: CalendarDate): Promise<SignatureRow[]> {
  const { rows } = await sql<SignatureRow>`
    select role, signer, signer_name as "signerName", signed_at as "signedAt" from safeguarding_signature where day = ${day}::date order by role = 'agreed'`.execute(
    db,
  )
  return rows
}

export async function insertSignature(
  tx: Tx,
  signature: { day: CalendarDate; digest: string; proposalId: string; at: Date } & Pick<SignatureRow, 'role' | 'signer' | 'signerName'>,
): Promise<void> {
  await sql`
    insert into safeguarding_signature (day, digest, role, signer, signer_name, proposal_id, signed_at)
    values (${signature.day}::date, ${signature.digest}, ${signature.role}, ${signature.signer}, ${signature.signerName}, ${signature.proposalId}, ${signature.at})`.execute(
    tx,
  )
}

/** Days from the first report up to a day, without both signatures. */
export async function selectUnsigned(db: Db, range: { first: CalendarDate; until: CalendarDate }): Promise<CalendarDate[]> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select d.day::date::text as day from generate_series(${range.first}::date::timestamp, ${range.until}::date::timestamp, interval '1 day') as d (day)
     where (select count(*) from safeguarding_signature s where s.day = d.day::date) < 2 order by 1`.execute(db)
  return rows.map(({ day }) => day)
}
