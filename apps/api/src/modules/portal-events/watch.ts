import type { PortalEvent } from '@nikau/contract/portal-events'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { EventStream } from '../../http/event-stream.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type AccountReach, reachOf } from '../accounts/index.ts'
import type { LivePortalEvents } from './live.ts'
import { canResume, isSameReach, maxMissed, maySee } from './rules.ts'
import type { EventRow, Position } from './store.ts'

export interface WatchDeps {
  db: Db
  live: LivePortalEvents
}

/** Members who see lists: all but those whose reach is a till. */
export async function listReach(db: Db, person: Person, accountId: string): Promise<AccountReach | undefined> {
  const reach = await reachOf(db, person, accountId, 'payments:read')
  return reach?.reach === 'own-till' ? undefined : reach
}

/** Events of the account after an id, as far as the caller may see them. It ends when that changes; the page connects again. */
export async function watch(
  deps: WatchDeps,
  person: Person,
  accountId: string,
  after: string | undefined,
): Promise<EventStream<PortalEvent> | Refusal<'FORBIDDEN'>> {
  const changesBefore = deps.live.memberChanges()
  const reach = await listReach(deps.db, person, accountId)
  if (!reach) return refuse('FORBIDDEN')
  const position = { accountId, after: after === undefined ? undefined : BigInt(after) }
  return new EventStream<PortalEvent>((send, end) => {
    const endIfChanged = () => void listReach(deps.db, person, accountId).then((now) => isSameReach(reach, now) || end(), end)
    const { deliver, catchUp } = inOrder(deps.live, { position, reach }, (event) => send(event, event.id))
    const stop = deps.live.watch({ accountId, personId: person.personId, onEvent: deliver, onMemberChanged: endIfChanged, onLost: end })
    if (deps.live.memberChanges() !== changesBefore) endIfChanged()
    catchUp().catch(end)
    return stop
  })
}

/** Sends what was missed, then what happens: each event once, in the order of the ids. */
function inOrder(live: LivePortalEvents, { position, reach }: { position: Position; reach: AccountReach }, send: (event: PortalEvent) => void) {
  let last = 0n
  const waiting: EventRow[] = []
  let isLive = false
  const sendNext = (event: EventRow) => {
    if (event.id <= last) return
    last = event.id
    if (maySee(reach, event)) send(present(event))
  }
  return {
    deliver: (event: EventRow) => (isLive ? sendNext(event) : void waiting.push(event)),
    async catchUp(): Promise<void> {
      const missed = await live.missed(position)
      if (canResume(position.after, missed) && missed.events.length <= maxMissed) {
        last = position.after
        missed.events.forEach(sendNext)
      } else {
        last = missed.newest
        send({ id: String(last), kind: 'reset' })
      }
      waiting.forEach(sendNext)
      isLive = true
    },
  }
}

function present({ id, kind, merchantId, paymentRequestId, at }: EventRow): PortalEvent {
  return { id: String(id), kind, merchantId, paymentRequestId, at }
}
