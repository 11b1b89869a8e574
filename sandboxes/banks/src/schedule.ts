import type { Store } from './store.ts'

/**
 * Future events by the clock of the banks. There is no timer: every read first runs the events that are due, each at its due
 * time. So a clock that jumps three months gives the same history as one that ran through them.
 */
export type Event = { id: string; due: number; kind: string; ref: string }

export type Schedule = {
  on(kind: string, handle: (event: Event) => void): void
  plan(kind: string, ref: string, due: number): void
  catchUp(until: number): number
  pending(): readonly Event[]
}

export const openSchedule = (store: Store): Schedule => {
  const events = store.collection<Event>('events')
  const handlers = new Map<string, (event: Event) => void>()
  const pending = [...events.values()].sort((a, b) => a.due - b.due || a.id.localeCompare(b.id))
  let serial = pending.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)

  return {
    on: (kind, handle) => void handlers.set(kind, handle),
    plan(kind, ref, due) {
      serial += 1
      const event = { id: String(serial).padStart(10, '0'), due, kind, ref }
      events.put(event.id, event)
      let at = pending.length
      while (at > 0 && pending[at - 1]!.due > due) at -= 1
      pending.splice(at, 0, event)
    },
    catchUp(until) {
      let done = 0
      for (let next = pending[0]; next && next.due <= until; next = pending[0]) {
        const event = next
        pending.shift()
        const handle = handlers.get(event.kind)
        if (!handle) throw new Error(`no handler for ${event.kind}`)
        store.atomically(() => {
          events.delete(event.id)
          handle(event)
        })
        done += 1
      }
      return done
    },
    pending: () => pending,
  }
}
