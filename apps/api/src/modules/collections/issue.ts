import type { BodyOf, RefusalOf } from '@nikau/contract'
import { type issueTokens, lastsLongEnough, maxTokensPerCollection, type TokenIssue } from '@nikau/contract/collections'
import { calendarDate } from '@nikau/nz/nz-time'
import { addJob, type Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners, selectBusinessStatus } from '../accounts/index.ts'
import { type LinkDeps, recipientUrl } from '../asset-transfers/index.ts'
import { maskAlias } from '../payees/index.ts'
import { type CollectionCall, collectionFor } from './access.ts'
import type { CreateDeps } from './create.ts'
import { toIssue } from './read.ts'
import { hashOf, kindOf, statusAt } from './rules.ts'
import { selectIssue } from './store-read.ts'
import { countGivenOut, hasGivenOut, insertIssue, lockCollection, lockTestRecipients, selectByKey, selectLinkTransfers } from './store.ts'

const dayMs = 86_400_000
/** At once. Owners get a message about so many, and about the first of a day. */
const manyTokens = 100

type Refused = RefusalOf<typeof issueTokens>

export type AcceptDeps = CreateDeps & LinkDeps

/** `links` are derived for this answer and are stored nowhere. */
type Accepted = TokenIssue & { links?: string[] }

/**
 * Accepts tokens to be given out; a job issues them, so that a thousand answer as fast as one. The key is kept with the tokens, which
 * are in no case given out a second time.
 */
export async function issue(
  deps: AcceptDeps,
  { person, source }: CollectionCall,
  id: string,
  { idempotencyKey, recipients = [], links = 0 }: BodyOf<typeof issueTokens>,
): Promise<Accepted | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<Accepted | Refusal<Refused>> => {
    const at = deps.clock.now()
    await lockCollection(tx, id)
    const row = await collectionFor(tx, person, id, at)
    if (!row) return refuse('FORBIDDEN')
    const requestHash = hashOf(recipients, links)
    const earlier = await selectByKey(tx, id, idempotencyKey)
    if (earlier) return earlier.requestHash.equals(requestHash) ? await answerOf(tx, deps, earlier.id) : refuse('IDEMPOTENT_OPERATION_FAILED')

    const status = statusAt(row, at)
    if (status === 'closed' || status === 'ended') return refuse('COLLECTION_ENDED')
    if (!row.test && (await selectBusinessStatus(tx, row.accountId)) !== 'verified') return refuse('BUSINESS_NOT_VERIFIED')
    const lastDay = row.expiresAt ? calendarDate(row.expiresAt) : undefined
    if (kindOf(row) === 'gift' && lastDay !== undefined && !lastsLongEnough({ lastDay }, at)) return refuse('GIFT_EXPIRY_TOO_SHORT')
    const limit = maxTokensPerCollection[row.test ? 'test' : 'main']
    const count = recipients.length + links
    if ((await countGivenOut(tx, id)) + count > limit) return refuse('COLLECTION_LIMIT_EXCEEDED')
    // What is refused counts too, because it says who has no wallet.
    const tried = row.test ? await lockTestRecipients(tx, row.accountId, new Date(at.getTime() - dayMs)) : 0
    if (row.test && tried + recipients.length > limit) return refuse('COLLECTION_LIMIT_EXCEEDED')

    const isTold = !row.test && (count >= manyTokens || !(await hasGivenOut(tx, row.accountId, new Date(at.getTime() - dayMs))))
    const issueId = deps.ids.ordered()
    const named = recipients.map((alias) => ({ alias, maskedAlias: maskAlias(alias), transferId: null }))
    const linked = Array.from({ length: links }, () => ({ alias: null, maskedAlias: 'link', transferId: deps.ids.public() }))
    const insert = { id: issueId, collectionId: id, idempotencyKey, requestHash, personId: person.personId, at }
    await insertIssue(tx, { ...insert, recipients: [...named, ...linked] })
    await addJob(tx, 'issue-tokens', { issueId }, { key: `issue-tokens:${issueId}` })
    const after = { count, ...(links > 0 && { links }) }
    await recordAudit(tx, row.accountId, { action: 'tokens-given-out', actor: person, source, at, subject: id, after })
    const detail = { count: String(count), name: row.name, liveness: row.test ? 'test' : 'main', ...(isTold && { told: 'true' }) }
    await recordForOwners(tx, row.accountId, { kind: 'tokens-given-out', actor: person, source, at, detail })
    return await answerOf(tx, deps, issueId)
  })
}

async function answerOf(tx: Tx, deps: LinkDeps, issueId: string): Promise<Accepted> {
  const links = (await selectLinkTransfers(tx, issueId)).map((transferId) => recipientUrl(deps, transferId))
  return { ...toIssue((await selectIssue(tx, issueId))!), ...(links.length > 0 && { links }) }
}
