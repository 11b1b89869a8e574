import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Journal<Event> = { add(event: Event): void; close(): void }

/**
 * One event per line; the state of the company is their result. A line is written with a single call before it takes effect, so
 * that a killed process leaves it whole or not at all; an incomplete one is removed on opening. It survives a killed process,
 * not a power failure.
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
