import type { LedgerPosting } from '@nikau/contract/desk/ledger'
import type { Db } from '@nikau/runtime'
import { findCall, subjectParts } from './calls.ts'
import { presentOperation, presentPostedEntry } from './present.ts'
import { selectEntriesOf, selectExceptionsByNumber, selectExceptionsOf, selectOperations, selectPosting } from './store.ts'

/** A posting with all that leads on from it. Undefined if there is none of this number. */
export async function findPosting(db: Db, id: bigint): Promise<LedgerPosting | undefined> {
  const row = await selectPosting(db, id)
  if (!row) return undefined
  const { reference, kind, subject, at } = row
  const call = await findCall(db, row)
  return {
    id: String(id),
    reference,
    kind,
    subject,
    at,
    operations: (await selectOperations(db, id)).map(presentOperation),
    entries: (await selectEntriesOf(db, id)).map(presentPostedEntry),
    ...(call && { call }),
    exceptions: (await findExceptions(db, subject)).map(({ id: number, ...exception }) => ({ ...exception, id: String(number) })),
  }
}

/** Those that it was posted for, or those about the same payment, transfer or account. */
async function findExceptions(db: Db, subject: string) {
  const { kind, id } = subjectParts(subject)
  if (kind === 'exception' || kind === 'differences')
    return await selectExceptionsByNumber(
      db,
      id
        .split('+')
        .filter((number) => /^\d{1,18}$/.test(number))
        .map(BigInt),
    )
  return await selectExceptionsOf(db, id === '' ? [] : [id])
}
