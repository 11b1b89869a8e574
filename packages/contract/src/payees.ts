import * as z from 'zod/mini'
import { amountToMove } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { recipientAlias } from './recipient-alias.ts'
import { id, money, timestamp } from './wire.ts'

/** The people an account sends to, the name check before a first send, and the scam brake. */

/** `none`: sent to before. `confirm`: look at the number and the name. `ask`: API-28 needs the purpose. */
export const brake = z.enum(['none', 'confirm', 'ask'])
export type Brake = z.output<typeof brake>

/** Why the brake asks; more than one may apply. */
export const brakeReason = z.enum(['first-large', 'first-many', 'new-device', 'unusual-amount', 'scam-words'])
export type BrakeReason = z.output<typeof brakeReason>

export const checkRecipient = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/check',
  access: 'person',
  summary: 'Check a recipient before a send: sent to before, shown name, and whether the scam brake asks',
  body: z.strictObject({
    recipientAlias,
    value: z.optional(amountToMove),
    message: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({
    known: z.boolean(),
    /** The recipient's shown name; absent without an account, and if they show it to nobody. */
    name: z.optional(z.string()),
    brake,
    reasons: z.array(brakeReason),
  }),
  refusals: { FIRST_SEND_LIMIT_REACHED: 429 },
})

export const payee = z.object({
  id,
  /** As the sender typed it: it is their own contact. */
  alias: z.string(),
  /** The name the sender gave the contact, else the recipient's shown name when it was last sent to. */
  name: z.optional(z.string()),
  lastSentAt: timestamp,
  lastValue: z.optional(money),
  lastMessage: z.optional(z.string()),
})
export type Payee = z.output<typeof payee>

const payeeParams = z.object({ accountId: id, payeeId: id })

export const listPayees = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/payees',
  access: 'person',
  summary: 'List the people an account has sent to, last sent to first',
  params: z.object({ accountId: id }),
  answer: z.object({ items: z.array(payee) }),
  refusals: { FORBIDDEN: 403 },
})

export const renamePayee = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/payees/:payeeId',
  access: 'person',
  summary: 'Give a contact a name of your own',
  params: payeeParams,
  body: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(50)) }),
  answer: payee,
  refusals: { FORBIDDEN: 403 },
})

export const removePayee = endpoint({
  method: 'DELETE',
  path: '/api/accounts/:accountId/payees/:payeeId',
  access: 'person',
  summary: 'Remove a contact. A later send to it is a first one again',
  params: payeeParams,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})

/** Letters, and what joins them in names: no digits and no addresses, which a name in a message must not carry. */
export const chosenName = z.string().check(z.maxLength(30), z.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u, 'must be a name of letters'))

/** How strangers read the caller. */
export const shownName = z.object({
  /** The name strangers read, if `visible`. Empty for a person who has told us no name. */
  name: z.string(),
  /** Chosen by the person in place of the given name and the first letter of the family name. */
  chosen: z.optional(z.string()),
  /** Off: a check by a stranger answers as for a number without an account. */
  visible: z.boolean(),
})
export type ShownName = z.output<typeof shownName>

export const getShownName = endpoint({
  method: 'GET',
  path: '/api/me/shown-name',
  access: 'person',
  summary: 'Get the name that strangers read of the caller',
  answer: shownName,
  refusals: {},
})

export const updateShownName = endpoint({
  method: 'PUT',
  path: '/api/me/shown-name',
  access: 'person',
  summary: 'Choose the name that strangers read, or that they read none',
  body: z.strictObject({ chosen: z.nullable(chosenName), visible: z.boolean() }),
  answer: shownName,
  /** It passes for a bank, a public body or Nikau. */
  refusals: { NAME_NOT_ALLOWED: 403 },
})
