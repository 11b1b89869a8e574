import type { Tx, Vault } from '@nikau/runtime'
import type { z } from 'zod'
import type { Refusal } from '../../http/refusal.ts'
import type { BankOrderDeps } from '../bank-files/index.ts'
import type { ReturnDeps } from '../payment-requests/index.ts'
import type { Role } from './rules.ts'

export interface Operator {
  id: string
  name: string
  roles: Role[]
  personId: string | null
}

/** An operator who asks, and what the audit log says of what they are given. */
export interface Caller extends Operator {
  /** They have used a passkey at the desk in the last minutes (DESK-07). A login at the database has no passkey and is not asked for one. */
  steppedUp: boolean
  /** Writes the audit log, in the transaction of the act. */
  record(tx: Tx, entry: AuditEntry): Promise<void>
}

/** Ids and names of fields, never personal data. */
export interface AuditEntry {
  kind: 'looked' | 'acted' | 'refused'
  subject?: string | undefined
  detail?: Readonly<Record<string, string>>
  refusal?: string
}

export interface OperationsDeps extends ReturnDeps {
  vault: Vault
  /** Orders in files to our banks. */
  bankFiles: BankOrderDeps
}

/** What an act would do, found out without doing it. */
export interface Plan {
  /** What it is about: an account, a file, a payment, an exception. */
  subject: string
  /** What moves, and the ledger account that it leaves; undefined when nothing moves. */
  money?: { unit: string; amount: bigint; debit: string }
  /** What must be the same when it is approved: amounts, states, the balance of a wallet that is debited. Never personal data. */
  madeFor: Readonly<Record<string, string>>
  /** The customer's account that it touches: an operator does nothing about their own. */
  accountId?: string
  /** Instead of the usual life of a proposal. */
  endsAt?: Date
}

/** The proposal behind an act. Its id makes the references of postings, so that nothing is posted twice. */
export interface ActContext {
  proposalId: string
  operator: Operator
  note: string
  evidence: readonly string[]
  exception: ExceptionSubject | undefined
  /** SHA-256 of a code that the last approver alone has, for an act that makes a link. */
  codeHash?: Buffer | undefined
  at: Date
}

export interface ExceptionSubject {
  id: bigint
  kind: string
  ref: string
  unit: string | null
  amount: bigint | null
  refs: Readonly<Record<string, string>>
}

export interface Act<Content> {
  content: z.ZodType<Content>
  plan(tx: Tx, deps: OperationsDeps, content: Content, context: Pick<ActContext, 'exception' | 'at' | 'operator'>): Promise<Plan | Refusal<string>>
  /** Does it, in the transaction of the last approval. Returns what the operators should know. Never calls another server. */
  perform(tx: Tx, deps: OperationsDeps, content: Content, context: ActContext): Promise<Readonly<Record<string, string>> | Refusal<string>>
  /** It makes a link out of the approver's code, and can not be approved without one. */
  needsCode?(content: Content): boolean
  /** The exception that it was proposed for stays open. */
  keepsException?: boolean
}

/** Infers the type of the content. */
export function act<Content>(definition: Act<Content>): Act<Content> {
  return definition
}
