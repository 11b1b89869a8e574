import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Letters of any script, including macrons, digits, hyphen, apostrophe, comma, full stop and space. */
export const namePattern = /^[\p{L}\p{M}\p{N}\-'’,. ]+$/u
export const nameMaxLength = 50
export const emailPattern = /^[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\]+@[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\.]+(\.[^\s\p{Cc}\p{Cs}@"<>()[\],;:\\.]+)+$/u

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(nameMaxLength), z.regex(namePattern))

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
  summary: 'Update name, email address or mail preferences of the caller. Returns the whole profile',
  body: z
    .strictObject({
      givenName: z.optional(name),
      familyName: z.optional(name),
      email: z.optional(z.string().check(z.trim(), z.maxLength(254), z.regex(emailPattern))),
      featureUpdates: z.optional(z.boolean()),
      marketingUpdates: z.optional(z.boolean()),
    })
    .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), { message: 'at least one attribute is required' })),
  answer: profile,
  // A new email address is a new way in.
  stepUp: 'conditional',
  refusals: { FORBIDDEN: 403, RATE_LIMIT_EXCEEDED: 429 },
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/profile/confirm-email',
  access: 'public',
  summary: 'Confirm an email address with the token from the confirmation email',
  body: z.strictObject({ token: z.string().check(z.maxLength(2000)) }),
  answer: z.object({ email: z.string() }),
  refusals: { CONFIRMATION_INVALID: 403 },
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/profile/undo-email',
  access: 'public',
  summary: 'Undo a change of the email address, with the token from the notice about it. Signs the person out everywhere',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  /** The restored address, masked; absent if there was none. */
  answer: z.object({ email: z.optional(z.string()) }),
  refusals: { UNDO_INVALID: 403 },
})

/** Whether the profile has what direct debit needs. */
export function isProfileComplete(person: Pick<Profile, 'email' | 'givenName' | 'familyName'>): boolean {
  return Boolean(person.email && person.givenName && person.familyName)
}
