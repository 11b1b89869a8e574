import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { lockException } from '../exceptions/index.ts'
import type { ActContext, Caller, ExceptionSubject, OperationsDeps, Operator, Plan } from './act.ts'
import { acts } from './acts.ts'
import { areBooksBroken, type InvariantsTried, tryInvariants } from './books.ts'
import { performAct } from './perform.ts'
import { type Movement, present, type PresentedProposal, toMovement } from './present.ts'
import { type ActKind, type ActRule, actRules, type Role, isOffered, proposalHours, splitWindowHours, thresholds } from './rules.ts'
import { insertProposal, isMember, lockSubject, selectLastPosting, selectLimits, selectPostedHere, selectProposal, sumProposed } from './store.ts'

const actKinds = Object.keys(actRules) as [ActKind, ...ActKind[]]

export const proposalInput = z.strictObject({
  kind: z.enum(actKinds),
  exceptionId: z.coerce.bigint().positive().optional(),
  content: z.record(z.string(), z.unknown()).default({}),
  note: z.string().trim().min(3).max(2000),
  /** Letters, tickets, calls. */
  evidence: z.array(z.string().trim().min(3).max(200)).max(20).default([]),
})
export type ProposalInput = z.output<typeof proposalInput>

/**
 * Describes an act and tries it against the books. Nothing else changes until as many people have agreed as its kind and amount ask
 * for; an act that nobody else has to agree on is done at once.
 */
export async function propose(deps: OperationsDeps, operator: Caller, id: string, input: ProposalInput): Promise<PresentedProposal | Refusal<string>> {
  if ((actRules[input.kind] as ActRule).withoutPasskey !== true && !operator.steppedUp) return refuse('STEP_UP_REQUIRED')
  const tried = await tryAct(deps, operator, id, input, async (_tx, result) => result)
  if (tried instanceof Refusal) return tried
  const { movements } = tried
  return await inTransaction(deps.db, async (tx) => {
    const started = await start(tx, deps, operator, id, input, movements)
    if (started instanceof Refusal) return started
    const { context, needs } = started
    if (needs.length === 0) {
      const done = await performAct(tx, deps, input.kind, started.content, context)
      if (done instanceof Refusal) return done
    }
    const { subject } = (await selectProposal(tx, id))!
    await operator.record(tx, { kind: 'acted', subject, detail: { call: needs.length === 0 ? 'act' : 'propose', act: input.kind, proposal: id } })
    return present((await selectProposal(tx, id))!, { operator, involved: new Set(), now: context.at })
  })
}

/** What an act would post, and the roles of each who would have to agree. */
export interface Tried {
  movements: Movement[]
  needs: readonly (readonly Role[])[]
}

export interface Preview extends Tried {
  limits: { account: string; floor: string | null; ceiling: string | null }[]
  /** Of what moves money from account to account by hand. */
  invariants: InvariantsTried | null
}

/** What an operator is shown before an act is proposed: also the limits of the accounts, and whether the books would still hold. */
export async function preview(deps: OperationsDeps, operator: Caller, id: string, input: ProposalInput): Promise<Preview | Refusal<string>> {
  return await tryAct(deps, operator, id, input, async (tx, tried) => {
    const limits = await selectLimits(tx, [...new Set(tried.movements.flatMap(({ debit, credit }) => [debit.account, credit.account]))])
    const invariants = input.kind === 'adjustment' && tried.movements.length > 0 ? await tryInvariants(tx, deps) : null
    return { ...tried, limits, invariants }
  })
}

/** Tries an act: it is done in a transaction that is rolled back. */
async function tryAct<T extends Tried>(
  deps: OperationsDeps,
  operator: Caller,
  id: string,
  input: ProposalInput,
  look: (tx: Tx, tried: Tried) => Promise<T>,
): Promise<T | Refusal<string>> {
  return await rolledBack(deps, async (tx) => {
    const before = await selectLastPosting(tx)
    const started = await start(tx, deps, operator, id, input, [])
    if (started instanceof Refusal) return started
    const done = await performAct(tx, deps, input.kind, started.content, started.context)
    if (done instanceof Refusal) return done
    return await look(tx, { movements: (await selectPostedHere(tx, before)).map(toMovement), needs: started.needs })
  })
}

