import { defaultLimits } from '@nikau/contract/quota-rules'
import { webConfig } from '@nikau/contract/web-config'
import { cents } from '@nikau/money'
import { companyEntries } from '@nikau/rails/farmlands'
import { registerEntry } from '@nikau/rails/nzbn-register'
import { bankEntries } from '@nikau/rails/pay-by-bank'
import { payeeCheckEntry } from '@nikau/rails/payee-check'
import { field, readConfig } from '@nikau/runtime'
import { z } from 'zod'
import { businessLimits } from './modules/accounts/index.ts'
import { messageLimits } from './modules/messages/index.ts'
import { bankAccountLimits } from './modules/bank-accounts/index.ts'
import { anchorPublicKeys, developmentAnchorKey, publicKeysOf } from './modules/book-anchors/index.ts'
import { cardRules } from './modules/card-payments/index.ts'
import { feeTerms } from './modules/fees/index.ts'
import { unverifiedLimits } from './modules/funds-transfers/index.ts'
import { heldSendLimits } from './modules/held-sends/index.ts'
import { ownLimitRules } from './modules/own-limits/index.ts'
import { invoiceIssuer, payoutTerms } from './modules/payouts/index.ts'
import { tillRules } from './modules/patron-codes/index.ts'
import { brakeLimits } from './modules/payees/index.ts'

const limit = (byDefault: bigint) =>
  z
    .int()
    .nonnegative()
    .default(Number(byDefault))
    .transform((value) => cents(value))
const limits = z.strictObject({ monthly: limit(defaultLimits.monthly), yearly: limit(defaultLimits.yearly) }).prefault({})

/** JSON, in cents: monthly and yearly top-up and spend limits of accounts without limits of their own. */
export const quotaLimits = () => field.json(z.strictObject({ topup: limits, spend: limits })).prefault('{}')

/** For the keys that sign webhooks, in both processes. */
export const webhookFields = () => ({
  /** Seals the private keys that sign webhooks: one secret, or `id:secret,id:secret …` to rotate it. */
  WEBHOOK_SECRET: field.secret().prefault('nikau-development-webhooks'),
  /** Allows webhooks to localhost over http, for the sandbox shop. Never in production. */
  WEBHOOK_LOOPBACK: field.flag().default(false),
})

/** Development only: the sandbox banks serve a clock that can be moved, so that wallet and banks simulate months together. */
export const clockFields = () => ({ CLOCK_URL: field.url().optional() })

/** For every process that reads or writes bank account numbers. */
export const bankFields = () => ({
  /** The vault: seals bank numbers and files, payment tokens and direct debit details. `id:secret,id:secret …`; the first seals, all open. */
  BANK_NUMBER_KEYS: field.secret().prefault('dev:nikau-development-bank-numbers'),
  /** Keys the hash that detects duplicate numbers and recognises patron codes. Never change it, or duplicates are no longer found. */
  BANK_NUMBER_FINGERPRINTS: field.secret().prefault('nikau-development-bank-fingerprints'),
  /** Duration of each step of a transfer on a test account. */
  TEST_TRANSFER_SECONDS: z.coerce.number().nonnegative().default(4),
})

/** For links in messages, in both processes. */
export const linkFields = () => ({
  /** Origin of the web app. */
  WEB_ORIGIN: field.url().default('http://localhost:4000'),
  /** Signs links, and derives the keys in them. */
  LINK_SECRET: field.secret().prefault('nikau-development-links'),
  /** How many days after a send its recipient is reminded to claim it. */
  TRANSFER_REMINDER_DAYS: field.count().default(7),
  /** JSON: messages about sends that one number or address gets within 24 hours, from one sender and in all. */
  SEND_MESSAGE_LIMITS: field.json(messageLimits).prefault('{}'),
  /** For how many days a mobile number receives and claims after a code sent to it was entered. */
  PHONE_PROOF_DAYS: field.count().default(365),
})

/** For the signed anchors of the books, in both processes. */
export const anchorFields = () => ({
  /** JSON, a JWK set: every public key that anchors were signed with, the current one among them. */
  ANCHOR_PUBLIC_KEYS: field.json(anchorPublicKeys).prefault(publicKeysOf(developmentAnchorKey())),
})

/** JSON, the banks that customers can pay from: issuer, API, client id, signing key, account. Used by both processes. */
export const payByBank = () => field.json(bankEntries).prefault('[]')

/** JSON, the farm-supplies card company for live and test money: API, client id, secret. Used by both processes. */
export const farmlands = () => field.json(companyEntries).prefault('[]')

/** JSON: prices of payment methods for all merchants, and GST on fees (apps/api/src/modules/fees/rules.ts). Used by both processes. */
export const fees = () => field.json(feeTerms).prefault('{}')

/** JSON: the service that compares names of payout accounts, in both processes. Without it no name can be checked. */
export const payeeCheck = () => field.json(payeeCheckEntry).optional()

/** JSON: the smallest payout to a merchant in cents, and how many business days a changed payout account waits. Used by both processes. */
export const payouts = () => field.json(payoutTerms).prefault('{}')

