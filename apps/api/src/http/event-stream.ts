import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** With an `id` if the next connection can resume after the event. */
export type SendEvent<Event> = (event: Event, id?: string) => void

/** An answer that stays open: `start` is called when it begins, and what it returns when it ends. */
export class EventStream<Event> {
  readonly start: (send: SendEvent<Event>, end: () => void) => () => void
  constructor(start: EventStream<Event>['start']) {
    this.start = start
  }
}

/** The open streams of this process. */
export interface EventStreams {
  send(
    reply: FastifyReply,
    caller: string,
    stream: EventStream<unknown>,
    options: { encode(event: unknown): unknown; isLive(): Promise<boolean> },
  ): FastifyReply
}

/** A stream ends after this time; the page opens the next. Proxies and phones drop older ones without a word. */
const lifeMs = 5 * 60_000
const checkMs = 5000
/** How many checks pass between two comments, which keep proxies from closing a silent connection. */
const checksPerHeartbeat = 3
/** Of one caller. The newest is what they look at, so it ends the oldest. */
const maxOpen = 3
const heartbeat = ': \n\n'

export function createEventStreams(fastify: FastifyInstance): EventStreams {
  const open = new Map<string, Set<() => void>>()
  fastify.addHook('preClose', async () => {
    for (const ends of open.values()) for (const end of ends) end()
  })

  return {
    send(reply, caller, stream, { encode, isLive }) {
      const output = new PassThrough()
      // One after the other: a client that has an id must have all events before it.
      let sending = Promise.resolve()
      const frameOf = (event: unknown, id?: string) => `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(encode(event))}\n\n`
      const stop = stream.start(
        (event, id) => void (sending = sending.then(() => ifLive(() => output.write(frameOf(event, id)))).catch(() => end())),
        () => end(),
      )
      const ends = open.get(caller) ?? new Set()
      if (ends.size >= maxOpen) ends.values().next().value!()
      open.set(caller, ends)
      let checks = 0
      const check = setInterval(() => void ifLive(() => ++checks % checksPerHeartbeat === 0 && output.write(heartbeat)), checkMs)
      const timeout = setTimeout(() => end(), lifeMs)
      const end = () => {
        if (!ends.delete(end)) return
        if (ends.size === 0 && open.get(caller) === ends) open.delete(caller)
        clearInterval(check)
        clearTimeout(timeout)
        stop()
        output.end()
      }
      const ifLive = async (work: () => void) => {
        const live = await isLive().catch(() => false)
        if (!ends.has(end)) return
        if (live) work()
        else end()
      }
      ends.add(end)
      output.once('close', end)
      output.write(heartbeat)
      // No proxy buffers it, and a process that stops waits for no connection that is kept alive after it.
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' }
      return reply.headers(headers).send(output)
    },
  }
}
