import type { BodyOf, RefusalOf } from '@nikau/contract'
import { type issueTokens, lastsLongEnough, maxTokensPerCollection, type TokenIssue } from '@nikau/contract/collections'
import { calendarDate } from '@nikau/nz/nz-time'
import { addJob } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, selectBusinessStatus } from '../accounts/index.ts'
import { maskAlias } from '../payees/index.ts'
import { type CollectionCall, collectionFor } from './access.ts'
import type { CreateDeps } from './create.ts'
import { toIssue } from './read.ts'
import { hashOf, kindOf, statusAt } from './rules.ts'
import { selectIssue } from './store-read.ts'
import { countGivenOut, insertIssue, lockCollection, selectByKey } from './store.ts'

type Refused = RefusalOf<typeof issueTokens>

/**
 * Accepts tokens to be given out; a job issues them, so that a thousand answer as fast as one. The key is kept with the tokens, which
 * are in no case given out a second time.
 */
export async function issue(
  deps: CreateDeps,
  { person, source }: CollectionCall,
  id: string,
  { idempotencyKey, recipients }: BodyOf<typeof issueTokens>,
): Promise<TokenIssue | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<TokenIssue | Refusal<Refused>> => {
    const at = deps.clock.now()
    await lockCollection(tx, id)
    const row = await collectionFor(tx, person, id, at)
    if (!row) return refuse('FORBIDDEN')
    const requestHash = hashOf(recipients)
    const earlier = await selectByKey(tx, id, idempotencyKey)
    if (earlier) return earlier.requestHash.equals(requestHash) ? toIssue((await selectIssue(tx, earlier.id))!) : refuse('IDEMPOTENT_OPERATION_FAILED')

    const status = statusAt(row, at)
    if (status === 'closed' || status === 'ended') return refuse('COLLECTION_ENDED')
    if (!row.test && (await selectBusinessStatus(tx, row.accountId)) !== 'verified') return refuse('BUSINESS_NOT_VERIFIED')
    const lastDay = row.expiresAt ? calendarDate(row.expiresAt) : undefined
    if (kindOf(row) === 'gift' && lastDay !== undefined && !lastsLongEnough({ lastDay }, at)) return refuse('GIFT_EXPIRY_TOO_SHORT')
    const limit = maxTokensPerCollection[row.test ? 'test' : 'main']
    if ((await countGivenOut(tx, id)) + recipients.length > limit) return refuse('COLLECTION_LIMIT_EXCEEDED')

    const issueId = deps.ids.ordered()
    const masked = recipients.map((alias) => ({ alias, maskedAlias: maskAlias(alias) }))
    await insertIssue(tx, { id: issueId, collectionId: id, idempotencyKey, requestHash, personId: person.personId, recipients: masked, at })
    await addJob(tx, 'issue-tokens', { issueId }, { key: `issue-tokens:${issueId}` })
    const after = { count: recipients.length }
    await recordAudit(tx, row.accountId, { action: 'tokens-given-out', actor: person, source, at, subject: id, after })
    return toIssue((await selectIssue(tx, issueId))!)
  })
}
