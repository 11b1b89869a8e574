import type { AnchorFields } from '@nikau/contract/proof'
import { digestRange } from '@nikau/ledger'
import type { Db } from '@nikau/runtime'
import type { ChainEnd } from './anchor.ts'
import { anchorFileText, listAnchorFiles, readAnchorFile, type SignedStatement } from './files.ts'
import { type AnchorPublicKeys, hashOf, isSigned } from './keys.ts'
import { isSameContent, lateAfterMs, origin, type Owed, owedAfter, parseStatement } from './rules.ts'
import { selectAnchor, selectAuditNumber, selectLatestAnchor } from './store.ts'

export interface AuditDeps {
  db: Db
  folder: string
  publicKeys: AnchorPublicKeys
  now: Date
}

/** What an audit found, for an operator to read. */
export type Finding = string

/**
 * Compares the books with every anchor in the folder. The files are the truth: the database, with its table of anchors, is what is
 * being audited. Reports each finding, and returns how many anchors were read.
 */
export async function auditAnchors(deps: AuditDeps, report: (finding: Finding) => void): Promise<number> {
  // The file of an anchor is written before its row, so in this order each row read has its file in the list.
  const published = Number((await selectLatestAnchor(deps.db))?.number ?? 0n)
  const { numbers, others } = await listAnchorFiles(deps.folder)
  for (const name of others) report(`extra file ${name}: not an anchor`)
  const last = Math.max(published, numbers.at(-1) ?? 0)
  if (last === 0) report('there are no anchors')

  let end: ChainEnd | undefined = origin
  let madeAt: Date | undefined
  let auditEnd = 0n
  for (let number = 1; number <= last; number += 1) {
    const file = await readAnchorFile(deps.folder, number)
    const anchor = file && parseStatement(file.statement)
    if (!file) report(`anchor ${number}: its file is missing`)
    else if (!anchor) report(`anchor ${number}: its file cannot be read as an anchor`)
    else {
      const name = `anchor ${number} (postings after ${anchor.after} to ${anchor.until}, made ${anchor.madeAt.toISOString()})`
      const isLast = number === last
      for (const finding of await compareAnchor(deps, { number, file, anchor, end, isLast })) report(`${name}: ${finding}`)
      // The log of the operators only grows: what was its end is an entry of it for ever, after the ends before.
      const auditNumber = anchor.audit === undefined ? auditEnd : await selectAuditNumber(deps.db, anchor.audit)
      if (auditNumber === undefined || auditNumber < auditEnd) report(`${name}: the audit log of the desk lacks the entry that was its last one`)
      auditEnd = auditNumber ?? auditEnd
      madeAt = anchor.madeAt
    }
    end = file && anchor && { ...anchor, hash: hashOf(file.statement) }
  }
  if (madeAt && deps.now.getTime() - madeAt.getTime() > lateAfterMs) report(`gap at the end: no anchor since ${madeAt.toISOString()}`)
  return numbers.length
}

async function compareAnchor(
  { db, publicKeys }: AuditDeps,
  is: { number: number; file: SignedStatement; anchor: AnchorFields; end: ChainEnd | undefined; isLast: boolean },
): Promise<Finding[]> {
  const { file, anchor, end } = is
  const findings: Finding[] = []
  if (!isSigned(publicKeys, anchor.keyId, file)) findings.push(`its signature is not of key ${anchor.keyId}`)
  if (anchor.number !== is.number) findings.push(`its file contains anchor ${anchor.number}`)
  // After a file that is missing or cannot be read, which is a finding already, there is nothing to compare with.
  if (end && anchor.previous !== end.hash) findings.push(`it is not linked to anchor ${is.number - 1}`)
  if (end && anchor.after !== end.until) findings.push(`its postings do not follow those of anchor ${is.number - 1}`)

  const { changes, ...content } = await digestRange(db, { after: BigInt(anchor.after), until: BigInt(anchor.until) })
  if (!isSameContent(content, anchor)) {
    const counts = `${content.postings} postings and ${content.entries} entries, anchored ${anchor.postings} and ${anchor.entries}`
    findings.push(`the books differ from what was anchored (now ${counts})`)
  }
  if (end && textOf(owedAfter(end.owed, changes)) !== textOf(anchor.owed)) findings.push('the amounts owed differ from what was anchored')

  const row = await selectAnchor(db, is.number)
  // The worker writes the row of an anchor before the next file, so only the last may lack it for a moment.
  if (!row && !is.isLast) findings.push('its row is missing in the database')
  if (row && (anchorFileText(row) !== anchorFileText(file) || row.hash !== hashOf(file.statement)))
    findings.push('its row in the database differs from the file')
  return findings
}

function textOf(owed: Owed): string {
  return owed.map(({ unit, kind, amount }) => `${unit} ${kind} ${amount}`).join(', ')
}
