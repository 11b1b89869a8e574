import { type CalendarDate, calendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { closeException, raiseException } from '../exceptions/index.ts'
import type { SafeguardingDeps } from './prepare.ts'
import { signBy } from './rules.ts'
import { insertSignature, selectReport, selectReportDays, selectSignatures, selectUnsigned } from './store.ts'

interface Signer {
  id: string
  name: string
}

/** What is to be signed; undefined without a report, and null when it is signed already. */
export async function reportToSign(tx: Tx, day: CalendarDate): Promise<{ digest: string; owed: bigint; held: bigint } | null | undefined> {
  const report = await selectReport(tx, day)
  if (!report) return undefined
  return (await selectSignatures(tx, day)).length > 0 ? null : report
}

/** Signs the report of a day: both names with its digest. */
export async function signReport(
  tx: Tx,
  { day, signers, ...by }: { day: CalendarDate; digest: string; signers: readonly Signer[]; proposalId: string; at: Date },
): Promise<void> {
  const roles = ['checked', 'agreed'] as const
  for (const [index, { id, name }] of signers.entries()) await insertSignature(tx, { day, role: roles[index]!, signer: id, signerName: name, ...by })
  if (signers.length === roles.length) await closeException(tx, { kind: 'safeguarding-not-signed', ref: day, at: by.at })
}

/** Calls an operator for every day that has no report with both signatures by noon of the next business day. */
export async function raiseUnsigned({ db, clock }: SafeguardingDeps): Promise<CalendarDate[]> {
  const at = clock.now()
  const made = await selectReportDays(db)
  if (!made) return []
  const late = (await selectUnsigned(db, { first: made.first, until: calendarDate(at) })).filter((day) => at >= signBy(day))
  for (const day of late) await raiseException(db, { kind: 'safeguarding-not-signed', ref: day, at })
  return late
}
