import type { AnswerOf, Endpoint } from '@nikau/contract'
import * as z from 'zod/mini'
import { CallError } from './call-error.ts'
import { callStream, type Input } from './call.ts'
import { delay } from './retry.ts'

/** The server sends a comment more often than this. Without one the connection is dead, although nobody has said so. */
const maxSilenceMs = 45_000
const [minPauseMs, maxPauseMs] = [1000, 30_000]

/** The pause before the next connection: longer after each that brought nothing, and different for each page, so that they do not all return at once. */
export const pauseAfter = (failures: number, random = Math.random()): number => Math.min(maxPauseMs, minPauseMs * 2 ** failures) * (0.5 + random / 2)

/**
 * Keeps one connection to a stream of events open until `signal` aborts, and hands over each event. A page that needs certainty
 * polls too: events that happen between two connections are not sent again.
 */
export async function watchEvents<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  onEvent: (event: AnswerOf<E>) => void,
  { signal, pause = pauseAfter }: { signal: AbortSignal; pause?: ((failures: number) => number) | undefined },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    let signs = 0
    try {
      for await (const data of connect(endpoint, input, signal)) {
        if (++signs > 1) failures = -1 // one sign of life is also what a connection brings that is cut at once
        if (data !== undefined) onEvent(z.decode(endpoint.answer, JSON.parse(data) as never) as AnswerOf<E>)
      }
    } catch (error) {
      if (signal.aborted || (error instanceof CallError && error.isRefusal)) return
    }
    await delay(pause(Math.max(0, failures)), signal).catch(() => undefined) // the loop ends when the signal has aborted
  }
}

/** One connection. Yields undefined for a sign of life. */
async function* connect<E extends Endpoint>(endpoint: E, input: Input<E>, signal: AbortSignal): AsyncGenerator<string | undefined> {
  const silence = new AbortController()
  const listen = () => setTimeout(() => silence.abort(), maxSilenceMs)
  let timer = listen()
  try {
    const { body } = await callStream(endpoint, input, AbortSignal.any([signal, silence.signal]))
    if (!body) return
    for await (const event of readEvents(body)) {
      clearTimeout(timer)
      timer = listen()
      yield event
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The data of each server-sent event, and undefined for a comment. Lines and characters may be cut anywhere between two chunks. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string | undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let data: string[] = []
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith(':')) yield undefined
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
        else if (line === '' && data.length > 0) {
          yield data.join('\n')
          data = []
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
