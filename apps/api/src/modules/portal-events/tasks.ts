import type { AccountTask } from '@nikau/contract/portal-events'
import type { Liveness } from '@nikau/contract/amounts'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, reachOf, selectMembers } from '../accounts/index.ts'
import { selectToConfirm } from '../bank-accounts/index.ts'
import { selectEndingSoon } from '../collections/index.ts'
import { liveCodesSince } from '../funds-transfers/index.ts'
import { listWaitingRefunds, selectPartPaid } from '../payment-requests/index.ts'
import { selectReturnedPayout } from '../payouts/index.ts'
import { shortNames } from '../tills/index.ts'
import { selectFailingEndpoints, visibleLiveness, webhookReach } from '../webhooks/index.ts'
import { listReach } from './watch.ts'

interface TaskDeps {
  db: Db
  clock: Clock
}

const maxTasks = 5
/** A server that is restarted is back before that. */
const failingMs = 10 * 60_000
const endingMs = 14 * 86_400_000

/** What needs the caller, the most pressing first: the money that does not arrive, then the server that hears nothing, then single payments, then tokens. */
export async function listTasks(deps: TaskDeps, person: Person, accountId: string, liveness: Liveness): Promise<AccountTask[] | Refusal<'FORBIDDEN'>> {
  if (!(await listReach(deps.db, person, accountId))) return refuse('FORBIDDEN')
  const found = await Promise.all([
    liveness === 'main' ? payoutTasks(deps, person, accountId) : [],
    webhookTasks(deps, person, { accountId, liveness }),
    partPayments(deps, person, accountId, liveness === 'test'),
    waitingRefunds(deps, person, accountId, liveness === 'test'),
    endingTokens(deps, person, accountId, liveness === 'test'),
  ])
  return found.flat().slice(0, maxTasks)
}

async function payoutTasks({ db, clock }: TaskDeps, person: Person, accountId: string): Promise<AccountTask[]> {
  if (!(await mayActFor(db, person, accountId, 'payouts:write'))) return []
  const returned = await selectReturnedPayout(db, accountId, clock.now())
  const toConfirm = await selectToConfirm(db, accountId, liveCodesSince(clock.now()))
  return [
    ...(returned ? [{ kind: 'payout-sent-back' as const, ...returned, amount: cents(returned.amount) }] : []),
    ...(toConfirm ? [{ kind: 'payout-account-to-confirm' as const, ...toConfirm }] : []),
  ]
}

async function webhookTasks(
  { db, clock }: TaskDeps,
  person: Person,
  { accountId, liveness }: { accountId: string; liveness: Liveness },
): Promise<AccountTask[]> {
  const reach = await webhookReach(db, person, accountId)
  if (!reach || !visibleLiveness(reach, liveness)) return []
  const failing = await selectFailingEndpoints(db, { accountId, liveness, before: new Date(clock.now().getTime() - failingMs) })
  return failing.map((endpoint) => ({ kind: 'webhooks-failing', ...endpoint }))
}

async function partPayments({ db, clock }: TaskDeps, person: Person, accountId: string, test: boolean): Promise<AccountTask[]> {
  const reach = await reachOf(db, person, accountId, 'payments:write')
  if (!reach) return []
  const rows = await selectPartPaid(db, { accountId, merchantIds: reach.merchantIds, test }, clock.now(), maxTasks)
  return rows.map((row) => ({ kind: 'part-payment', ...row, rest: cents(row.rest) }))
}

async function waitingRefunds(deps: TaskDeps, person: Person, accountId: string, test: boolean): Promise<AccountTask[]> {
  const rows = await listWaitingRefunds(deps, person, { accountId, test }, maxTasks)
  if (rows.length === 0) return []
  const names = shortNames(await selectMembers(deps.db, accountId))
  return rows.map(({ amount, askedBy, ...row }) => {
    const name = names.get(askedBy)
    return { kind: 'refund-waiting', ...row, amount: cents(amount), ...(name && { askedBy: name }) }
  })
}

async function endingTokens({ db, clock }: TaskDeps, person: Person, accountId: string, test: boolean): Promise<AccountTask[]> {
  const reach = await reachOf(db, person, accountId, 'tokens:write')
  if (!reach) return []
  const now = clock.now()
  const until = new Date(now.getTime() + endingMs)
  const rows = await selectEndingSoon(db, { accountId, test, only: reach.merchantIds, now, until, limit: maxTasks })
  return rows.map((row) => ({ kind: 'tokens-ending', ...row }))
}
