import type { HeldSend, OpinionRequest } from '@nikau/contract/held-sends'
import type { SendPurpose } from '@nikau/contract/asset-transfers'
import { cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import { senderNamesOf } from '../payees/index.ts'
import { isOpen, statusOf } from './rules.ts'
import { type HeldSendRow, type OpinionRow, type RequestRow, selectOpinions } from './store.ts'

/** Held sends as their sender reads them, with the opinions of the people they asked. */
export async function present(db: Db, held: readonly HeldSendRow[], now: Date): Promise<HeldSend[]> {
  const opinions = await selectOpinions(
    db,
    held.map(({ id }) => id),
  )
  const names = await senderNamesOf(
    db,
    opinions.map(({ trustedPersonId }) => trustedPersonId),
  )
  const bySend = Map.groupBy(opinions, ({ heldSendId }) => heldSendId)
  return held.map((send) => toHeldSend(send, bySend.get(send.id) ?? [], names, now))
}

export async function presentOne(db: Db, held: HeldSendRow, now: Date): Promise<HeldSend> {
  return (await present(db, [held], now))[0]!
}

function toHeldSend(send: HeldSendRow, opinions: readonly OpinionRow[], names: ReadonlyMap<string, string>, now: Date): HeldSend {
  return {
    id: send.id,
    status: statusOf(send, now),
    assetId: send.assetId,
    recipientAlias: send.recipientAlias,
    recipientName: send.recipientName ?? undefined,
    firstTime: send.firstTime,
    value: cents(send.value),
    message: send.message ?? undefined,
    purpose: send.purpose as SendPurpose,
    createdAt: send.createdAt,
    decideAt: send.decideAt,
    forgottenAt: send.forgottenAt,
    opinions: opinions.map(({ id, trustedPersonId, askedAt, opinion, answeredAt }) => ({
      id,
      trustedName: names.get(trustedPersonId)!,
      askedAt,
      opinion: opinion ?? undefined,
      answeredAt: answeredAt ?? undefined,
    })),
  }
}

/** What a trusted person reads of a send: neither alias nor message, balance or account. */
export async function presentRequests(db: Db, requests: readonly RequestRow[], now: Date): Promise<OpinionRequest[]> {
  const names = await senderNamesOf(
    db,
    requests.map(({ personId }) => personId),
  )
  return requests.map((request) => ({
    id: request.id,
    askedBy: names.get(request.personId)!,
    askedAt: request.askedAt,
    value: cents(request.value),
    recipientName: request.recipientName ?? undefined,
    firstTime: request.firstTime,
    purpose: request.purpose as SendPurpose,
    opinion: request.opinion ?? undefined,
    open: isOpen(request, now),
  }))
}
