import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Journal<Event> = { add(event: Event): void; close(): void }

/**
 * Everything that happened, one line each: what the company knows is what these lines lead to. A line is written with a single
 * call before it takes effect, so that a process killed at any moment leaves it whole or not at all; one that was cut short is
 * taken off on opening. It outlives a killed process, not a power cut.
 */
export const openJournal = <Event>(folder: string | undefined, apply: (event: Event) => void): Journal<Event> => {
  if (folder === undefined) return { add: apply, close: () => undefined }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'farmlands.jsonl')
  if (existsSync(path)) {
    const text = readFileSync(path, 'utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
    for (const line of whole.split('\n')) if (line !== '') apply(JSON.parse(line) as Event)
  }
  const file = openSync(path, 'a')
  return {
    add(event) {
      writeSync(file, `${JSON.stringify(event)}\n`)
      apply(event)
    },
    close: () => closeSync(file),
  }
}
