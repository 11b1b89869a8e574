import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { protectedNameIn } from './names.ts'
import { closeReviews, lockReviews, type ReviewFinding, selectMerchantWithGstNumber, selectSimilarMerchant } from './store-reviews.ts'

/**
 * What an operator has to look at before the merchant takes live payments: a name that passes for a public body or for another
 * business, or a GST number that another account uses. The caller learns only that there is a review, not what was found.
 */
export async function findingsOf(
  tx: Tx,
  merchant: { accountId: string; test: boolean; name?: string | undefined; gstNumber?: string | undefined },
): Promise<ReviewFinding[]> {
  const findings: ReviewFinding[] = []
  const { accountId, name, gstNumber } = merchant
  const passesFor = name === undefined ? undefined : protectedNameIn(name)
  if (passesFor !== undefined) findings.push({ reason: 'protected-name', found: passesFor })
  if (merchant.test) return findings
  await lockReviews(tx)
  const similar = name === undefined ? undefined : await selectSimilarMerchant(tx, { accountId, name })
  if (similar !== undefined) findings.push({ reason: 'similar-name', found: similar })
  const user = gstNumber === undefined ? undefined : await selectMerchantWithGstNumber(tx, { accountId, gstNumber })
  if (user !== undefined) findings.push({ reason: 'gst-number-in-use', found: user })
  return findings
}

/** An operator has looked at the merchant: it takes live payments from now on. */
export async function clearReview(
  deps: { db: Db; clock: Clock },
  merchantId: string,
  by: { operator: string; note: string },
): Promise<'cleared' | Refusal<'REVIEW_NOT_FOUND'>> {
  return await inTransaction(deps.db, async (tx) =>
    (await closeReviews(tx, merchantId, { ...by, at: deps.clock.now() })) ? ('cleared' as const) : refuse('REVIEW_NOT_FOUND'),
  )
}
