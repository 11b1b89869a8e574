import type { FileAnswer } from '@nikau/contract'
import type { PaymentLinkPaper } from '@nikau/contract/payment-links'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type LinkDeps, ownLink } from './manage.ts'
import { drawPaper } from './paper-pdf.ts'
import { linkUrl } from './present.ts'
import { statusOfLink } from './rules.ts'
import { selectOpened } from './store.ts'

/** A page with the code of a link that can be paid. */
export async function printLink(
  deps: LinkDeps,
  actor: Actor,
  id: string,
  paper: PaymentLinkPaper,
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'PAYMENT_LINK_CLOSED'>> {
  if (!(await ownLink(deps.db, actor, id))) return refuse('FORBIDDEN')
  const link = (await selectOpened(deps.db, id))!
  const now = deps.clock.now()
  if (statusOfLink(link, { isPaid: link.isPaid, now }) !== 'open') return refuse('PAYMENT_LINK_CLOSED')
  const { merchantName, place, name, test } = link
  const content = await drawPaper(paper, { shop: merchantName, place: place ?? undefined, name, url: linkUrl(deps.webOrigin, id), test, createdAt: now })
  return { name: `nikau-${paper === 'a6' ? 'sticker' : 'poster'}-${id}.pdf`, type: 'application/pdf', content }
}
