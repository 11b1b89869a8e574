import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Letters of any script (macrons are letters), digits, hyphen, apostrophe, comma, period and space. */
export const nameShape = /^[\p{L}\p{M}\p{N}\-'’,. ]+$/u
export const nameMaxLength = 50
export const emailShape = /^[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\]+@[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\.]+(\.[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\.]+)+$/u

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(nameMaxLength), z.regex(nameShape))

export const profile = z.object({
  userId: z.string(),
  phoneNumber: z.string(),
  phoneVerified: z.boolean(),
  email: z.optional(z.string()),
  emailVerified: z.boolean(),
  givenName: z.optional(z.string()),
  familyName: z.optional(z.string()),
  featureUpdates: z.boolean(),
  marketingUpdates: z.boolean(),
})
export type Profile = z.output<typeof profile>

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/me/profile/update',
  access: 'person',
  summary: "Changes one's own name, e-mail address or wishes about mail; answers the whole profile",
  body: z
    .strictObject({
      givenName: z.optional(name),
      familyName: z.optional(name),
      email: z.optional(z.string().check(z.trim(), z.maxLength(254), z.regex(emailShape))),
      featureUpdates: z.optional(z.boolean()),
      marketingUpdates: z.optional(z.boolean()),
    })
    .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), { message: 'at least one attribute is required' })),
  answer: profile,
  refusals: { FORBIDDEN: 403 },
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/profile/confirm-email',
  access: 'public',
  summary: 'Confirms the address that a message was sent to, by the token in that message',
  body: z.strictObject({ token: z.string().check(z.maxLength(2000)) }),
  answer: z.object({ email: z.string() }),
  refusals: { CONFIRMATION_INVALID: 403 },
})

/** Complete enough for direct debit. */
export function isComplete(person: Pick<Profile, 'email' | 'givenName' | 'familyName'>): boolean {
  return Boolean(person.email && person.givenName && person.familyName)
}
