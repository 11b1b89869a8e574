import { type Checklist, notReady } from '@nikau/contract/businesses'
import { acceptedPrice } from '@nikau/contract/fees'
import { crnOf, type Person, type Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordAudit, recordForOwners, submitBusiness } from '../accounts/index.ts'
import { feesInForce, type FeeTerms, selectMerchantPrices } from '../fees/index.ts'
import { openLiveShop } from '../merchants/index.ts'
import type { OpenDeps } from '../wallets/index.ts'
import { checklistOf, type ChecklistDeps } from './checklist.ts'
import { blockersOf } from './rules.ts'
import { lockOrg, saveLiveShop, selectDetail } from './store.ts'
import * as z from 'zod/mini'

/**
 * What an owner does to take real money. With everything there, the business is submitted to the operators, who alone verify it, and the fees in
 * force are accepted; the call after that opens its live shop. Repeated calls change nothing more.
 */
export async function goLive(
  deps: OpenDeps & ChecklistDeps & { feeTerms: FeeTerms },
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
    const audited = { actor: person, source, at, subject: accountId }
    if (missing === 'submission') {
      await submitBusiness(tx, { accountId, personId: person.personId, at })
      await recordForOwners(tx, accountId, { kind: 'business-submitted', ...event })
      await recordAudit(tx, accountId, { action: 'business-submitted', ...audited, after: { tradingName: detail!.tradingName, nzbn: detail!.nzbn } })
      const { gst, inForce } = feesInForce(deps.feeTerms, await selectMerchantPrices(tx, detail!.shopId), at)
      const after = { gst, ...Object.fromEntries(inForce.map(({ method, ...price }) => [method, z.encode(acceptedPrice, price)])) }
      await recordAudit(tx, accountId, { action: 'fees-accepted', ...audited, after })
    }
    if (missing === 'going-live') {
      const shop = await openLiveShop(tx, deps, detail!.shopId, crnOf(person))
      await saveLiveShop(tx, accountId, shop.id, at)
      await recordForOwners(tx, accountId, { kind: 'business-went-live', ...event })
      await recordAudit(tx, accountId, { action: 'business-went-live', ...audited, subject: shop.id, after: { name: shop.name, status: shop.status } })
    }
    return await checklistOf(inTx, accountId)
  })
}
