/** Why a call is not taken for one of Nikau's, in the order in which it is checked. */
export type WebhookProblem =
  /** There is no Authorization header, or it is no signature. */
  | 'signature-missing'
  | 'key-unknown'
  /** The published keys cannot be read now. Answer 503, and the event comes again. */
  | 'keys-unavailable'
  | 'signature-wrong'
  | 'body-changed'
  | 'address-not-yours'
  | 'too-old'
