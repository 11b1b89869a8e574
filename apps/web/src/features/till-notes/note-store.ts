import { fromStoredText, toStoredText } from '../../lib/stored-value.ts'
import { maxNotes, type NewNote, type Note } from './note.ts'

/** `full`: there are as many as a till keeps. `no-room`: the device has no room left. */
export type Kept = 'kept' | 'full' | 'no-room'

export interface NoteStore {
  /** In the order in which they are sent. The same array until something changes. */
  list: () => readonly Note[]
  add: (note: NewNote) => Kept
  /** Nothing, if the note is gone. */
  update: (id: string, change: Partial<Note>) => void
  remove: (id: string) => void
  subscribe: (listener: () => void) => () => void
}

const prefix = 'till.note.'

/**
 * One entry of the browser's storage for each note, so that two tabs never write over each other's: a note that one adds is not lost
 * when the other removes one that was sent.
 */
export function createNoteStore({ storage, newId }: { storage: Storage; newId: () => string }): NoteStore {
  const listeners = new Set<() => void>()
  let known: readonly Note[] = []
  let knownText = ''

  const list = (): readonly Note[] => {
    const texts = Array.from({ length: storage.length }, (_, place) => storage.key(place))
      .filter((key) => key?.startsWith(prefix))
      .map((key) => storage.getItem(key!) ?? '')
      .toSorted()
    const text = texts.join('\n')
    if (text === knownText) return known
    knownText = text
    known = texts
      .map(fromStoredText)
      .filter((note): note is Note => note !== undefined)
      .toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
    return known
  }
  const emit = () => {
    for (const listener of listeners) listener()
  }
  const write = (note: Note) => storage.setItem(prefix + note.id, toStoredText(note))

  return {
    list,
    add: (note) => {
      const kept = list()
      if (kept.length >= maxNotes) return 'full'
      try {
        write({ ...note, id: newId(), number: (kept.at(-1)?.number ?? 0) + 1, attempt: 1 })
      } catch {
        return 'no-room'
      }
      emit()
      return 'kept'
    },
    update: (id, change) => {
      const note = list().find((candidate) => candidate.id === id)
      if (!note) return
      write({ ...note, ...change })
      emit()
    },
    remove: (id) => {
      storage.removeItem(prefix + id)
      emit()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
