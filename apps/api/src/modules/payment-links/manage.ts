import type { AnswerOf, BodyOf, RefusalOf } from '@nikau/contract'
import { type archivePaymentLink, createPaymentLink, type listPaymentLinks, type PaymentLink } from '@nikau/contract/payment-links'
import { calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit } from '../accounts/index.ts'
import { merchantFor } from '../merchants/index.ts'
import { isTillOfMerchant } from '../tills/index.ts'
import { toPaymentLink } from './present.ts'
import { isLastDayValid, maxOpenLinks } from './rules.ts'
import {
  closeLink,
  countOpenLinks,
  insertLink,
  type LinkRow,
  type LinkWithSums,
  selectConfigId,
  selectLink,
  selectLinks,
  selectOpenLinkOfTill,
} from './store.ts'

export interface LinkDeps {
  db: Db
  clock: Clock
  ids: Ids
  webOrigin: string
}

/** The merchant whose links the caller may change. A test key reaches no live shop. */
async function merchantOfLinks(db: Db, actor: Actor, merchantId: string) {
  const merchant = await merchantFor(db, actor, merchantId, 'links:write')
  return merchant?.accountId && ('personId' in actor || merchant.test || !actor.test) ? { ...merchant, accountId: merchant.accountId } : undefined
}

export async function makeLink(
  deps: LinkDeps,
  { actor, source }: { actor: Actor; source: Source },
  body: BodyOf<typeof createPaymentLink>,
): Promise<PaymentLink | Refusal<RefusalOf<typeof createPaymentLink>>> {
  const merchant = await merchantOfLinks(deps.db, actor, body.merchantId)
  if (!merchant) return refuse('FORBIDDEN')
  return await withIdempotencyKey(deps, createPaymentLink, { caller: merchant.accountId, body }, async (tx) => {
    const at = deps.clock.now()
    if (body.lastDay !== undefined && !isLastDayValid(body.lastDay, at)) return refuse('PAYMENT_LINK_LAST_DAY_INVALID')
    const configId = await selectConfigId(tx, merchant.id, body.configId)
    if (configId === undefined) return refuse(body.configId === undefined ? 'NO_AVAILABLE_PAYMENT_OPTIONS' : 'FORBIDDEN')
    const { tillId } = body
    if (tillId !== undefined && !(await isTillOfMerchant(tx, tillId, merchant.id))) return refuse('FORBIDDEN')
    const isFull = (await countOpenLinks(tx, merchant.id, calendarDate(at))) >= maxOpenLinks
    const ofTill = tillId === undefined ? undefined : await selectOpenLinkOfTill(tx, tillId)
    if (ofTill) return present(deps, ofTill)
    if (isFull) return refuse('PAYMENT_LINK_LIMIT_EXCEEDED')
    const { name, kind, partialAllowed = false, asksNote = false } = body
    const link: LinkRow = {
      id: deps.ids.public('pl_'),
      merchantId: merchant.id,
      merchantAccountId: merchant.accountId,
      configId,
      test: merchant.test,
      name,
      tillId: tillId ?? null,
      kind,
      amount: body.amount ?? null,
      least: body.least ?? null,
      most: body.most ?? null,
      once: body.uses === 'once',
      lastDay: body.lastDay ?? null,
      partialAllowed,
      asksNote,
      createdAt: at,
      closedAt: null,
    }
    await insertLink(tx, { ...link, createdBy: crnOf(actor) })
    await recordAudit(tx, merchant.accountId, {
      action: 'payment-link-made',
      actor,
      source,
      at,
      subject: link.id,
      after: { name, kind, ...(tillId !== undefined && { tillId }) },
    })
    return present(deps, { ...link, count: 0, paid: 0n })
  })
}

const present = ({ clock, webOrigin }: LinkDeps, row: LinkWithSums) => toPaymentLink(row, { webOrigin, now: clock.now() })

/** Closed ones beyond these are left out. */
const maxListed = maxOpenLinks + 100

export async function listLinks(deps: LinkDeps, actor: Actor, merchantId: string): Promise<AnswerOf<typeof listPaymentLinks> | Refusal<'FORBIDDEN'>> {
  const merchant = await merchantOfLinks(deps.db, actor, merchantId)
  if (!merchant) return refuse('FORBIDDEN')
  return { items: (await selectLinks(deps.db, merchant.id, maxListed)).map((row) => present(deps, row)) }
}

/** The link, if the caller may change those of its shop. */
export async function ownLink(db: Db, actor: Actor, id: string): Promise<LinkWithSums | undefined> {
  const link = await selectLink(db, id)
  return link && (await merchantOfLinks(db, actor, link.merchantId)) ? link : undefined
}

/** For good: whoever prints a new code can be sure that the old one leads nowhere. */
export async function archiveLink(
  deps: LinkDeps,
  { actor, source }: { actor: Actor; source: Source },
  id: string,
): Promise<AnswerOf<typeof archivePaymentLink> | Refusal<'FORBIDDEN'>> {
  return await inTransaction(deps.db, async (tx): Promise<PaymentLink | Refusal<'FORBIDDEN'>> => {
    const link = await ownLink(tx, actor, id)
    if (!link) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    if (await closeLink(tx, id, { at, by: crnOf(actor) }))
      await recordAudit(tx, link.merchantAccountId, { action: 'payment-link-closed', actor, source, at, subject: id, before: { name: link.name } })
    return present(deps, (await selectLink(tx, id))!)
  })
}
