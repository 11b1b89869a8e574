import * as z from 'zod/mini'
import { amountToMove } from './amounts.ts'
import { sendPurpose } from './asset-transfers.ts'
import { endpoint } from './endpoint.ts'
import { recipientAlias } from './recipient-alias.ts'
import { id, money, timestamp } from './wire.ts'

/** Sends that wait for their sender's second thought, and the opinion of a trusted person. They hold no money and never send themselves. */

/** `waiting` until `decideAt`, then `due` until `forgottenAt`. The other three are final. */
export const heldSendStatus = z.enum(['waiting', 'due', 'sent', 'cancelled', 'forgotten'])

export const opinion = z.enum(['fine', 'stop'])
export type Opinion = z.output<typeof opinion>

export const heldSend = z.object({
  id,
  status: heldSendStatus,
  assetId: id,
  recipientAlias,
  /** The recipient's shown name, if they show it. */
  recipientName: z.optional(z.string()),
  firstTime: z.boolean(),
  value: money,
  message: z.optional(z.string()),
  purpose: sendPurpose,
  createdAt: timestamp,
  decideAt: timestamp,
  forgottenAt: timestamp,
  opinions: z.array(z.object({ id, trustedName: z.string(), askedAt: timestamp, opinion: z.optional(opinion), answeredAt: z.optional(timestamp) })),
})
export type HeldSend = z.output<typeof heldSend>

const params = z.object({ id })

export const createHeldSend = endpoint({
  method: 'POST',
  path: '/api/held-sends',
  access: 'person',
  summary: 'Let a send wait. It holds no money; the sender is asked again at `decideAt`',
  body: z.strictObject({
    assetId: id,
    recipientAlias,
    value: amountToMove,
    message: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    purpose: sendPurpose,
  }),
  answer: heldSend,
  refusals: { FORBIDDEN: 403, PAUSED: 403, HELD_SEND_LIMIT_REACHED: 403, FIRST_SEND_LIMIT_REACHED: 429 },
})

export const listHeldSends = endpoint({
  method: 'GET',
  path: '/api/held-sends',
  access: 'person',
  summary: 'List the caller’s sends that wait or are due for a decision',
  answer: z.object({ items: z.array(heldSend) }),
  refusals: {},
})

export const getHeldSend = endpoint({
  method: 'GET',
  path: '/api/held-sends/:id',
  access: 'person',
  summary: 'Get a send that waits, with the opinions about it',
  params,
  answer: heldSend,
  refusals: { FORBIDDEN: 403 },
})

export const cancelHeldSend = endpoint({
  method: 'DELETE',
  path: '/api/held-sends/:id',
  access: 'person',
  summary: 'Do not send it',
  params,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})

/** `asked`: named, not accepted yet. */
export const trustedPerson = z.object({
  id,
  status: z.enum(['asked', 'accepted']),
  /** The reader chose them, or they chose the reader. */
  role: z.enum(['trusts', 'trusted-by']),
  /** The other person's shown name, or the masked alias until they accept. */
  name: z.string(),
  since: timestamp,
})
export type TrustedPerson = z.output<typeof trustedPerson>

export const listTrustedPeople = endpoint({
  method: 'GET',
  path: '/api/me/trusted-people',
  access: 'person',
  summary: 'List the people the caller trusts, and who trusts the caller',
  answer: z.object({ items: z.array(trustedPerson) }),
  refusals: {},
})

export const addTrustedPerson = endpoint({
  method: 'POST',
  path: '/api/me/trusted-people',
  access: 'person',
  summary: 'Name a trusted person by mobile number or email. They are asked, and may be asked about sends once they accept',
  body: z.strictObject({ alias: recipientAlias }),
  answer: trustedPerson,
  refusals: { TRUSTED_PEOPLE_LIMIT_REACHED: 403, RECIPIENT_IS_SENDER: 403 },
})

export const acceptTrust = endpoint({
  method: 'POST',
  path: '/api/me/trusted-people/:id/accept',
  access: 'person',
  summary: 'Accept to be a trusted person',
  params,
  answer: trustedPerson,
  refusals: { FORBIDDEN: 403 },
})

export const removeTrustedPerson = endpoint({
  method: 'DELETE',
  path: '/api/me/trusted-people/:id',
  access: 'person',
  summary: 'End the trust, from either side, at once',
  params,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})

export const requestOpinion = endpoint({
  method: 'POST',
  path: '/api/held-sends/:id/opinion-requests',
  access: 'person',
  summary: 'Ask a trusted person about a send that waits',
  params,
  body: z.strictObject({ trustedPersonId: id }),
  answer: heldSend,
  refusals: { FORBIDDEN: 403 },
})

/** What the trusted person reads: never balance, message or activity. */
export const opinionRequest = z.object({
  id,
  askedBy: z.string(),
  askedAt: timestamp,
  value: money,
  recipientName: z.optional(z.string()),
  firstTime: z.boolean(),
  purpose: sendPurpose,
  opinion: z.optional(opinion),
  /** False once the send is sent, cancelled or forgotten. */
  open: z.boolean(),
})
export type OpinionRequest = z.output<typeof opinionRequest>

export const listOpinionRequests = endpoint({
  method: 'GET',
  path: '/api/me/opinion-requests',
  access: 'person',
  summary: 'List the open questions to the caller as a trusted person',
  answer: z.object({ items: z.array(opinionRequest) }),
  refusals: {},
})

export const getOpinionRequest = endpoint({
  method: 'GET',
  path: '/api/opinion-requests/:id',
  access: 'person',
  summary: 'Read a send that the caller is asked about',
  params,
  answer: opinionRequest,
  refusals: { FORBIDDEN: 403 },
})

export const answerOpinionRequest = endpoint({
  method: 'POST',
  path: '/api/opinion-requests/:id/answer',
  access: 'person',
  summary: 'Answer what the caller thinks of a send. It neither sends nor blocks',
  params,
  body: z.strictObject({ opinion }),
  answer: opinionRequest,
  refusals: { FORBIDDEN: 403 },
})
