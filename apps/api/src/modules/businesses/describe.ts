import type { BodyOf } from '@nikau/contract'
import type { Business, createBusiness, updateBusiness } from '@nikau/contract/businesses'
import { parseGstNumber } from '@nikau/nz/gst-number'
import { parseNzbn } from '@nikau/nz/nzbn'
import type { Db, Tx } from '@nikau/runtime'
import { crnOf, type Person, type Source } from '../../http/bind.ts'
import { BadRequest } from '../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, openOrgInTransaction, recordAudit, recordForOwners, selectBusinessStatus } from '../accounts/index.ts'
import { describeShop, openTestShop, type ShopDetails } from '../merchants/index.ts'
import type { OpenDeps } from '../wallets/index.ts'
import { type BusinessDetail, isNzbnTaken, lockOrg, saveDetail, selectDetail } from './store.ts'

type Changes = BodyOf<typeof updateBusiness>
type DetailRefused = 'INVALID_NZBN' | 'GST_NUMBER_INVALID' | 'BUSINESS_ALREADY_EXISTS'

/** Opens an account for a business, with a test shop. */
export async function openBusiness(
  deps: OpenDeps,
  person: Person,
  body: BodyOf<typeof createBusiness>,
): Promise<Business | Refusal<DetailRefused | 'ACCOUNT_LIMIT_EXCEEDED'>> {
  return await inTransaction(deps.db, async (tx): Promise<Business | Refusal<DetailRefused | 'ACCOUNT_LIMIT_EXCEEDED'>> => {
    const detail = await changed(tx, undefined, body, undefined)
    if (detail instanceof Refusal) return detail
    const account = await openOrgInTransaction(tx, deps, person.personId, { name: detail.tradingName })
    if (account instanceof Refusal) return account
    await saveWithShop(tx, deps, { accountId: account.id, detail, shopId: undefined, createdBy: crnOf(person) })
    return await present(tx, account.id)
  })
}

export async function getBusiness(db: Db, person: Person, accountId: string): Promise<Business | Refusal<'FORBIDDEN'>> {
  return (await mayActFor(db, person, accountId, 'settings:read')) ? await present(db, accountId) : refuse('FORBIDDEN')
}

/** Changes the details, until the business is submitted: operators verify what stays as it is. */
export async function changeBusiness(
  deps: OpenDeps,
  { person, source }: { person: Person; source: Source },
  accountId: string,
  body: Changes,
): Promise<Business | Refusal<DetailRefused | 'FORBIDDEN' | 'BUSINESS_DETAILS_LOCKED'>> {
  return await inTransaction(deps.db, async (tx): Promise<Business | Refusal<DetailRefused | 'FORBIDDEN' | 'BUSINESS_DETAILS_LOCKED'>> => {
    if (!(await mayActFor(tx, person, accountId, 'business:write')) || !(await lockOrg(tx, accountId))) return refuse('FORBIDDEN')
    const status = (await selectBusinessStatus(tx, accountId)) ?? 'unverified'
    if (status !== 'unverified' && status !== 'refused') return refuse('BUSINESS_DETAILS_LOCKED')
    const before = await selectDetail(tx, accountId)
    const detail = await changed(tx, before, body, accountId)
    if (detail instanceof Refusal) return detail
    await saveWithShop(tx, deps, { accountId, detail, shopId: before?.shopId, createdBy: crnOf(person) })
    const at = deps.clock.now()
    const audited = { before: before && detailsOf(before), after: detailsOf(detail) }
    if (JSON.stringify(audited.before) !== JSON.stringify(audited.after))
      await recordAudit(tx, accountId, { action: 'business-changed', actor: person, source, at, ...audited })
    const isOther = before && (before.nzbn !== detail.nzbn || before.legalName !== detail.legalName || before.tradingName !== detail.tradingName)
    const change = { kind: 'business-changed' as const, actor: person, source, at, detail: { business: detail.tradingName } }
    if (isOther) await recordForOwners(tx, accountId, change)
    return await present(tx, accountId)
  })
}

/** What is recorded of the details. */
function detailsOf({ nzbn, legalName, tradingName, categoryCode, gstRegistered, gstNumber, place }: BusinessDetail): Record<string, unknown> {
  return { nzbn, legalName, tradingName, categoryCode, gstRegistered, gstNumber, place }
}

/** The details with what was changed, all of it valid. */
async function changed(
  tx: Tx,
  before: BusinessDetail | undefined,
  body: Changes,
  accountId: string | undefined,
): Promise<BusinessDetail | Refusal<DetailRefused>> {
  const nzbn = body.nzbn === undefined ? before?.nzbn : parseNzbn(body.nzbn)
  if (body.nzbn !== undefined && nzbn === undefined) return refuse('INVALID_NZBN')
  const gstNumber = body.gst?.registered ? parseGstNumber(body.gst.number) : undefined
  if (body.gst?.registered && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  const legalName = body.legalName ?? before?.legalName
  const tradingName = body.tradingName ?? before?.tradingName
  if (nzbn === undefined || legalName === undefined || tradingName === undefined)
    throw new BadRequest({ path: ['nzbn'], message: 'is required with legalName and tradingName' })
  if (await isNzbnTaken(tx, nzbn, accountId)) return refuse('BUSINESS_ALREADY_EXISTS')
  return {
    nzbn,
    legalName,
    tradingName,
    categoryCode: body.categoryCode ?? before?.categoryCode ?? null,
    gstRegistered: body.gst?.registered ?? before?.gstRegistered ?? null,
    gstNumber: body.gst ? (gstNumber ?? null) : (before?.gstNumber ?? null),
    place: body.place ?? before?.place ?? null,
  }
}

async function saveWithShop(
  tx: Tx,
  deps: OpenDeps,
  { accountId, detail, shopId, createdBy }: { accountId: string; detail: BusinessDetail; shopId: string | undefined; createdBy: string },
): Promise<void> {
  const shop: ShopDetails = {
    name: detail.tradingName,
    categoryCode: detail.categoryCode ?? undefined,
    gstNumber: detail.gstNumber ?? undefined,
    place: detail.place === null || detail.place === 'online' ? undefined : detail.place,
  }
  const id = shopId ?? (await openTestShop(tx, deps, accountId, shop, createdBy)).id
  if (shopId !== undefined) await describeShop(tx, deps, shopId, shop)
  await saveDetail(tx, { ...detail, accountId, shopId: id, at: deps.clock.now() })
}

async function present(db: Db, accountId: string): Promise<Business> {
  const status = (await selectBusinessStatus(db, accountId)) ?? 'unverified'
  const detail = await selectDetail(db, accountId)
  if (!detail) return { accountId, status }
  const { nzbn, legalName, tradingName, categoryCode, gstRegistered, gstNumber, place, shopId } = detail
  return {
    accountId,
    status,
    nzbn,
    legalName,
    tradingName,
    ...(categoryCode !== null && { categoryCode }),
    ...(gstRegistered !== null && { gst: { registered: gstRegistered, ...(gstNumber !== null && { number: gstNumber }) } }),
    ...(place !== null && { place }),
    shopId,
  }
}
