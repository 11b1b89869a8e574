import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { accountNameSent } from './bank-account-name.ts'
import { endpoint } from './endpoint.ts'
import { fundsTransfer } from './funds-transfers.ts'
import { emailShape, nameShape } from './profile.ts'
import { id, moment } from './wire.ts'

/** Direct-debit-authorised accounts that one account may have. */
export const directDebitLimit = 4
/** Accounts here that may link one and the same bank account. */
export const holderLimit = 2
/** Wrong codes until only support can help. */
export const verificationTries = 5

/** The terms that a person agrees to when they authorise direct debit; a change of their words is a new version. */
export const directDebitTermsVersion = '2026-11'

/** A linked bank account. Its number is shown whole to its owner alone, and masked wherever a list is enough. */
export const bankAccount = z.object({
  id,
  accountId: id,
  bankAccountName: z.string(),
  /** Masked, as in lists: `12-••••-••••323-50`. */
  bankAccountNumber: z.string(),
  bank: z.object({ name: z.string(), logo: z.optional(z.string()) }),
  createdAt: moment,
  status: z.enum(['created', 'active', 'archived']),
  /** Only `nikau` is kept by the app; another kind is an account linked by open banking. */
  type: z.string(),
  liveness,
  verified: z.boolean(),
  /** Codes that may still be tried; 0 means that support must help. */
  verificationTriesLeft: z.int(),
  directDebitAuthorized: z.boolean(),
  directDebitAuthorizedAt: z.optional(moment),
  /** The top-ups of the last 30 days, newest first. */
  recentTopups: z.array(fundsTransfer),
})
export type BankAccount = z.output<typeof bankAccount>

export const directDebitAuthority = z.strictObject({
  phoneNumber: z.string().check(z.minLength(5), z.maxLength(20), z.regex(/^\+?[\d ()-]+$/, 'is not a phone number')),
  fullName: z.string().check(z.trim(), z.minLength(1), z.maxLength(101), z.regex(nameShape)),
  emailAddress: z.string().check(z.trim(), z.maxLength(254), z.regex(emailShape)),
})

const limits = { BANK_ACCOUNT_LIMIT_EXCEEDED: 403, BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED: 403, DUPLICATE_BANK_ACCOUNT: 403 } as const

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/bank-accounts',
  access: 'person',
  summary: 'The linked bank accounts, oldest first',
  params: z.object({ accountId: id }),
  answer: z.array(bankAccount),
  refusals: { FORBIDDEN: 403 },
})

export const linkBankAccount = endpoint({
  method: 'POST',
  path: '/api/bank-accounts',
  access: 'person',
  summary: 'Links a bank account; with a direct-debit authority, money can be asked for from it',
  body: z.strictObject({
    accountId: id,
    bankAccountName: z.string().check(z.trim(), z.minLength(1), z.maxLength(accountNameSent)),
    bankAccountNumber: z.string().check(z.minLength(1), z.maxLength(40)),
    directDebitAuthority: z.optional(directDebitAuthority),
  }),
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, INVALID_BANK_ACCOUNT_NUMBER: 400, ...limits, PROFILE_INCOMPLETE: 403 },
})

export const authorizeDirectDebit = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/:id/direct-debit-authorities',
  access: 'person',
  summary: 'Authorises direct debit from an account that is linked already',
  params: z.object({ id }),
  body: directDebitAuthority,
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, DIRECT_DEBIT_ALREADY_AUTHORIZED: 403, DIRECT_DEBIT_LIMIT_EXCEEDED: 403, PROFILE_INCOMPLETE: 403 },
})

export const verifyBankAccount = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/:id/verify',
  access: 'person',
  summary: 'Shows that the caller can read the statement of the account; releases what was held until then',
  params: z.object({ id }),
  body: z.strictObject({ verificationCode: z.string().check(z.regex(/^\d{4}$/, 'is four digits')) }),
  answer: z.object({ verificationCode: z.string(), bankAccount }),
  refusals: {
    FORBIDDEN: 403,
    BANK_ACCOUNT_ALREADY_VERIFIED: 403,
    VERIFICATION_CODE_INVALID: 403,
    BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED: 403,
  },
  perMinute: 20,
})

export const unlinkBankAccount = endpoint({
  method: 'DELETE',
  path: '/api/bank-accounts/:id',
  access: 'person',
  summary: 'Unlinks a bank account and ends its direct-debit authority; what is on its way still arrives',
  params: z.object({ id }),
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, TRANSFERS_IN_FLIGHT: 403 },
})