/** Configuration of the HTTP process, read once at its start. */
const schema = z.object({
  DATABASE_URL: field.secret(),
  API_PORT: field.port().default(4000),
  API_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: field.level().default('info'),
  ...field.metrics(),
  /** Folder of the built web app; without it only the API is served. */
  WEB_DIST: z.string().optional(),
  ...linkFields(),
  /** JSON passed to the web app in the page: flags, where errors are reported. The API itself does not use it. */
  WEB_CONFIG: field.json(webConfig).prefault('{}'),
  /** The proxies in front of the API, by number or by address: only they are believed about the caller's IP address. */
  TRUST_PROXY: field.trustProxy(),
  /** Calls a minute from one source address, counted before authentication. Wide: thousands of phones share an address of a mobile network. */
  RATE_LIMIT_SOURCE: field.count().default(6000),
  /** Failed authentications a minute from one source address; beyond it only credentials that were verified before are accepted. */
  RATE_LIMIT_FAILED: field.count().default(60),
  /** Where the documentation is; the old address of the reference leads there. */
  DOCS_ORIGIN: field.url().optional(),
  FEES: fees(),
  PAYOUTS: payouts(),
  /** JSON: the name and GST number on tax invoices for fees. */
  INVOICE_ISSUER: field.json(invoiceIssuer).prefault('{}'),
  /** JSON, in cents: what a newly verified business takes at most in a day and in a payment. */
  BUSINESS_LIMITS: field.json(businessLimits).prefault('{}'),
  /** JSON: the register that businesses are looked up in. Without it their owners type the details. */
  NZBN_REGISTER: field.json(registerEntry).optional(),
  PAYEE_CHECK: payeeCheck(),
  QUOTA_LIMITS: quotaLimits(),
  /** JSON: how long a higher own limit waits, what a new device or email address lowers and for how long, in hours and cents. */
  OWN_LIMITS: field.json(ownLimitRules).prefault('{}'),
  /** JSON, in cents and seconds: what tills may take without approval at most, and how many codes without signal last how long. */
  TILL_LIMITS: field.json(tillRules).prefault('{}'),
  /** Public origin of this API, for URLs that merchants' servers read. */
  API_ORIGIN: field.url().default('http://localhost:4000'),
  ...webhookFields(),
  ...clockFields(),
  ...bankFields(),
  ...anchorFields(),
  /** Our direct debit authorisation code, shown in every notice. */
  DIRECT_DEBIT_CODE: z.string().default('0000000'),
  /** JSON: how many bank accounts can be linked, and how many wrong codes lock their verification. */
  BANK_ACCOUNT_LIMITS: field.json(bankAccountLimits).prefault('{}'),
  /** JSON: minimum in cents and number of withdrawals to bank accounts that are not verified. */
  WITHDRAWAL_LIMITS: field.json(unverifiedLimits).prefault('{}'),
  /** How long a linked bank account is a new payee, and how much in cents can be withdrawn to new payees in that time. */
  NEW_PAYEE_HOURS: z.coerce.number().nonnegative().default(24),
  NEW_PAYEE_CAP: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(20_000)
    .transform((value) => cents(value)),
  /** JSON, amounts in cents: when the scam brake asks what a send is for. */
  BRAKE_LIMITS: field.json(brakeLimits).prefault('{}'),
  /** How many aliases a person may check or send to for the first time within 24 hours. */
  FIRST_SENDS_PER_DAY: field.count().default(20),
  /** JSON: how long a held send waits, and how many a person may have; the same of trusted people. */
  HELD_SEND_LIMITS: field.json(heldSendLimits).prefault('{}'),
  PAY_BY_BANK: payByBank(),
  /** How long a call waits for the bank's final status. */
  PAY_BY_BANK_WAIT_MS: field.count().default(8000),
  FARMLANDS: farmlands(),
  /** How long a call waits for the card company's decision about a charge. */
  FARMLANDS_WAIT_MS: field.count().default(8000),
  /** Keys the hash of card numbers and codes. Changing it resets locks and open sessions. */
  CARD_SECRET: field.secret().prefault('nikau-development-cards'),
  /** JSON: attempt limits of cards and codes, and how long codes and tokens are valid. */
  CARD_VERIFICATION: field.json(cardRules).prefault('{}'),
  /** How long a sign-in or step-up is recent enough for what a thief would do first. */
  STEP_UP_SECONDS: field.count().default(300),
  /** In cents: a larger payment from a wallet needs a recent sign-in or step-up. */
  STEP_UP_PAYMENT_LIMIT: field.count().default(50_000),
  /** How long after a payment it can be refunded. */
  REFUND_WINDOW_DAYS: field.count().default(31),
  /** Unknown patron codes that the keys of a merchant's account may try in an hour. */
  PATRON_CODE_GUESSES: field.count().default(20),
  /** Multiplies every rate limit, for load tests with few callers. */
  RATE_LIMIT_SCALE: field.count().default(1),
  DB_CONNECTIONS: field.count().default(10),
})

export type ApiConfig = z.output<typeof schema>

export const readApiConfig = (env: NodeJS.ProcessEnv): ApiConfig => readConfig(schema, env)
