/** What the notice of an event says. `undefined`: listed for the person, but not told by message. */
type Notice = ((detail: Readonly<Record<string, string>>) => string | undefined) | undefined

const limitTexts: Readonly<Record<string, string>> = {
  'one-payment': 'one payment',
  'one-day': 'one day',
  'new-people': 'people you’ve not sent to before',
  'no-signal': 'payments with no signal',
}

const memberTexts: Readonly<Record<string, string>> = {
  'account-owner': 'an owner',
  manager: 'a manager',
  cashier: 'a cashier',
  accountant: 'an accountant',
  developer: 'a developer',
}

/**
 * Every kind of security event, with its notice. Events that a thief causes first are told on every channel; the sentence that says
 * what to do is added to each.
 */
export const securityEventKinds = {
  'account-frozen': ({ by, reason }) =>
    by === 'operator' ? `We have frozen your Nikau: ${reason}` : 'Your Nikau is frozen. Nothing leaves your wallet until you lift it.',
  'account-unfrozen': () => 'The freeze on your Nikau was lifted.',
  'api-key-changed': ({ name }) => `The API key ${name} was changed.`,
  'api-key-created': ({ name }) => `An API key (${name}) was created for your business.`,
  'bank-account-linked': ({ bankAccount }) => `The bank account ${bankAccount} was linked to your Nikau.`,
  'bank-number-shown': undefined,
  'bank-verification-locked': ({ bankAccount }) => `There were too many wrong codes for the bank account ${bankAccount}. It can’t be verified for now.`,
  'business-changed': ({ business }) => `The details of your business ${business} were changed.`,
  'business-submitted': undefined,
  'business-went-live': ({ business }) => `${business} is live: it takes real money from now on.`,
  'code-payment-reported': undefined,
  'connection-authorised': ({ merchant }) => `Your Nikau was connected to ${merchant}. It takes nothing without asking unless you allow it.`,
  'connection-ended': undefined,
  'direct-debit-authorised': ({ bankAccount }) => `Direct debit from the bank account ${bankAccount} was authorised.`,
  'dormant-sign-in-refused': undefined,
  'email-change-undone': () => 'Your previous email address was restored.',
  'email-changed': ({ email }) => `The email address of your Nikau was changed to ${email}.`,
  'integrator-grant-changed': ({ integrator }) => `What ${integrator} may do for your business was changed.`,
  'large-payment': undefined,
  'large-refund': ({ amount, merchant, name, liveness }) =>
    liveness === 'test' ? undefined : `${name || 'A member'} of your business refunded ${amount} of a payment at ${merchant}.`,
  'large-send': undefined,
  'member-added': ({ name, role }) => `${name} joined your business as ${memberTexts[role!]}.`,
  'member-changed': ({ name, role }) => `What ${name} may do in your business was changed. They are now ${memberTexts[role!]}.`,
  'member-invited': ({ name, role }) => `${name} was invited to your business as ${memberTexts[role!]}.`,
  'member-removed': ({ name }) => `${name} was removed from your business.`,
  'no-signal-off': undefined,
  'no-signal-on': ({ amount }) => `Pay with no signal was switched on: codes of your Nikau pay up to ${amount} without asking.`,
  'own-limit-lowered': undefined,
  'own-limit-raised': ({ limit, amount, hours }) =>
    amount === undefined
      ? `Your own limit for ${limitTexts[limit!]} ends in ${hours} hours.`
      : `Your own limit for ${limitTexts[limit!]} rises to ${amount} in ${hours} hours.`,
  'passkey-added': ({ name }) => `A passkey (${name}) was added to your Nikau.`,
  'passkey-removed': ({ name, by }) =>
    by === 'operator' ? 'We have removed the passkeys from your Nikau. Sign in with a code.' : `A passkey (${name}) was removed from your Nikau.`,
  'payout-account-change-undone': () => 'The change of your payout account was undone.',
  'payout-account-changed': ({ bankAccount, from }) =>
    from === undefined
      ? `Your payouts go to the bank account ${bankAccount} from now on.`
      : `From ${from} your payouts go to the bank account ${bankAccount}. Until then you can undo it.`,
  'payout-account-confirmed': undefined,
  'permission-allowed': ({ merchant, each, total, tokens }) =>
    `${merchant} may take up to ${each} each time and ${total} a month from your Nikau without asking.${tokens === undefined ? '' : ' It uses your tokens first.'}`,
  'permission-paused': undefined,
  'permission-resumed': ({ merchant }) => `${merchant} may ask for payments again, and take what you allowed without asking.`,
  'refund-limits-changed': () => 'How much your cashiers and managers may refund was changed.',
  'session-ended': undefined,
  'sessions-ended': ({ by }) => (by === 'operator' ? 'We have signed you out on your devices. Sign in again to go on.' : undefined),
  'sign-in-code-wrong': undefined,
  'shown-name-changed': undefined,
  'signed-in': undefined,
  'signed-in-new-device': ({ device }) => `Somebody signed in to your Nikau on a new device (${device}).`,
  'step-up': undefined,
  'step-up-refused': undefined,
  'till-limits-raised': () => 'The limits of your staff tills were raised.',
  'till-locked': ({ name }) => `There were too many wrong codes for ${name} at one of your staff tills. It is locked for them for now.`,
  'till-paired': () => 'A device was paired as a staff till of your business. It can ask customers for payments.',
  // Gift cards are given out all day long.
  'tokens-given-out': ({ count, name, told }) => (told === undefined ? undefined : `Your business gives out tokens (${name}): ${count} just now.`),
  'trusted-person-added': undefined,
  'trusted-person-removed': undefined,
  'webhook-changed': undefined,
  'withdrawal-made': ({ amount, bankAccount }) => `${amount} is on its way to the bank account ${bankAccount}.`,
  'without-approval-allowed': ({ amount }) => `Tills may take up to ${amount} a day with your code without asking.`,
  'without-approval-lowered': undefined,
} satisfies Record<string, Notice>

export type SecurityEventKind = keyof typeof securityEventKinds

export function noticeOf(kind: SecurityEventKind, detail: Readonly<Record<string, string>>): string | undefined {
  const notice: Notice = securityEventKinds[kind]
  return notice?.(detail)
}
