import * as z from 'zod/mini'
import { money, page, pageKey, timestamp } from '../wire.ts'
import { adjustmentWords } from '../wallet-activity.ts'
import { deskEndpoint } from './endpoint.ts'
import { exceptionKinds } from './exception-kinds.ts'
import { deskRole } from './roles.ts'

/** As features name accounts: `asset:…`, `bank`, `surplus:nzd.main`. */
const accountId = z.string().check(z.regex(/^[!-~]{1,150}$/, 'is not an account'))
const postingId = z.string().check(z.regex(/^\d{1,18}$/, 'is not a number'))
const hash = z.string().check(z.regex(/^([0-9a-f]{64})?$/))

const readers = { access: 'operator', roles: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'] } as const

export const ledgerAccount = z.object({
  id: z.string(),
  /** The number that postings name it by. */
  accountNo: z.string(),
  unit: z.string(),
  kind: z.string(),
  /** A counter enforces a limit: it has a balance and keeps no entries. */
  counter: z.boolean(),
  /** The id of what owns it: an account, a bank account, a request. */
  owner: z.optional(z.string()),
  floor: z.optional(money),
  ceiling: z.optional(money),
  posted: money,
  heldIn: money,
  heldOut: money,
  /** Posted less outgoing holds. */
  available: money,
  /** Below its floor after a reversal by a bank. */
  overdrawn: z.boolean(),
  /** The number of its entries. */
  version: z.int(),
  openedAt: timestamp,
  closesAt: z.optional(timestamp),
  closedAt: z.optional(timestamp),
})
export type LedgerAccount = z.output<typeof ledgerAccount>

export const listLedgerAccounts = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/ledger/accounts',
  summary: 'List the accounts that belong to the company itself: what is at the bank, on its way, collected and not yet claimed',
  audit: 'looked',
  answer: z.object({ accounts: z.array(ledgerAccount), now: timestamp }),
  refusals: {},
})

export const findInLedger = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/ledger/find',
  summary: 'Find accounts and postings by an id: of an account, a wallet, a posting, its reference, a payment request or a transfer',
  query: z.strictObject({ id: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  audit: 'looked',
  answer: z.object({
    accounts: z.array(z.object({ id: z.string(), kind: z.string(), unit: z.string() })),
    /** The newest first, of at most twenty. */
    postings: z.array(z.object({ id: z.string(), kind: z.string(), subject: z.string(), at: timestamp })),
  }),
  refusals: {},
})

export const getLedgerAccount = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/ledger/accounts/:id',
  summary: 'Get an account of the ledger, and its balance at a moment, computed from its entries',
  params: z.object({ id: accountId }),
  query: z.strictObject({ asOf: z.optional(timestamp) }),
  subject: 'ledger-account:{id}',
  audit: 'looked',
  answer: z.object({
    account: ledgerAccount,
    /** After the last entry at or before that moment. Without a balance if the account was not open yet, or keeps no entries. */
    asOf: z.optional(z.object({ at: timestamp, balance: z.optional(money), version: z.optional(z.int()), entryAt: z.optional(timestamp) })),
    now: timestamp,
  }),
  refusals: {},
})

export const ledgerEntry = z.object({
  /** Without a gap from 1. */
  version: z.int(),
  at: timestamp,
  amount: money,
  balance: money,
  posting: z.string(),
  /** Of the posting: absent if the database has lost it. */
  kind: z.optional(z.string()),
  subject: z.optional(z.string()),
  hash,
})
export type LedgerEntry = z.output<typeof ledgerEntry>

export const listLedgerEntries = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/ledger/accounts/:id/entries',
  summary: 'List the entries of an account, newest first',
  params: z.object({ id: accountId }),
  query: z.strictObject({ pageKey }),
  subject: 'ledger-account:{id}',
  audit: 'looked',
  answer: page(ledgerEntry),
  refusals: {},
})

/** The call of a customer, a merchant or an operator that a posting came from. What the product posts by itself has none. */
export const ledgerCall = z.object({
  /** Method and path. */
  endpoint: z.optional(z.string()),
  /** As resource name: `crn::user:…`, `crn:<account>:api-key:<name>`, `crn::operator:…`, `crn::service:…`. */
  caller: z.string(),
  idempotencyKey: z.optional(z.string()),
  at: timestamp,
  /** Of the request log, which keeps calls of API keys for 30 days: what the logs and traces of the call are found by. */
  traceId: z.optional(z.string()),
  status: z.optional(z.int()),
  durationMs: z.optional(z.int()),
  /** The proposal that the operators approved. */
  proposalId: z.optional(z.string()),
})
export type LedgerCall = z.output<typeof ledgerCall>

