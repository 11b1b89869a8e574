import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '@nikau/contract/desk/audit'
import { actName } from '../../lib/act-names.ts'
import { useSubjectText } from '../../lib/useSubjectText.ts'

/** What an entry is about, where the call says it and no subject does. A call that is not here is shown by its path. */
const calls: Readonly<Record<string, MessageDescriptor>> = {
  'sign-in': msg`signed in`,
  'POST /api/desk/session/end': msg`signed out`,
  'POST /api/desk/session/lock': msg`locked the desk`,
  'POST /api/desk/session/passkey': msg`used the passkey`,
  'GET /api/desk/overview': msg`the overview`,
  'GET /api/desk/exceptions': msg`the queue of exceptions`,
  'GET /api/desk/exceptions/:id': msg`an exception`,
  'POST /api/desk/exceptions/:id/take': msg`an exception`,
  'POST /api/desk/exceptions/:id/notes': msg`an exception`,
  'POST /api/desk/exceptions/:id/close': msg`an exception`,
  'GET /api/desk/bank-files': msg`the bank files`,
  'GET /api/desk/bank-files/:id': msg`a bank file`,
  'POST /api/desk/bank-files/:id/bytes': msg`the bytes of a bank file`,
  'GET /api/desk/statements': msg`the list of statements`,
  'GET /api/desk/statements/:account/:day': msg`a statement`,
  'GET /api/desk/proposals': msg`the list of proposals`,
  'GET /api/desk/proposals/:id': msg`a proposal`,
  'POST /api/desk/proposals': msg`a proposal`,
  'POST /api/desk/proposals/preview': msg`what an act would do`,
  'POST /api/desk/proposals/:id/approve': msg`the approval of a proposal`,
  'POST /api/desk/proposals/:id/decline': msg`the decline of a proposal`,
  'GET /api/desk/ledger/accounts': msg`the company’s accounts in the ledger`,
  'GET /api/desk/ledger/find': msg`a search in the ledger`,
  'GET /api/desk/ledger/accounts/:id': msg`an account of the ledger`,
  'GET /api/desk/ledger/accounts/:id/entries': msg`the entries of an account`,
  'GET /api/desk/ledger/postings/:id': msg`a posting`,
  'POST /api/desk/ledger/accounts/:id/proof': msg`the proof of an account`,
  'GET /api/desk/ledger/adjustment': msg`the form of an adjustment`,
  'GET /api/desk/audit': msg`the audit log`,
  'GET /api/desk/audit/chain': msg`the state of the audit log`,
  'GET /api/desk/operators': msg`the operators and their roles`,
  'GET /api/desk/customers': msg`a search for customers`,
  'GET /api/desk/customers/:id': msg`a customer, masked`,
  'GET /api/desk/customers/:id/movements': msg`the movements of a customer`,
  'GET /api/desk/customers/:id/looks': msg`who looked at a customer`,
  'POST /api/desk/customers/:id/reveal': msg`name and contact of a customer`,
  'POST /api/desk/customers/:id/freeze': msg`the freeze of a customer`,
  'POST /api/desk/customers/:id/sessions/:sid/end': msg`the sessions of a customer`,
  'POST /api/desk/customers/:id/passkeys/remove': msg`the passkeys of a customer`,
  'POST /api/desk/customers/:id/notes': msg`a note on a customer`,
  'GET /api/desk/reveals': msg`the reveals of a day`,
  'GET /api/desk/stops': msg`what is stopped`,
  'POST /api/desk/stops/:name': msg`a stop`,
  'GET /api/desk/flags': msg`the flags of the app`,
  'PUT /api/desk/flags/:name': msg`a flag of the app`,
  'GET /api/desk/control-values': msg`former values of stops, flags and limits`,
  'GET /api/desk/reports/fees': msg`fees and GST of a month`,
  'GET /api/desk/reports/fees/export': msg`the export of fees and GST`,
  'end-unconfirmed-access': msg`not confirmed in the review: all roles taken`,
  operate: msg`a call from the command line`,
}

/** Methods and paths with words of their own. */
export const namedCalls: readonly string[] = Object.keys(calls)

/** One line of an entry, and the smaller one below it. */
export function useEntryText(): (entry: AuditEntry) => { what: string; why: string | undefined } {
  const { i18n } = useLingui()
  const subjectText = useSubjectText()
  return ({ endpoint, subject, detail, reason, refusal }) => {
    const call = calls[endpoint]
    const act = detail.act === undefined ? undefined : i18n._(actName(detail.act))
    const subjectWords = subject === undefined ? undefined : subjectText(subject)
    const about =
      act ?? (subjectWords === undefined || call === undefined || endpoint === 'end-unconfirmed-access' ? (call ? i18n._(call) : endpoint) : subjectWords)
    const rest = about === subjectWords ? undefined : subjectWords
    return { what: refusal === undefined ? about : `${about}: ${refusal}`, why: [rest, reason].filter((text) => text !== undefined).join(' · ') || undefined }
  }
}
