import type { Db, Sealed, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Operator } from './act.ts'
import type { Role } from './rules.ts'

const operatorColumns = sql`id, name, roles, person_id as "personId"`

export async function selectOperatorByLogin(db: Db, login: string): Promise<Operator | undefined> {
  return (await sql<Operator>`select ${operatorColumns} from operator where login = ${login}`.execute(db)).rows[0]
}

export async function selectOperator(db: Db, id: string): Promise<Operator | undefined> {
  return (await sql<Operator>`select ${operatorColumns} from operator where id = ${id}`.execute(db)).rows[0]
}

export async function hasOperators(db: Db): Promise<boolean> {
  return (await sql`select from operator limit 1`.execute(db)).rows.length > 0
}

/** Adds an operator, or changes name, login and roles of one. Without a person one keeps their own. */
export async function saveOperator(
  tx: Tx,
  operator: { id: string; name: string; login: string; roles: readonly Role[]; personId: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into operator (id, name, login, roles, person_id, created_at)
    values (${operator.id}, ${operator.name}, ${operator.login}, ${operator.roles}::text[], ${operator.personId}, ${operator.at})
    on conflict (id) do update set name = excluded.name, login = excluded.login, roles = excluded.roles, person_id = coalesce(excluded.person_id, operator.person_id)`.execute(
    tx,
  )
}

/** A link with which an operator adds a passkey for the desk. It replaces one that was not used. */
export async function addEnrolment(tx: Tx, { personId, codeHash, until }: { personId: string; codeHash: Buffer; until: Date }): Promise<void> {
  await sql`select identity.add_desk_enrolment(${personId}, ${codeHash}, ${until})`.execute(tx)
}

/** True when a person is a member of the account. */
export async function isMember(db: Db, accountId: string, personId: string): Promise<boolean> {
  return (await sql`select from account_member where account_id = ${accountId} and person_id = ${personId}`.execute(db)).rows.length > 0
}

export type ProposalState = 'waiting' | 'approved' | 'declined'

export interface NewProposal {
  id: string
  kind: string
  subject: string
  exceptionId: bigint | null
  content: Readonly<Record<string, unknown>>
  payee: Sealed | undefined
  money: { unit: string; amount: bigint; debit: string } | undefined
  note: string
  evidence: readonly string[]
  proposer: string
  madeFor: Readonly<Record<string, string>>
  preview: unknown
  needs: readonly (readonly string[])[]
  at: Date
  endsAt: Date
}

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<void> {
  const { money, payee } = proposal
  await sql`
    insert into operator_proposal (id, kind, subject, exception_id, content, sealed_payee, key_id, unit, amount, debit, note, evidence, proposer, made_for,
      preview, needs, created_at, ends_at, state)
    values (${proposal.id}, ${proposal.kind}, ${proposal.subject}, ${proposal.exceptionId}, ${JSON.stringify(proposal.content)}, ${payee?.sealed ?? null},
      ${payee?.keyId ?? null}, ${money?.unit ?? null}, ${money?.amount ?? null}, ${money?.debit ?? null}, ${proposal.note}, ${proposal.evidence}::text[],
      ${proposal.proposer}, ${JSON.stringify(proposal.madeFor)}, ${JSON.stringify(proposal.preview)}, ${JSON.stringify(proposal.needs)}, ${proposal.at},
      ${proposal.endsAt}, 'waiting')`.execute(tx)
}

export interface ProposalRow {
  id: string
  kind: string
  subject: string
  exceptionId: bigint | null
  content: Record<string, unknown>
  unit: string | null
  amount: bigint | null
  debit: string | null
  note: string
  evidence: string[]
  proposer: string
  madeFor: Record<string, string>
  preview: unknown
  needs: Role[][]
  createdAt: Date
  endsAt: Date
  state: ProposalState
  decidedAt: Date | null
  declinedBy: string | null
  declineNote: string | null
  result: Record<string, string> | null
  approvers: string[]
}

const proposalColumns = sql`
  p.id, p.kind, p.subject, p.exception_id as "exceptionId", p.content, p.unit, p.amount, p.debit, p.note,
  p.evidence, p.proposer, p.made_for as "madeFor", p.preview, p.needs, p.created_at as "createdAt", p.ends_at as "endsAt", p.state,
  p.decided_at as "decidedAt", p.declined_by as "declinedBy", p.decline_note as "declineNote", p.result,
  array(select a.operator::text from operator_approval a where a.proposal_id = p.id order by a.at) as approvers`

export async function selectProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  return (await sql<ProposalRow>`select ${proposalColumns} from operator_proposal p where p.id = ${id}`.execute(db)).rows[0]
}

export interface LockedProposal extends ProposalRow {
  sealedPayee: Buffer | null
  keyId: string | null
}

/** With the payee, which only the worker may read. */
export async function lockProposal(tx: Tx, id: string): Promise<LockedProposal | undefined> {
  const { rows } = await sql<Pick<LockedProposal, 'sealedPayee' | 'keyId'>>`
    select sealed_payee as "sealedPayee", key_id as "keyId" from operator_proposal where id = ${id} for update`.execute(tx)
  const proposal = rows[0] && (await selectProposal(tx, id))
  return proposal && { ...proposal, ...rows[0]! }
}

export async function selectWaiting(db: Db, now: Date): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select ${proposalColumns} from operator_proposal p where p.state = 'waiting' and p.ends_at > ${now} order by p.created_at, p.id`.execute(db)
  return rows
}

/** One proposal at a time for a subject, so that two cannot be chosen for the same sum. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator-proposal:${subject}`}, 0))`.execute(tx)
}

/** What others have proposed since a time on the subject or from the account, and was neither declined nor out of time. */
export async function sumProposed(tx: Tx, about: { subject: string; debit: string; since: Date; now: Date }): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from operator_proposal
     where (subject = ${about.subject} or debit = ${about.debit}) and created_at > ${about.since} and amount is not null
       and (state = 'approved' or (state = 'waiting' and ends_at > ${about.now}))`.execute(tx)
  return rows[0]!.sum
}

/** The last proposals that were approved or declined, the newest first. */
export async function selectDecided(db: Db, limit: number): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select ${proposalColumns} from operator_proposal p where p.decided_at is not null and jsonb_array_length(p.needs) > 0
     order by p.decided_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** The names of the operators by their ids. */
export async function selectOperatorNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id, name from operator`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function insertApproval(tx: Tx, approval: { proposalId: string; proposer: string; operator: Operator; at: Date }): Promise<void> {
  await sql`
    insert into operator_approval (proposal_id, proposer, operator, roles, at)
    values (${approval.proposalId}, ${approval.proposer}, ${approval.operator.id}, ${approval.operator.roles}::text[], ${approval.at})`.execute(tx)
}

export async function markDone(tx: Tx, id: string, result: Readonly<Record<string, string>>, at: Date): Promise<void> {
  await sql`update operator_proposal set state = 'approved', decided_at = ${at}, result = ${JSON.stringify(result)} where id = ${id}`.execute(tx)
}

export async function markDeclined(tx: Tx, id: string, declined: { by: string; note: string; at: Date }): Promise<void> {
  await sql`
    update operator_proposal set state = 'declined', decided_at = ${declined.at}, declined_by = ${declined.by}, decline_note = ${declined.note}
     where id = ${id}`.execute(tx)
}

/** Operators who have decided or spoken about a subject before, or are the subject themselves, and so are not a second person to it. */
export async function selectInvolved(db: Db, proposal: { id: string; exceptionId: bigint | null; subject: string }): Promise<Set<string>> {
  const { rows } = await sql<{ operator: string }>`
    select a.operator::text as operator from operator_exception_action a where a.exception_id = ${proposal.exceptionId}
    union
    select a.operator::text from operator_approval a join operator_proposal p on p.id = a.proposal_id
     where p.id <> ${proposal.id} and p.exception_id = ${proposal.exceptionId}`.execute(db)
  const about = /^operator:(.+)$/.exec(proposal.subject)?.[1]
  return new Set([...rows.map(({ operator }) => operator), ...(about === undefined ? [] : [about])])
}

/** The last posting before a transaction posts anything. */
export async function selectLastPosting(tx: Tx): Promise<bigint> {
  return (await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from ledger.posting`.execute(tx)).rows[0]!.id
}

/** One movement of a posting, as debit and credit, with what both accounts have after everything. */
export interface PostedMovement {
  kind: string
  debit: string
  credit: string
  unit: string
  amount: bigint
  debitBalance: bigint
  creditBalance: bigint
}

/** What this transaction has posted: others commit meanwhile, and theirs is not its. */
export async function selectPostedHere(tx: Tx, after: bigint): Promise<PostedMovement[]> {
  const { rows } = await sql<PostedMovement>`
    select p.kind, d.id as debit, c.id as credit, d.unit, o.amount, d.balance as "debitBalance", c.balance as "creditBalance"
      from ledger.posting p
      cross join lateral unnest(p.debit, p.credit, p.amount) with ordinality as o (debit, credit, amount, place)
      join ledger.account d on d.no = o.debit join ledger.account c on c.no = o.credit
     where p.id > ${after} and p.xmin = pg_current_xact_id()::xid and not d.counter order by p.id, o.place`.execute(tx)
  return rows
}

/** Of the accounts, in the order of their ids. */
export async function selectLimits(tx: Tx, ids: readonly string[]): Promise<{ account: string; floor: string | null; ceiling: string | null }[]> {
  const { rows } = await sql<{ account: string; floor: string | null; ceiling: string | null }>`
    select id as account, floor::text as floor, ceiling::text as ceiling from ledger.account where id = any (${ids}::text[]) order by id`.execute(tx)
  return rows
}
