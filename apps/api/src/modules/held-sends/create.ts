import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { createHeldSend, HeldSend } from '@nikau/contract/held-sends'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { assessSend, countFirstSend, resolveRecipient } from '../payees/index.ts'
import { walletFor } from '../wallets/index.ts'
import type { HeldSendDeps } from './deps.ts'
import { presentOne } from './present.ts'
import { timesOf } from './rules.ts'
import { insertHeldSend, lockOpenHeldSends } from './store.ts'

type Answer = HeldSend | Refusal<RefusalOf<typeof createHeldSend>>

/**
 * Lets a send wait. Nothing is reserved: whether it can be made is decided when its sender makes it. The same send that waits already is
 * answered again, so that a repeated call adds none.
 */
export async function create(deps: HeldSendDeps, person: Person, body: BodyOf<typeof createHeldSend>): Promise<Answer> {
  return await inTransaction(deps.db, async (tx): Promise<Answer> => {
    const { personId } = person
    const { assetId, recipientAlias: alias, value, message, purpose } = body
    const wallet = await walletFor(tx, person, assetId)
    if (!wallet) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    const refusal = await countFirstSend(tx, deps, { personId, alias, at })
    if (refusal) return refusal
    const open = await lockOpenHeldSends(tx, personId, at)
    const same = open.find(
      (held) =>
        held.assetId === assetId && held.recipientAlias === alias && held.value === value && held.purpose === purpose && held.message === (message ?? null),
    )
    if (same) return await presentOne(tx, same, at)
    if (open.length >= deps.heldSends.open) return refuse('HELD_SEND_LIMIT_REACHED')
    const { known } = await assessSend(tx, deps, { accountId: wallet.accountId, personId, alias, value, at })
    const stopped = known ? undefined : await refusalIfStopped(tx, 'sends-to-new-people')
    if (stopped) return stopped
    const recipient = await resolveRecipient(tx, deps, alias, at)
    const held = {
      id: deps.ids.public(),
      accountId: wallet.accountId,
      personId,
      assetId,
      recipientAlias: alias,
      recipientName: recipient?.shownName ?? null,
      firstTime: !known,
      value,
      message: message ?? null,
      purpose,
      createdAt: at,
      ...timesOf(at, deps.heldSends),
      outcome: null,
    }
    await insertHeldSend(tx, held)
    return await presentOne(tx, held, at)
  })
}