export const ledgerPosting = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.string(),
  /** What it belongs to: `payment-request:…`, `funds-transfer:…`, `exception:…`. */
  subject: z.string(),
  at: timestamp,
  operations: z.array(
    z.object({
      /** transfer, overdraw, hold, post, release, use, unuse, close */
      operation: z.string(),
      debit: z.optional(z.string()),
      credit: z.optional(z.string()),
      /** Of the counted, if it is no money. */
      unit: z.string(),
      amount: money,
      hold: z.optional(z.string()),
    }),
  ),
  entries: z.array(z.object({ account: z.string(), unit: z.string(), version: z.int(), amount: money, balance: money, hash })),
  call: z.optional(ledgerCall),
  exceptions: z.array(z.object({ id: z.string(), kind: z.enum(exceptionKinds), closed: z.boolean() })),
})
export type LedgerPosting = z.output<typeof ledgerPosting>

export const getLedgerPosting = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/ledger/postings/:id',
  summary: 'Get a posting with its operations as debit and credit, its entries, and the call that it came from',
  params: z.object({ id: postingId }),
  subject: 'posting:{id}',
  audit: 'looked',
  answer: z.object({ posting: ledgerPosting, now: timestamp }),
  refusals: {},
})

/** An entry with all that its hash is made of, as the database writes it. Amounts are whole cents or units. */
export const proofLink = z.object({
  version: z.int(),
  /** Absent, with all that the posting says, if the database has lost it. */
  posting: z.optional(z.string()),
  /** Seconds since 1970, with six places. */
  epoch: z.string(),
  /** The place of the operation in its posting, from 1. */
  operation: z.int(),
  /** Numbers of accounts. */
  debit: z.optional(z.string()),
  credit: z.optional(z.string()),
  moved: z.optional(z.string()),
  reference: z.optional(z.string()),
  kind: z.optional(z.string()),
  subject: z.optional(z.string()),
  balance: z.string(),
  previous: hash,
  hash,
  /** Whether the hash is that of what is written here. */
  holds: z.boolean(),
})
export type ProofLink = z.output<typeof proofLink>

/** How the hash of a link is computed: docs/operations/ledger-proofs.md says the same at length. */
export const proofFormula =
  'hash = sha256(bytes(previous) + utf8(join("\\n", posting, epoch, operation, debit, credit, moved, reference, kind, subject)) + int64be(version) + int64be(balance)); previous is the hash of the version before, empty for version 1'

export const ledgerProof = z.object({
  format: z.literal('nikau-ledger-proof-1'),
  formula: z.string(),
  account: z.object({ id: z.string(), accountNo: z.string(), unit: z.string() }),
  /** The versions that it covers. A long history takes several proofs. */
  from: z.int(),
  to: z.int(),
  computedAt: timestamp,
  /** What the account knows as its last entry. */
  head: z.object({ version: z.int(), balance: z.string(), hash, holds: z.boolean() }),
  links: z.array(proofLink),
  holding: z.int(),
  /** The versions that do not hold, of those that it covers; a version that is missing is one of them. */
  broken: z.array(z.int()),
  /** The last anchor outside the database. */
  anchor: z.optional(z.object({ number: z.string(), at: timestamp, hash })),
})
export type LedgerProof = z.output<typeof ledgerProof>

/** The most versions that one proof covers. */
export const proofLength = 2000

export const proveLedgerAccount = deskEndpoint({
  ...readers,
  method: 'POST',
  path: '/api/desk/ledger/accounts/:id/proof',
  summary: 'Compute the hash chain of an account again: whether each version’s link holds, with all that is needed to check it without the desk',
  params: z.object({ id: accountId }),
  /** The last version that it covers. Without it: the newest. */
  body: z.strictObject({ to: z.optional(z.int().check(z.minimum(1))) }),
  subject: 'ledger-account:{id}',
  audit: 'looked',
  perMinute: 30,
  answer: ledgerProof,
  refusals: {},
})

/** What an adjustment may be called to the owner of a wallet. */
export const adjustmentReasons = adjustmentWords.filter((words) => words !== 'account-closed')

export const getAdjustmentForm = deskEndpoint({
  access: 'operator',
  roles: ['finance', 'finance-lead'],
  method: 'GET',
  path: '/api/desk/ledger/adjustment',
  summary: 'Get what an adjustment is proposed with: the company’s accounts that take one, the words for the owner of a wallet, and who has to agree',
  audit: 'none',
  answer: z.object({
    accounts: z.array(z.object({ id: z.string(), kind: z.string(), posted: money })),
    reasons: z.array(z.string()),
    /** The roles of each who has to agree, from an amount on. */
    agreements: z.array(z.object({ from: money, needs: z.array(z.array(deskRole)) })),
  }),
  refusals: {},
})
