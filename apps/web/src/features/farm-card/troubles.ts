import { CallFailed } from '../checkout/index.ts'

/**
 * What can stand in the way. too-many to inactive: about this card. contact: its owner has nowhere to send a code to. card: the
 * details are not right. declined, wrong: the payment came to nothing. offline, company, busy: nothing was decided.
 */
export type Trouble = 'too-many' | 'insufficient' | 'expired' | 'inactive' | 'contact' | 'card' | 'declined' | 'wrong' | Undecided
export type CodeTrouble = 'code' | 'declined' | 'wrong' | Undecided
type Undecided = 'offline' | 'company' | 'busy'

const recognised: Readonly<Record<string, Trouble>> = {
  CARD_VERIFICATION_TOO_MANY_ATTEMPTS: 'too-many',
  INSUFFICIENT_ASSET_VALUE: 'insufficient',
  PATRON_CODE_EXPIRED: 'expired',
  PATRON_CODE_INACTIVE: 'inactive',
  CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS: 'contact',
}

/** A trouble with the card itself, whichever of the two names it: the response's message or its reason. */
export function cardTrouble({ code, reason = '' }: CallFailed): Trouble | undefined {
  return [reason, code].map((name) => (Object.hasOwn(recognised, name) ? recognised[name] : undefined)).find(Boolean)
}

/** The request is no longer new, so there is nothing left to do here. */
export function hasEnded({ code }: CallFailed): boolean {
  return ['REQUEST_PAID', 'REQUEST_CANCELLED', 'REQUEST_EXPIRED'].includes(code)
}

/** A verification that was not refused but not answered either; `refused` is what a refusal means at this step. */
export function undecided<Refused extends string>(error: CallFailed, refused: Refused): Refused | Undecided {
  if (error.refused) return refused
  if (error.status === 0) return 'offline'
  return error.code === 'CARD_COMPANY_UNAVAILABLE' ? 'company' : 'busy'
}
