import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { accountNameMaxLength } from './bank-account-name.ts'
import { endpoint } from './endpoint.ts'
import { fundsTransfer } from './funds-transfers.ts'
import { emailPattern, namePattern } from './profile.ts'
import { id, money, timestamp } from './wire.ts'

/** Bank accounts with a direct debit authority per account. */
export const maxDirectDebitAccounts = 4
/** Accounts that may verify the same bank account number. */
export const maxBankAccountHolders = 2
/** After this many wrong codes only support can verify the account. */
export const maxVerificationAttempts = 5

/** Version of the direct debit terms; any change to the text is a new version. */
export const directDebitTermsVersion = '2026-11'

export const payeeCheck = z.enum(['match', 'partly', 'no-match', 'no-account', 'cannot-check'])
export type PayeeCheck = z.output<typeof payeeCheck>

/** A linked bank account. */
export const bankAccount = z.object({
  id,
  accountId: id,
  bankAccountName: z.string(),
  /** Masked: `12-••••-••••323-50`. */
  bankAccountNumber: z.string(),
  /** The logo is a path of the web app: a drawing of the bank's letters. */
  bank: z.object({ name: z.string(), logo: z.optional(z.string()) }),
  createdAt: timestamp,
  status: z.enum(['created', 'active', 'archived']),
  /** The app shows only `nikau`; other types are linked by open banking. */
  type: z.string(),
  liveness,
  verified: z.boolean(),
  /** Of an account for payouts: what its bank says about the name. One that does not match waits for an operator, who may accept it. */
  payeeCheck: z.optional(payeeCheck),
  payeeAccepted: z.optional(z.boolean()),
  /** At 0 only support can verify the account. */
  verificationTriesLeft: z.int(),
  directDebitAuthorized: z.boolean(),
  directDebitAuthorizedAt: z.optional(timestamp),
  /** In the list, for the first day after linking: what may be withdrawn to new bank accounts in all until then. */
  newPayee: z.optional(z.object({ cap: money, until: timestamp })),
  /** The top-ups of the last 30 days, newest first. */
  recentTopups: z.array(fundsTransfer),
})
export type BankAccount = z.output<typeof bankAccount>

export const directDebitAuthority = z.strictObject({
  phoneNumber: z.string().check(z.minLength(5), z.maxLength(20), z.regex(/^\+?[\d ()-]+$/, 'must be a phone number')),
  fullName: z.string().check(z.trim(), z.minLength(1), z.maxLength(101), z.regex(namePattern)),
  emailAddress: z.string().check(z.trim(), z.maxLength(254), z.regex(emailPattern)),
})

const limits = {
  BANK_ACCOUNT_LIMIT_EXCEEDED: 403,
  /** Too many links in a day or a month. */
  BANK_ACCOUNT_LINK_LIMIT_EXCEEDED: 403,
  BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED: 403,
  DUPLICATE_BANK_ACCOUNT: 403,
} as const

/** The body of a refusal that ends by itself. BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED has no `until` if only support can help. */
export const untilRefusal = z.object({ until: timestamp })

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/bank-accounts',
  access: 'person',
  summary: 'List linked bank accounts, oldest first',
  params: z.object({ accountId: id }),
  answer: z.array(bankAccount),
  refusals: { FORBIDDEN: 403 },
})

export const linkBankAccount = endpoint({
  method: 'POST',
  path: '/api/bank-accounts',
  access: 'person',
  summary: 'Link a bank account, optionally with a direct debit authority, or for payouts to a merchant',
  body: z.strictObject({
    accountId: id,
    bankAccountName: z.string().check(z.trim(), z.minLength(1), z.maxLength(accountNameMaxLength)),
    bankAccountNumber: z.string().check(z.minLength(1), z.maxLength(40)),
    directDebitAuthority: z.optional(directDebitAuthority),
    /** For a merchant's payouts: one cent is sent with a code, which verifies the account. */
    purpose: z.optional(z.literal('settlement')),
  }),
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, INVALID_BANK_ACCOUNT_NUMBER: 400, ...limits, PROFILE_INCOMPLETE: 403 },
  stepUp: 'always',
})

export const authorizeDirectDebit = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/:id/direct-debit-authorities',
  access: 'person',
  summary: 'Authorise direct debit from a linked bank account',
  params: z.object({ id }),
  body: directDebitAuthority,
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, DIRECT_DEBIT_ALREADY_AUTHORIZED: 403, DIRECT_DEBIT_LIMIT_EXCEEDED: 403, PROFILE_INCOMPLETE: 403 },
  stepUp: 'always',
})

export const verifyBankAccount = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/:id/verify',
  access: 'person',
  summary: 'Verify a bank account with the code from its statement. Releases top-ups held until then',
  params: z.object({ id }),
  body: z.strictObject({ verificationCode: z.string().check(z.regex(/^\d{4}$/, 'must be 4 digits')) }),
  answer: z.object({ verificationCode: z.string(), bankAccount }),
  refusals: {
    FORBIDDEN: 403,
    BANK_ACCOUNT_ALREADY_VERIFIED: 403,
    VERIFICATION_CODE_INVALID: 403,
    BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED: 403,
    BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED: 403,
  },
  perMinute: 20,
})

export const unlinkBankAccount = endpoint({
  method: 'DELETE',
  path: '/api/bank-accounts/:id',
  access: 'person',
  summary: 'Unlink a bank account and end its direct debit authority. Pending transfers still complete',
  params: z.object({ id }),
  answer: bankAccount,
  refusals: { FORBIDDEN: 403, TRANSFERS_IN_FLIGHT: 403 },
})

export const showBankAccountNumber = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/:id/number',
  access: 'person',
  summary: 'Show the full number of a linked bank account, which is masked everywhere else',
  params: z.object({ id }),
  answer: z.object({ bankAccountNumber: z.string() }),
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
  perMinute: 20,
})
