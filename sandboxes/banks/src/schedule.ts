import type { Store } from './store.ts'

/**
 * What the bank will do later, by its own clock. Nothing here waits on a timer: whoever looks at the bank first brings
 * it up to date, each event with the time it was due. So a clock that jumps three months gives the same history as one
 * that ran through them.
 */
export type Event = { id: string; due: number; kind: string; ref: string }

export type Schedule = {
  on(kind: string, handle: (event: Event) => void): void
  plan(kind: string, ref: string, due: number): void
  catchUp(until: number): number
  pending(): readonly Event[]
}

export const openSchedule = (store: Store): Schedule => {
  const kept = store.collection<Event>('events')
  const handlers = new Map<string, (event: Event) => void>()
  const pending = [...kept.values()].sort((a, b) => a.due - b.due || a.id.localeCompare(b.id))
  let serial = pending.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)

  return {
    on: (kind, handle) => void handlers.set(kind, handle),
    plan(kind, ref, due) {
      serial += 1
      const event = { id: String(serial).padStart(10, '0'), due, kind, ref }
      kept.put(event.id, event)
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
        if (!handle) throw new Error(`nobody handles ${event.kind}`)
        store.atomically(() => {
          kept.delete(event.id)
          handle(event)
        })
        done += 1
      }
      return done
    },
    pending: () => pending,
  }
}
