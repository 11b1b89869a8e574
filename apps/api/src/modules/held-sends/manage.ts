import type { RefusalOf } from '@nikau/contract'
import type { cancelHeldSend, getHeldSend, HeldSend } from '@nikau/contract/held-sends'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import type { HeldSendDeps } from './deps.ts'
import { present, presentOne } from './present.ts'
import { isOpen, statusOf } from './rules.ts'
import { lockHeldSend, selectHeldSend, selectOpenHeldSends, settleHeldSend } from './store.ts'

export async function list(deps: HeldSendDeps, { personId }: Person): Promise<{ items: HeldSend[] }> {
  const at = deps.clock.now()
  return { items: await present(deps.db, await selectOpenHeldSends(deps.db, personId, at), at) }
}

export async function read(deps: HeldSendDeps, { personId }: Person, id: string): Promise<HeldSend | Refusal<RefusalOf<typeof getHeldSend>>> {
  const held = await selectHeldSend(deps.db, id)
  return held?.personId === personId ? await presentOne(deps.db, held, deps.clock.now()) : refuse('FORBIDDEN')
}

/** Cancels it. Repeating it changes nothing; a send that was made or forgotten cannot be cancelled. */
export async function cancel(deps: HeldSendDeps, { personId }: Person, id: string): Promise<Record<string, never> | Refusal<RefusalOf<typeof cancelHeldSend>>> {
  return await inTransaction(deps.db, async (tx): Promise<Record<string, never> | Refusal<'FORBIDDEN'>> => {
    const held = await lockHeldSend(tx, id)
    const at = deps.clock.now()
    if (held?.personId !== personId) return refuse('FORBIDDEN')
    if (isOpen(held, at)) await settleHeldSend(tx, { id, outcome: 'cancelled', at })
    else if (statusOf(held, at) !== 'cancelled') return refuse('FORBIDDEN')
    return {}
  })
}
