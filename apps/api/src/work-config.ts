import { field, readConfig } from '@nikau/runtime'
import { z } from 'zod'
import { anchorFields, bankFields, clockFields, farmlands, fees, linkFields, payByBank, payeeCheck, payouts, webhookFields } from './config.ts'
import { bankConnectionFields } from './modules/bank-files/index.ts'
import { developmentAnchorKey } from './modules/book-anchors/index.ts'
import { negativeBalanceTerms } from './modules/operations/index.ts'
import { issuerBillTerms } from './modules/receipts/index.ts'
import { retentionPeriods } from './modules/retention/index.ts'

/** Configuration of the worker process, read once at its start. */
const schema = z.object({
  DATABASE_URL: field.secret(),
  LOG_LEVEL: field.level().default('info'),
  /** Serves /healthz, /readyz and /metrics. */
  WORK_PORT: field.port().default(4003),
  WORK_HOST: z.string().default('127.0.0.1'),
  JOB_CONCURRENCY: field.count().default(5),
  /** Calls to receivers of webhooks, which may hang, at once. Other jobs never wait for them. */
  WEBHOOK_CONCURRENCY: field.count().default(5),
  /** smtp:// or smtps:// with user and password. In production add ?requireTLS=true to smtp://. */
  SMTP_URL: field.secret(),
  MAIL_FROM: z.string().default('Nikau <no-reply@nikau.example>'),
  SMS_URL: field.url(),
  SMS_SECRET: field.secret(),
  ...linkFields(),
  ...webhookFields(),
  ...clockFields(),
  ...bankFields(),
  ...bankConnectionFields(),
  /** Signs the anchors of the books: an Ed25519 private key as JWK with its id. */
  ANCHOR_KEY: field.secret().prefault(developmentAnchorKey()),
  ...anchorFields(),
  /** Folder for the anchors of the books, where no role of the database can write (docs/operations/anchors.md). Without it none are made. */
  ANCHORS_DIR: z.string().default(''),
  /** Gets an email about exceptions that cannot wait or are past their target. Without it they are only logged. */
  ALARM_EMAIL: z.union([z.literal(''), z.email()]).default(''),
  FEES: fees(),
  PAYOUTS: payouts(),
  PAYEE_CHECK: payeeCheck(),
  /** How many days a top-up is held for a bank account that is not verified. Then it goes back to that account. */
  HELD_TOP_UP_DAYS: field.count().default(30),
  /** JSON: how often issuers of tokens are billed, and how many business days they have to pay. */
  ISSUER_BILLS: field.json(issuerBillTerms).prefault('{}'),
  /** JSON: after how many days a wallet below zero is written off or waits for people, and the largest amount (cents) that is written off. */
  NEGATIVE_BALANCES: field.json(negativeBalanceTerms).prefault('{}'),
  PAY_BY_BANK: payByBank(),
  FARMLANDS: farmlands(),
  /** JSON: how long personal data and secrets are kept (docs/privacy.md). */
  RETENTION: field.json(retentionPeriods).prefault('{}'),
})

export type WorkConfig = z.output<typeof schema>

export const readWorkConfig = (env: NodeJS.ProcessEnv): WorkConfig => readConfig(schema, env)
