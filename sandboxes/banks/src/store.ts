import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The state of the banks: named collections in memory and, with a folder, one journal on disk. A journal line is a JSON array
 * of changes, written with a single call, so that a killed process leaves the whole change or none of it. An incomplete last
 * line is dropped on opening. There is no fsync: the journal survives a killed process, not a power failure.
 */
export type Collection<T> = {
  get(id: string): T | undefined
  put(id: string, value: T): void
  delete(id: string): void
  values(): MapIterator<T>
  size(): number
}

export type Store = {
  collection<T>(name: string): Collection<T>
  /** Everything put or deleted inside becomes one journal line. */
  atomically<T>(change: () => T): T
  close(): void
}

type Change = [collection: string, id: string, value: unknown]

export const openStore = (folder: string | undefined): Store => {
  const collections = new Map<string, Map<string, unknown>>()
  const rows = (name: string): Map<string, unknown> => {
    const known = collections.get(name)
    if (known) return known
    const fresh = new Map<string, unknown>()
    collections.set(name, fresh)
    return fresh
  }

  let journal: number | undefined
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'banks.jsonl')
    if (existsSync(path)) replay(readFileSync(path, 'utf8'), rows)
    compact(path, collections)
    journal = openSync(path, 'a')
  }

  let open: Change[] | undefined
  const record = (change: Change): void => {
    if (open) open.push(change)
    else write([change])
  }
  const write = (changes: Change[]): void => {
    if (journal !== undefined && changes.length > 0) writeSync(journal, `${JSON.stringify(changes)}\n`)
  }

  return {
    collection<T>(name: string): Collection<T> {
      const map = rows(name) as Map<string, T>
      return {
        get: (id) => map.get(id),
        put: (id, value) => {
          map.set(id, value)
          record([name, id, value])
        },
        delete: (id) => {
          if (map.delete(id)) record([name, id, null])
        },
        values: () => map.values(),
        size: () => map.size,
      }
    },
    atomically(change) {
      if (open) return change()
      open = []
      try {
        return change()
      } finally {
        const changes = open
        open = undefined
        write(changes)
      }
    },
    close() {
      if (journal !== undefined) closeSync(journal)
      journal = undefined
    },
  }
}

const replay = (text: string, rows: (name: string) => Map<string, unknown>): void => {
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    // A last line without its newline is incomplete; any other broken line is an error.
    if (index === lines.length - 1) return
    for (const [name, id, value] of JSON.parse(line) as Change[]) {
      if (value === null) rows(name).delete(id)
      else rows(name).set(id, value)
    }
  }
}

/** Rewrites the journal as its final state, so that it does not grow for ever. */
const compact = (path: string, collections: Map<string, Map<string, unknown>>): void => {
  const lines: string[] = []
  for (const [name, rows] of collections) for (const [id, value] of rows) lines.push(JSON.stringify([[name, id, value]]))
  writeFileSync(`${path}.new`, lines.length > 0 ? `${lines.join('\n')}\n` : '')
  renameSync(`${path}.new`, path)
}
