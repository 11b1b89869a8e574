import { lineItem, type LineItem } from '@nikau/contract/payment-requests'
import * as z from 'zod/mini'
import type { RequestRow } from '../request/types.ts'

type WireLines = z.input<typeof lineItem>[] | undefined
const decoded = (lines: WireLines) => z.decode(z.array(lineItem), lines ?? [])

export const isSameLine = (a: LineItem) => (b: LineItem) => a.sku === b.sku && a.name === b.name && a.price === b.price

/** The lines that no token covers yet. */
export function openLines(request: Pick<RequestRow, 'terms' | 'tenders'>): LineItem[] {
  const open = decoded(request.terms.lineItems)
  for (const covered of decoded(request.tenders.flatMap((tender) => tender.lineItems ?? []))) remove(open, covered)
  return open
}

/** Those of the open lines that a token of the collection covers. */
export function coverableLines(option: RequestRow['terms']['paymentOptions'][number], collectionId: string | null, open: readonly LineItem[]): LineItem[] {
  const accepted = option.acceptedCollections?.find(({ id }) => id === collectionId)
  return decoded(accepted?.lineItems).filter((line) => open.some(isSameLine(line)))
}

export function mostExpensive(lines: readonly LineItem[]): LineItem | undefined {
  return lines.reduce<LineItem | undefined>((best, line) => (best && best.price >= line.price ? best : line), undefined)
}

export interface SpendableToken {
  id: string
  type: string
  collectionId: string
}

export interface AssignedToken {
  token: SpendableToken
  line: LineItem
}

/** A line for each token, in the order of the tokens, until nothing is due. A token that would cover more than is due is kept. */
export function assignTokens(request: Pick<RequestRow, 'terms' | 'tenders' | 'remaining'>, tokens: readonly SpendableToken[]): AssignedToken[] {
  const open = openLines(request)
  let due = request.remaining
  const assigned: AssignedToken[] = []
  for (const token of tokens) {
    const option = request.terms.paymentOptions.find(({ assetType }) => assetType === token.type)
    const line = option && mostExpensive(coverableLines(option, token.collectionId, open).filter(({ price }) => price <= due))
    if (!line) continue
    assigned.push({ token, line })
    remove(open, line)
    due -= line.price
  }
  return assigned
}

function remove(lines: LineItem[], line: LineItem): void {
  const index = lines.findIndex(isSameLine(line))
  if (index >= 0) lines.splice(index, 1)
}
