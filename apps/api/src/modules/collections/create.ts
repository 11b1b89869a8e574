import type { BodyOf, RefusalOf } from '@nikau/contract'
import { type Collection, type createCollection, type createRedemptionCondition, lastsLongEnough } from '@nikau/contract/collections'
import { picturePath } from '@nikau/contract/media-uploads'
import { pictureUrl } from '@nikau/contract/token-pictures'
import type { Ledger } from '@nikau/ledger'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { reachOf, recordAudit } from '../accounts/index.ts'
import { allowRedemption, createCollectionInTransaction, openIssuer } from '../assets/index.ts'
import { isPictureOf } from '../media-uploads/index.ts'
import { merchantFor, protectedNameIn } from '../merchants/index.ts'
import { type CollectionCall, collectionFor, reachesShops } from './access.ts'
import { endOfDay, itemsFit, toCollection, typeOf } from './rules.ts'
import { type CollectionRow, selectBusinessName, selectCollection } from './store-read.ts'

export interface CreateDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

type Body = BodyOf<typeof createCollection>
type Condition = BodyOf<typeof createRedemptionCondition>

/** Makes a collection with its conditions, all or nothing. A business that issues for the first time becomes an issuer under its own name. */
export async function create(deps: CreateDeps, call: CollectionCall, body: Body): Promise<Collection | Refusal<RefusalOf<typeof createCollection>>> {
  return await inTransaction(deps.db, async (tx): Promise<Collection | Refusal<RefusalOf<typeof createCollection>>> => {
    const at = deps.clock.now()
    const { accountId, redemptionConditions: conditions = [] } = body
    const reach = await reachOf(tx, call.person, accountId, 'tokens:write')
    const shops = conditions.map(({ merchantId }) => merchantId)
    const business = reach && reachesShops(reach.merchantIds, shops) ? await selectBusinessName(tx, accountId) : undefined
    // Test money belongs to test accounts; live accounts have both.
    if (!business || (business.test && body.liveness === 'main')) return refuse('FORBIDDEN')
    if (body.kind === 'gift' && !lastsLongEnough(body, at)) return refuse('GIFT_EXPIRY_TOO_SHORT')
    if (body.lastDay !== undefined && body.lastDay < calendarDate(at)) return refuse('COLLECTION_ENDED')
    if (body.pictureId !== undefined && !(await isPictureOf(tx, accountId, body.pictureId))) return refuse('MEDIA_UPLOAD_NOT_FOUND')

    const id = deps.ids.public()
    const isNew = await openIssuer(tx, { accountId, name: business.name })
    // It goes into messages to people who have not asked for them. Operators can give such a business a profile as issuer.
    if (isNew && protectedNameIn(business.name) !== undefined) return refuse('NAME_NOT_ALLOWED')
    const refused = await createCollectionInTransaction(tx, deps, newCollection(id, body))
    if (refused) return refuse(refused.code === 'EXPIRY_TOO_SOON' ? 'GIFT_EXPIRY_TOO_SHORT' : refused.code)
    for (const condition of conditions) {
      const denied = await addCondition(tx, call, (await selectCollection(tx, id, at))!, condition)
      if (denied) return denied.code === 'LIVENESS_MISMATCH' ? refuse('FORBIDDEN') : refuse(denied.code)
    }
    const { kind, name, worth, firstDay, lastDay, life } = body
    const after = { kind, name, worth: worth.toString(), ...(firstDay && { firstDay }), ...(lastDay && { lastDay }), ...(life && { life }), shops }
    await recordAudit(tx, accountId, { action: 'collection-created', actor: call.person, source: call.source, at, subject: id, after })
    return toCollection((await selectCollection(tx, id, at))!, at)
  })
}

function newCollection(id: string, { accountId, liveness, kind, name, worth, picture, pictureId, firstDay, lastDay, life }: Body) {
  return {
    id,
    accountId,
    assetFamily: 'nikau.token' as const,
    test: liveness === 'test',
    name,
    ...typeOf(kind),
    maxValue: worth,
    img: picture ? pictureUrl(picture) : picturePath(pictureId!),
    beginsAt: firstDay === undefined ? null : instantAt(firstDay),
    expiresAt: lastDay === undefined ? null : endOfDay(lastDay),
    ...(life && { expiresAfterPeriod: life.unit, expiresAfterDuration: life.count }),
  }
}

/** Allows a collection at one more shop. */
export async function allow(
  deps: CreateDeps,
  call: CollectionCall,
  id: string,
  condition: Condition,
): Promise<Collection | Refusal<RefusalOf<typeof createRedemptionCondition>>> {
  return await inTransaction(deps.db, async (tx): Promise<Collection | Refusal<RefusalOf<typeof createRedemptionCondition>>> => {
    const at = deps.clock.now()
    const row = await collectionFor(tx, call.person, id, at)
    const denied = row ? await addCondition(tx, call, row, condition) : refuse('FORBIDDEN')
    if (denied || !row) return denied ?? refuse('FORBIDDEN')
    const after = { shop: condition.merchantId }
    await recordAudit(tx, row.accountId, { action: 'collection-allowed', actor: call.person, source: call.source, at, subject: id, after })
    return toCollection((await selectCollection(tx, id, at))!, at)
  })
}

/** Only at shops of the issuer itself: another business would be paid for tokens that nobody has agreed to pay for. */
async function addCondition(tx: Tx, { person }: CollectionCall, row: CollectionRow, { merchantId, items = [] }: Condition) {
  const merchant = await merchantFor(tx, person, merchantId, 'tokens:write')
  if (merchant?.accountId !== row.accountId) return refuse('FORBIDDEN')
  if (merchant.test !== row.test) return refuse('LIVENESS_MISMATCH')
  if (!itemsFit(row.type, items)) return refuse('COLLECTION_INVALID_TYPE')
  const allowedProducts = items.map((item) => ({ ...item, maxValue: item.maxValue.toString() }))
  return await allowRedemption(tx, { collectionId: row.id, merchantId, allowedProducts })
}
