import type { AnswerOf, BodyOf, RefusalOf } from '@nikau/contract'
import type { checkRecipient } from '@nikau/contract/payees'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal } from '../../http/refusal.ts'
import { selectIndividualAccountId } from '../accounts/index.ts'
import { assessSend } from './assess.ts'
import type { PayeeRouteDeps } from './deps.ts'
import { countFirstSend } from './first-sends.ts'
import { resolveRecipient } from './recipients.ts'

/**
 * What the sender is shown before a send from their own account. Every alias takes the same statements, whether it has an account and
 * whether its owner shows a name.
 */
export async function check(
  deps: PayeeRouteDeps,
  { personId, sessionUid }: Person,
  { recipientAlias: alias, value, message }: BodyOf<typeof checkRecipient>,
): Promise<AnswerOf<typeof checkRecipient> | Refusal<RefusalOf<typeof checkRecipient>>> {
  return await inTransaction(deps.db, async (tx): Promise<AnswerOf<typeof checkRecipient> | Refusal<'FIRST_SEND_LIMIT_REACHED'>> => {
    const at = deps.clock.now()
    const refusal = await countFirstSend(tx, deps, { personId, alias, at })
    if (refusal) return refusal
    const accountId = await selectIndividualAccountId(tx, personId)
    const assessed = await assessSend(tx, deps, { accountId: accountId ?? '', personId, sessionUid, alias, value, message, at })
    const recipient = await resolveRecipient(tx, deps, alias, at)
    return { ...assessed, name: recipient?.shownName ?? undefined }
  })
}
