import { maxVerificationAttempts } from '@nikau/contract/bank-accounts'
import type { Checklist } from '@nikau/contract/businesses'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type BusinessLimits, mayActFor, selectBusinessStatus, selectLimitedSince } from '../accounts/index.ts'
import { stepsOf } from './rules.ts'
import { type LinkedAccount, selectDetail, selectFacts } from './store.ts'

export interface ChecklistDeps {
  db: Db
  clock: Clock
  businessLimits: BusinessLimits
}

export async function getChecklist(deps: ChecklistDeps, person: Person, accountId: string): Promise<Checklist | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(deps.db, person, accountId, 'settings:read'))) return refuse('FORBIDDEN')
  const { payoutAccount, ...checklist } = await checklistOf(deps, accountId)
  const maySeeAccount = payoutAccount && (await mayActFor(deps.db, person, accountId, 'payouts:read'))
  return { ...checklist, ...(maySeeAccount && { payoutAccount }) }
}

export async function checklistOf({ db, clock, businessLimits }: ChecklistDeps, accountId: string): Promise<Checklist> {
  const status = (await selectBusinessStatus(db, accountId)) ?? 'unverified'
  const facts = await selectFacts(db, accountId, clock.now())
  const detail = await selectDetail(db, accountId)
  const isLimited = (await selectLimitedSince(db, accountId)) !== undefined
  return {
    accountId,
    status,
    live: facts.hasLiveShop,
    steps: stepsOf({ status, detail, facts }),
    ...(facts.linked && { payoutAccount: toPayoutAccount(facts.linked) }),
    ...(isLimited && { limits: businessLimits }),
  }
}

function toPayoutAccount({ id, number, name, verified, payeeCheck, payeeWaits, failedAttempts }: LinkedAccount): Checklist['payoutAccount'] {
  const triesLeft = Math.max(0, maxVerificationAttempts - failedAttempts)
  return { id, number, name, verified, ...(payeeCheck && { payeeCheck }), triesLeft, ...(payeeWaits && !payeeCheck && { checkingName: true }) }
}
