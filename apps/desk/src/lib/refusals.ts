import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { controlRefusals } from '@nikau/contract/desk/controls'
import type { deskRefusals } from '@nikau/contract/desk/endpoint'
import type { DeskError } from './desk-error.ts'

/** Every code of the contract has a sentence here, or this does not compile. */
type Code = keyof typeof controlRefusals | keyof typeof deskRefusals | 'PASSKEY_REFUSED' | 'NOT_AN_OPERATOR' | 'NETWORK' | 'UNREADABLE'

const sentences: Readonly<Record<Code, MessageDescriptor>> = {
  BAD_REQUEST: msg`The desk sent something the server does not accept. Nothing was done.`,
  UNAUTHORIZED: msg`Your session has ended. Sign in again.`,
  SESSION_LOCKED: msg`The desk locked before this arrived. Nothing was done.`,
  OUTSIDE_ROLE: msg`Your role does not include this.`,
  STEP_UP_REQUIRED: msg`Use your passkey to go on. Nothing was done.`,
  OWN_ACCOUNT: msg`This is your own account. Ask a colleague.`,
  NOT_FOUND: msg`This does not exist, or no longer does.`,
  RATE_LIMIT_EXCEEDED: msg`Too many calls in a minute. Wait, then try again.`,
  INTERNAL: msg`The server failed. Check whether it was done before you try again.`,
  UNAVAILABLE: msg`The desk cannot reach the books. Nothing was done.`,
  SAME_PERSON: msg`You proposed this, noted on it or own it. Another person must approve it.`,
  STALE_PROPOSAL: msg`What it was made for has changed. Nothing was posted.`,
  PROPOSAL_ENDED: msg`The proposal was decided or has run out of time. Nothing was posted.`,
  NEEDS_SECOND_PERSON: msg`This needs a second person. Propose it.`,
  BOOKS_BROKEN: msg`An invariant does not hold. Money does not leave until it does.`,
  CLOSED_BY_MONEY: msg`We still hold the money: this closes when it is sent back.`,
  ALREADY_CLOSED: msg`The exception is already closed.`,
  PAYEE_UNKNOWN: msg`The bank has not named the account to send the money to.`,
  FILE_NOT_REJECTED: msg`Only the orders of a rejected file are sent again.`,
  ACCOUNT_NOT_ADJUSTABLE: msg`This account takes no adjustments.`,
  LEDGER_REFUSED: msg`The ledger refused it. Nothing was posted.`,
  ROLES_CONFLICT: msg`One person cannot have these roles together.`,
  NOT_POSSIBLE: msg`It is not in a state that allows this. Nothing was done.`,
  REASON_REQUIRED: msg`Say why, in at least 3 characters. The audit log keeps it.`,
  PASSKEY_REFUSED: msg`This passkey was refused. Use the passkey of your work device.`,
  NOT_AN_OPERATOR: msg`This account is not an operator’s. Ask an admin for access.`,
  NETWORK: msg`The desk got no answer. Check whether it was done before you try again.`,
  UNREADABLE: msg`The desk cannot read the answer. Check whether it was done before you try again.`,
}

export const refusalSentence = (code: string): MessageDescriptor => (code in sentences ? sentences[code as Code] : sentences.INTERNAL)

/** The code of the ledger or of the state, where the answer gives one. */
export const reasonOf = ({ detail }: DeskError): string | undefined => (typeof detail.reason === 'string' && detail.reason !== '' ? detail.reason : undefined)
