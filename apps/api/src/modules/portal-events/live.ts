import type { Db, Log } from '@nikau/runtime'
import { Unavailable } from '../../http/errors.ts'
import { createBatchLoader } from '../../http/batch-loader.ts'
import { listenTo } from '../../http/listen.ts'
import { maxMissed, noticeOf } from './rules.ts'
import { channel, type EventRow, type Missed, type Position, selectEvents, selectMissed, selectNewestId } from './store.ts'

/** An open stream. */
export interface Watcher {
  accountId: string
  personId: string
  onEvent(event: EventRow): void
  /** What the person may see has changed. */
  onMemberChanged(): void
  /** Events may have been missed: the page connects again and resumes. */
  onLost(): void
}

/** New events for all open streams of this process: one LISTEN connection, and one read per notification. */
export interface LivePortalEvents {
  /** Returns how to stop. */
  watch(watcher: Watcher): () => void
  /** What was committed after a position. When many pages come back at once, they share a statement. */
  missed(position: Position): Promise<Missed>
  /** How often a member has changed, to notice a change while a stream begins. */
  memberChanges(): number
  close(): Promise<void>
}

const readLimit = 1000

export async function listenToPortalEvents({ db, url, log }: { db: Db; url: string; log: Log }): Promise<LivePortalEvents> {
  const watchers = new Map<string, Set<Watcher>>()
  const allWatchers = () => [...watchers.values()].flatMap((some) => [...some])
  const loseAll = () => {
    for (const watcher of allWatchers()) watcher.onLost()
  }

  /** All events up to this id were handed over, or concerned nobody. */
  let seen = 0n
  let [last, isReading] = [0n, false]
  let memberChanges = 0
  async function readUpTo(lastId: bigint): Promise<void> {
    last = lastId > last ? lastId : last
    if (isReading) return
    isReading = true
    try {
      while (seen < last) await readNext()
    } catch (error) {
      log.warn({ err: error }, 'portal events not read; streams closed')
      seen = last
      loseAll()
    } finally {
      isReading = false
    }
  }

  async function readNext(): Promise<void> {
    const [from, upTo] = [seen, last]
    // A stream that begins meanwhile reads for itself what was committed before.
    const events = watchers.size === 0 ? [] : await selectEvents(db, from, readLimit)
    seen = events.length === readLimit ? events.at(-1)!.id : upTo
    for (const event of events) for (const { onEvent } of watchers.get(event.accountId) ?? []) onEvent(event)
  }

  const listener = await listenTo({
    url,
    log,
    name: 'nikau-api-portal-events',
    channel,
    onPayload(payload) {
      const notice = noticeOf(payload)
      if ('lastId' in notice) return void readUpTo(notice.lastId)
      memberChanges++
      for (const watcher of allWatchers()) if (watcher.personId === notice.personId) watcher.onMemberChanged()
    },
    onLost: loseAll,
  })
  seen = await selectNewestId(db)

  return {
    watch(watcher) {
      if (!listener.connection()) throw new Unavailable('no connection that tells of portal events')
      const some = watchers.get(watcher.accountId) ?? new Set()
      watchers.set(watcher.accountId, some.add(watcher))
      return () => {
        some.delete(watcher)
        if (some.size === 0 && watchers.get(watcher.accountId) === some) watchers.delete(watcher.accountId)
      }
    },
    missed: createBatchLoader((positions: Position[]) => selectMissed(db, positions, maxMissed + 1)),
    memberChanges: () => memberChanges,
    close: () => listener.close(),
  }
}
