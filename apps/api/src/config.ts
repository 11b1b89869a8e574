import { defaultLimits } from '@nikau/contract/quota-rules'
import { webConfig } from '@nikau/contract/web-config'
import { cents } from '@nikau/money'
import { companyEntries } from '@nikau/rails/farmlands'
import { bankEntries } from '@nikau/rails/pay-by-bank'
import { field, readConfig } from '@nikau/runtime'
import { z } from 'zod'
import { cardRules } from './modules/card-verification/index.ts'

const limit = (byDefault: bigint) =>
  z
    .int()
    .nonnegative()
    .default(Number(byDefault))
    .transform((value) => cents(value))
const limits = z.strictObject({ monthly: limit(defaultLimits.monthly), yearly: limit(defaultLimits.yearly) }).prefault({})

/** JSON, in cents: what an account without limits of its own may top up and spend in a month and in a year. */
export const quotaLimits = () => field.json(z.strictObject({ topup: limits, spend: limits })).prefault('{}')

/** What both processes need to know to make and use the keys that sign webhooks. */
export const webhookFields = () => ({
  /** Seals the private keys that sign webhooks. */
  WEBHOOK_SECRET: field.secret().prefault('nikau-development-webhooks'),
  /** Lets webhooks go to this machine itself, unencrypted: for the sandbox shop, never in production. */
  WEBHOOK_LOOPBACK: field.flag().default(false),
})

/** A clock that another program moves, for development only: the sandbox banks', so that wallet and banks go through months together. */
export const clockFields = () => ({ CLOCK_URL: field.url().optional() })

/** What keeps bank account numbers, in every process that reads or writes them. */
export const bankFields = () => ({
  /** Seals bank account numbers: `id:secret,id:secret …`, the first seals and all open. */
  BANK_NUMBER_KEYS: field.secret().prefault('dev:nikau-development-bank-numbers'),
  /** Tells equal numbers by a keyed hash; never to be changed, or duplicates are no longer found. */
  BANK_NUMBER_FINGERPRINTS: field.secret().prefault('nikau-development-bank-fingerprints'),
  /** How long each step of a top-up or withdrawal takes on a test account. */
  TEST_TRANSFER_SECONDS: z.coerce.number().nonnegative().default(4),
})

/** JSON, a list of banks that customers can pay from: issuer, API, client id, signing key, account. Both processes speak to them. */
export const payByBank = () => field.json(bankEntries).prefault('[]')

/** JSON, the farm-supplies card company for real and for play money: API, client id, secret. Both processes speak to it. */
export const farmlands = () => field.json(companyEntries).prefault('[]')

/** What the HTTP process needs to know, read once at its start. */
const schema = z.object({
  DATABASE_URL: field.secret(),
  API_PORT: field.port().default(4000),
  API_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: field.level().default('info'),
  /** Folder of the built web app; without it only the API answers. */
  WEB_DIST: z.string().optional(),
  /** Where the web app is opened, for links in messages. */
  WEB_ORIGIN: field.url().default('http://localhost:4000'),
  /** Signs links in messages. */
  LINK_SECRET: field.secret().prefault('nikau-development-links'),
  /** JSON that the page carries to the web app: flags, where faults are reported. The API itself decides nothing by it. */
  WEB_CONFIG: field.json(webConfig).prefault('{}'),
  /** Behind a proxy of our own the caller's address is in X-Forwarded-For; anywhere else that header is a lie. */
  TRUST_PROXY: field.flag().default(false),
  /** The reference page for developers. */
  API_REFERENCE: field.flag().default(false),
  QUOTA_LIMITS: quotaLimits(),
  /** Where this API is reached from outside, for addresses that merchants' servers read. */
  API_ORIGIN: field.url().default('http://localhost:4000'),
  ...webhookFields(),
  ...clockFields(),
  ...bankFields(),
  /** Under which our bank has authorised us to debit by direct debit; it stands in every notice. */
  DIRECT_DEBIT_CODE: z.string().default('0000000'),
  PAY_BY_BANK: payByBank(),
  /** How long a call waits for a bank's last word. */
  PAY_BY_BANK_WAIT_MS: field.count().default(8000),
  FARMLANDS: farmlands(),
  /** How long a call waits for the card company's decision about a charge. */
  FARMLANDS_WAIT_MS: field.count().default(8000),
  /** Tells equal card numbers and codes by a keyed hash; a change forgets locks and open sessions. */
  CARD_SECRET: field.secret().prefault('nikau-development-cards'),
  /** JSON: how often cards and codes may be tried, and how long codes and tokens are good for. */
  CARD_VERIFICATION: field.json(cardRules).prefault('{}'),
  /** Multiplies every limit of calls per minute: 1 but for load tests, which come from few callers. */
  RATE_LIMIT_SCALE: field.count().default(1),
  DB_CONNECTIONS: field.count().default(10),
})

export type ApiConfig = z.output<typeof schema>

export const readApiConfig = (env: NodeJS.ProcessEnv): ApiConfig => readConfig(schema, env)