class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

async function rolledBack<T>({ db }: OperationsDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

const hourMs = 3_600_000

/** Checks who asks for what, and writes the proposal. */
async function start(
  tx: Tx,
  deps: OperationsDeps,
  operator: Operator,
  id: string,
  input: ProposalInput,
  movements: readonly Movement[],
): Promise<{ content: unknown; context: ActContext; needs: readonly (readonly Role[])[] } | Refusal<string>> {
  const { kind, note, evidence } = input
  const rule: ActRule = actRules[kind]
  if (!rule.proposers.some((role) => operator.roles.includes(role))) return refuse('OUTSIDE_ROLE')
  const content = acts[kind].content.safeParse(input.content)
  if (!content.success) return refuse('BAD_REQUEST', { reason: z.prettifyError(content.error) })
  if (rule.needsEvidence && evidence.length === 0) return refuse('BAD_REQUEST', { reason: 'evidence: the letter, ticket or call that proves it' })
  const exception = await findException(tx, input)
  if (exception instanceof Refusal) return exception
  const at = deps.clock.now()
  const plan = await planAct(tx, deps, kind, content.data, { exception, at, operator })
  if (plan instanceof Refusal) return plan
  await lockSubject(tx, plan.subject)
  const isCorrection = kind === 'adjustment' && (await areBooksBroken(tx))
  const needs = rule.approvers(isCorrection ? thresholds.compliance : await amountOf(tx, plan, at))
  const { payee, ...open } = content.data as Record<string, unknown>
  await insertProposal(tx, {
    id,
    kind,
    subject: plan.subject,
    exceptionId: exception?.id ?? null,
    content: JSON.parse(JSON.stringify(open, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))) as Record<string, unknown>,
    payee: payee === undefined ? undefined : deps.vault.seal(JSON.stringify(payee), id),
    money: plan.money,
    note,
    evidence,
    proposer: operator.id,
    madeFor: plan.madeFor,
    preview: movements,
    needs,
    at,
    endsAt: plan.endsAt ?? new Date(at.getTime() + proposalHours * hourMs),
  })
  return { content: content.data, context: { proposalId: id, operator, note, evidence, exception, at }, needs }
}

async function findException(tx: Tx, { exceptionId, kind }: ProposalInput): Promise<ExceptionSubject | undefined | Refusal<string>> {
  if (exceptionId === undefined) return undefined
  const exception = await lockException(tx, exceptionId)
  if (!exception) return refuse('NOT_FOUND')
  if (exception.closedAt !== null && kind !== 'note-exception') return refuse('ALREADY_CLOSED')
  return isOffered(exception.kind, kind) ? exception : refuse('BAD_REQUEST', { reason: `${kind} does not resolve ${exception.kind}` })
}

/** The plan of an act, unless it concerns an account of the operator's own. */
export async function planAct(
  tx: Tx,
  deps: OperationsDeps,
  kind: ActKind,
  content: unknown,
  context: Pick<ActContext, 'exception' | 'at' | 'operator'>,
): Promise<Plan | Refusal<string>> {
  const plan = await acts[kind].plan(tx, deps, content, context)
  if (plan instanceof Refusal) return plan
  return (await isOwnAccount(tx, plan, context.operator)) ? refuse('OWN_ACCOUNT') : plan
}

export async function isOwnAccount(tx: Tx, { accountId }: Plan, { personId }: Operator): Promise<boolean> {
  return accountId !== undefined && personId !== null && (await isMember(tx, accountId, personId))
}

/** An amount that is split counts as its sum. */
async function amountOf(tx: Tx, { subject, money }: Plan, now: Date): Promise<bigint> {
  if (!money) return 0n
  const since = new Date(now.getTime() - splitWindowHours * hourMs)
  return money.amount + (await sumProposed(tx, { subject, debit: money.debit, since, now }))
}
