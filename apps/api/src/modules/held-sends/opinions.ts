import type { RefusalOf } from '@nikau/contract'
import type { answerOpinionRequest, getOpinionRequest, HeldSend, Opinion, OpinionRequest, requestOpinion } from '@nikau/contract/held-sends'
import { cents, format } from '@nikau/money'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { senderNameOf } from '../payees/index.ts'
import type { HeldSendDeps } from './deps.ts'
import { notify } from './notifications.ts'
import { presentOne, presentRequests } from './present.ts'
import { isOpen } from './rules.ts'
import { insertOpinionRequest, lockHeldSend, selectRequest, selectRequests, updateOpinion } from './store.ts'
import { lockTrust } from './store-trust.ts'

/** Asks an accepted trusted person about an open send. Asking again changes nothing. */
export async function request(
  deps: HeldSendDeps,
  { personId }: Person,
  heldSendId: string,
  trustId: string,
): Promise<HeldSend | Refusal<RefusalOf<typeof requestOpinion>>> {
  return await inTransaction(deps.db, async (tx): Promise<HeldSend | Refusal<'FORBIDDEN'>> => {
    const held = await lockHeldSend(tx, heldSendId)
    const trust = await lockTrust(tx, trustId)
    const at = deps.clock.now()
    if (held?.personId !== personId || !isOpen(held, at)) return refuse('FORBIDDEN')
    if (trust?.personId !== personId || trust.trustedPersonId === null || trust.endedAt !== null) return refuse('FORBIDDEN')
    const id = deps.ids.public()
    if (await insertOpinionRequest(tx, { id, heldSendId, trustId, at })) {
      const name = await senderNameOf(tx, personId)
      await notify(tx, trust.trustedPersonId, {
        key: `opinion-asked:${id}`,
        purpose: 'opinion',
        subject: `${name} asks what you think before sending ${format(cents(held.value))}`,
        text: `Read it and answer here:\n${deps.webOrigin}/deimos/opinions/${id}\n\nTalk to ${name} in person or by phone if you can. ${name} decides either way.`,
        sms: `${name} asks what you think before sending ${format(cents(held.value))}: ${deps.webOrigin}/deimos/opinions/${id}`,
      })
    }
    return await presentOne(tx, held, at)
  })
}

export async function listMine(deps: HeldSendDeps, { personId }: Person): Promise<{ items: OpinionRequest[] }> {
  const at = deps.clock.now()
  const requests = (await selectRequests(deps.db, personId)).filter((row) => isOpen(row, at))
  return { items: await presentRequests(deps.db, requests, at) }
}

export async function read(deps: HeldSendDeps, { personId }: Person, id: string): Promise<OpinionRequest | Refusal<RefusalOf<typeof getOpinionRequest>>> {
  const row = await selectRequest(deps.db, id)
  return row?.trustedPersonId === personId ? (await presentRequests(deps.db, [row], deps.clock.now()))[0]! : refuse('FORBIDDEN')
}

/** Records what the trusted person thinks and tells the sender. It changes nothing else, and can be changed until the send is settled. */
export async function answer(
  deps: HeldSendDeps,
  { personId }: Person,
  id: string,
  opinion: Opinion,
): Promise<OpinionRequest | Refusal<RefusalOf<typeof answerOpinionRequest>>> {
  return await inTransaction(deps.db, async (tx): Promise<OpinionRequest | Refusal<'FORBIDDEN'>> => {
    const before = await selectRequest(tx, id)
    // Under the lock of the send: once that is settled, no answer follows.
    const held = before && (await lockHeldSend(tx, before.heldSendId))
    const row = await selectRequest(tx, id)
    const at = deps.clock.now()
    if (!held || row?.trustedPersonId !== personId || !isOpen(held, at)) return refuse('FORBIDDEN')
    if (row.opinion !== opinion) {
      await updateOpinion(tx, { id, opinion, at })
      const name = await senderNameOf(tx, personId)
      const said = opinion === 'stop' ? `${name} says: don’t send it` : `${name} says it looks fine`
      await notify(tx, held.personId, {
        key: `opinion:${id}:${opinion}`,
        purpose: 'opinion',
        subject: said,
        text: `You asked ${name} about the ${format(cents(held.value))} that waits. You decide:\n${deps.webOrigin}/deimos/send/held/${held.id}`,
        sms: `${said}. You decide: ${deps.webOrigin}/deimos/send/held/${held.id}`,
      })
    }
    return (await presentRequests(tx, [{ ...row, opinion }], at))[0]!
  })
}
