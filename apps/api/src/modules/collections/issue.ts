import type { BodyOf, RefusalOf } from '@nikau/contract'
import { type issueTokens, lastsLongEnough, maxTokensPerCollection, type TokenIssue } from '@nikau/contract/collections'
import { calendarDate } from '@nikau/nz/nz-time'
import { addJob } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners, selectBusinessStatus } from '../accounts/index.ts'
import { maskAlias } from '../payees/index.ts'
import { type CollectionCall, collectionFor } from './access.ts'
import type { CreateDeps } from './create.ts'
import { toIssue } from './read.ts'
import { hashOf, kindOf, statusAt } from './rules.ts'
import { selectIssue } from './store-read.ts'
import { countGivenOut, hasGivenOut, insertIssue, lockCollection, lockTestRecipients, selectByKey } from './store.ts'

const dayMs = 86_400_000
/** At once. Owners get a message about so many, and about the first of a day. */
const manyTokens = 100

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
    // What is refused counts too, because it says who has no wallet.
    const tried = row.test ? await lockTestRecipients(tx, row.accountId, new Date(at.getTime() - dayMs)) : 0
    if (row.test && tried + recipients.length > limit) return refuse('COLLECTION_LIMIT_EXCEEDED')

    const isTold = !row.test && (recipients.length >= manyTokens || !(await hasGivenOut(tx, row.accountId, new Date(at.getTime() - dayMs))))
    const issueId = deps.ids.ordered()
    const masked = recipients.map((alias) => ({ alias, maskedAlias: maskAlias(alias) }))
    await insertIssue(tx, { id: issueId, collectionId: id, idempotencyKey, requestHash, personId: person.personId, recipients: masked, at })
    await addJob(tx, 'issue-tokens', { issueId }, { key: `issue-tokens:${issueId}` })
    const after = { count: recipients.length }
    await recordAudit(tx, row.accountId, { action: 'tokens-given-out', actor: person, source, at, subject: id, after })
    const detail = { count: String(recipients.length), name: row.name, liveness: row.test ? 'test' : 'main', ...(isTold && { told: 'true' }) }
    await recordForOwners(tx, row.accountId, { kind: 'tokens-given-out', actor: person, source, at, detail })
    return toIssue((await selectIssue(tx, issueId))!)
  })
}
