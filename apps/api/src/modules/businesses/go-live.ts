import { type Checklist, notReady } from '@nikau/contract/businesses'
import { crnOf, type Person, type Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordForOwners, submitBusiness } from '../accounts/index.ts'
import { openLiveShop } from '../merchants/index.ts'
import type { OpenDeps } from '../wallets/index.ts'
import { checklistOf, type ChecklistDeps } from './checklist.ts'
import { blockersOf } from './rules.ts'
import { lockOrg, saveLiveShop, selectDetail } from './store.ts'
import * as z from 'zod/mini'

/**
 * What an owner does to take real money. With everything there, the business is submitted to the operators, who alone verify it; the
 * call after that opens its live shop. Repeated calls change nothing more.
 */
export async function goLive(
  deps: OpenDeps & ChecklistDeps,
  { person, source }: { person: Person; source: Source },
  accountId: string,
): Promise<Checklist | Refusal<'FORBIDDEN' | 'NOT_READY'>> {
  return await inTransaction(deps.db, async (tx): Promise<Checklist | Refusal<'FORBIDDEN' | 'NOT_READY'>> => {
    if (!(await mayActFor(tx, person, accountId, 'business:write')) || !(await lockOrg(tx, accountId))) return refuse('FORBIDDEN')
    const inTx = { ...deps, db: tx }
    const { steps } = await checklistOf(inTx, accountId)
    const { missing } = steps.find(({ step }) => step === 'go-live')!
    const detail = await selectDetail(tx, accountId)
    const blockers = missing === 'suspended' ? [{ step: 'go-live' as const, missing }] : blockersOf(steps)
    if (missing !== undefined && missing !== 'verification' && (blockers.length > 0 || !detail))
      return refuse('NOT_READY', z.encode(notReady, { missing: blockers }))
    const at = deps.clock.now()
    const event = { actor: person, source, at, detail: { business: detail?.tradingName ?? '' } }
    if (missing === 'submission') {
      await submitBusiness(tx, { accountId, personId: person.personId, at })
      await recordForOwners(tx, accountId, { kind: 'business-submitted', ...event })
    }
    if (missing === 'going-live') {
      await saveLiveShop(tx, accountId, (await openLiveShop(tx, deps, detail!.shopId, crnOf(person))).id, at)
      await recordForOwners(tx, accountId, { kind: 'business-went-live', ...event })
    }
    return await checklistOf(inTx, accountId)
  })
}
