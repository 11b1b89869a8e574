import type { AnswerOf, Endpoint } from '@nikau/contract'
import * as z from 'zod/mini'
import { CallError } from './call-error.ts'
import { callStream, type Input } from './call.ts'
import { delay } from './retry.ts'

/** The server sends a comment more often than this. Without one the connection is dead, although nobody has said so. */
const maxSilenceMs = 45_000
const [minPauseMs, maxPauseMs] = [1000, 30_000]

/** The pause before the next connection: longer after each that brought nothing, and different for each page, so that they do not all return at once. */
export const pauseAfter = (failures: number, random = Math.random(), maxMs = maxPauseMs): number =>
  Math.min(maxMs, minPauseMs * 2 ** failures) * (0.5 + random / 2)

interface WatchOptions {
  signal: AbortSignal
  pause?: ((failures: number) => number) | undefined
  /** The last event of an earlier connection, to resume after. */
  lastEventId?: string | undefined
  /** Called when a connection shows its first sign of life, and when it ends. */
  onConnected?: ((isConnected: boolean) => void) | undefined
}

/**
 * Keeps one connection to a stream of events open until `signal` aborts, and hands over each event. Events with an id that happen
 * between two connections are sent by the next one. Without ids they are not, and a page that needs certainty polls too. It returns
 * when the call is refused.
 */
export async function watchEvents<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  onEvent: (event: AnswerOf<E>) => void,
  { signal, pause = pauseAfter, lastEventId, onConnected }: WatchOptions,
): Promise<void> {
  const position = { lastEventId }
  for (let failures = 0; !signal.aborted; failures++) {
    let signs = 0
    try {
      for await (const data of connect(endpoint, input, position, signal)) {
        if (++signs > 1) failures = -1 // one sign of life is also what a connection brings that is cut at once
        else onConnected?.(true)
        if (data !== undefined) onEvent(z.decode(endpoint.answer, JSON.parse(data) as never) as AnswerOf<E>)
      }
    } catch (error) {
      if (signal.aborted || (error instanceof CallError && error.isRefusal)) return
    } finally {
      if (signs > 0) onConnected?.(false)
    }
    await delay(pause(Math.max(0, failures)), signal).catch(() => undefined) // the loop ends when the signal has aborted
  }
}

/** One connection. Yields undefined for a sign of life. */
async function* connect<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  position: { lastEventId?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<string | undefined> {
  const silence = new AbortController()
  const listen = () => setTimeout(() => silence.abort(), maxSilenceMs)
  let timer = listen()
  try {
    const headers = position.lastEventId === undefined ? undefined : { 'last-event-id': position.lastEventId }
    const { body } = await callStream(endpoint, input, { signal: AbortSignal.any([signal, silence.signal]), headers })
    if (!body) return
    for await (const event of readEvents(body, (id) => (position.lastEventId = id))) {
      clearTimeout(timer)
      timer = listen()
      yield event
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The data of each server-sent event, and undefined for a comment. Lines and characters may be cut anywhere between two chunks. `onId` gets an event's id before it. */
export async function* readEvents(body: ReadableStream<Uint8Array>, onId?: (id: string) => void): AsyncGenerator<string | undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let data: string[] = []
  let id: string | undefined
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith(':')) yield undefined
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
        else if (line.startsWith('id:')) id = line.slice(3).trim()
        else if (line === '' && data.length > 0) {
          if (id !== undefined) onId?.(id)
          yield data.join('\n')
          data = []
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
