import { EventEmitter, once } from 'node:events'

export interface Received {
  /** Counts from 1; a filter by `since` accepts it. */
  id: number
  channel: 'sms' | 'email'
  to: string
  from: string
  subject: string
  text: string
  /** The Idempotency-Key of an SMS or the Message-ID of an email. */
  key: string
  receivedAt: string
  /** How often the message was delivered again; repeats are dropped. */
  duplicates: number
}

export interface Counts {
  accepted: number
  duplicates: number
  refused: number
  dropped: number
}

export type Inbox = ReturnType<typeof createInbox>

const maxMessages = 1000
const maxKeys = 10_000

/** Received messages, newest first, in memory only. A message with a known key is dropped and counted. */
export function createInbox() {
  let messages: Received[] = []
  let keys = new Map<string, Received>()
  let lastId = 0
  let counts: Counts = { accepted: 0, duplicates: 0, refused: 0, dropped: 0 }
  const changes = new EventEmitter().setMaxListeners(0)

  function accept(message: Omit<Received, 'id' | 'receivedAt' | 'duplicates'>): { received: Received; repeated: boolean } {
    const name = `${message.channel} ${message.to} ${message.key}`
    const known = keys.get(name)
    if (known) {
      known.duplicates++
      counts.duplicates++
      return { received: known, repeated: true }
    }
    const received: Received = { ...message, id: ++lastId, receivedAt: new Date().toISOString(), duplicates: 0 }
    messages = [received, ...messages].slice(0, maxMessages)
    keys.set(name, received)
    if (keys.size > maxKeys) keys.delete(keys.keys().next().value!)
    counts.accepted++
    changes.emit('received')
    return { received, repeated: false }
  }

  /** `since` is the id of a message (only later ones) or a time (from then on). */
  function list(filter: { to?: string | undefined; since?: string | undefined } = {}): Received[] {
    const after = filter.since && /^\d+$/.test(filter.since) ? Number(filter.since) : 0
    const from = filter.since && after === 0 ? new Date(filter.since).getTime() || 0 : 0
    return messages.filter((m) => (!filter.to || m.to === filter.to) && m.id > after && new Date(m.receivedAt).getTime() >= from)
  }

  /** Waits for the oldest message that matches. */
  async function wait(filter: { to?: string | undefined; since?: string | undefined }, timeoutMs: number): Promise<Received | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    for (;;) {
      const found = list(filter).at(-1)
      if (found) return found
      try {
        await once(changes, 'received', { signal })
      } catch (error) {
        if (signal.aborted) return undefined
        throw error
      }
    }
  }

  return {
    accept,
    list,
    wait,
    counts: () => ({ ...counts }),
    count: (what: 'refused' | 'dropped') => void counts[what]++,
    clear() {
      messages = []
      keys = new Map()
      counts = { accepted: 0, duplicates: 0, refused: 0, dropped: 0 }
    },
  }
}
