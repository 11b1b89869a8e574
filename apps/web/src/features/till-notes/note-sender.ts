import { CallError } from '../../lib/call-error.ts'
import type { Note } from './note.ts'
import type { NoteStore } from './note-store.ts'

/** The calls that record a note. Each throws a CallError when it is refused or not answered. */
export interface NoteApi {
  /** The same request for the same key. */
  create: (note: Note, key: string) => Promise<{ id: string }>
  /** The request that was made with a key long ago. */
  find: (key: string) => Promise<{ id: string }>
  /** The same payment for the same key. */
  pay: (requestId: string, note: Note, key: string) => Promise<unknown>
}

export interface SenderDeps {
  api: NoteApi
  store: NoteStore
  /** The till that may send now; undefined without a connection, or while nobody is at it. */
  tillId: () => string | undefined
  /** Runs at most one sender at a time, over all tabs; does nothing while another tab sends. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Notes that the server has now. */
  onSent: (notes: readonly Note[]) => void
}

/** Refused because of the till or the person, not of the note: it is sent as soon as they may. */
const waitsForTill: ReadonlySet<string> = new Set(['TILL_SIGN_ON_REQUIRED', 'UNAUTHORIZED'])

/**
 * Sends what was noted, one after the other in order, each until the server has it. Everything that a call does is repeated under the
 * same key, so that a lost answer, a restart and a second tab record it once. A note that is refused stays, with the reason, and those
 * behind it are sent: the money of each is in the drawer already.
 */
export function createNoteSender({ api, store, tillId, alone, onSent }: SenderDeps) {
  let isSending = false

  async function sendAll(): Promise<void> {
    const sent: Note[] = []
    for (;;) {
      const till = tillId()
      const next = till === undefined ? undefined : store.list().find((note) => note.tillId === till && !note.refusal)
      if (!next) break
      // oxlint-disable-next-line no-await-in-loop -- in order
      const outcome = await send(next)
      if (outcome === 'later') break
      if (outcome === 'sent') sent.push(next)
    }
    if (sent.length > 0) onSent(sent)
  }

  async function send(note: Note): Promise<'sent' | 'refused' | 'later'> {
    const key = `${note.id}.${note.attempt}`
    store.update(note.id, { isStarted: true })
    try {
      const request = await requestOf(note, key)
      await api.pay(request.id, note, key)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Nothing but this note pays its request.
      if (error.code === 'REQUEST_PAID') return remove(note)
      if (error.code === 'REQUEST_EXPIRED' || error.code === 'REQUEST_CANCELLED') {
        const after = { ...note, attempt: note.attempt + 1 }
        store.update(note.id, { attempt: after.attempt })
        return await send(after)
      }
      if (!error.isRefusal || waitsForTill.has(error.code)) return 'later'
      store.update(note.id, { refusal: { code: error.code, body: error.body } })
      return 'refused'
    }
    return remove(note)
  }

  function remove(note: Note): 'sent' {
    store.remove(note.id)
    return 'sent'
  }

  async function requestOf(note: Note, key: string): Promise<{ id: string }> {
    try {
      return await api.create(note, key)
    } catch (error) {
      // The answer of the first call is forgotten after a while, its request is not.
      if (error instanceof CallError && error.code === 'SALE_ABANDONED') return await api.find(key)
      throw error
    }
  }

  return {
    /** May be called at any time, as often as one likes. */
    run: async (): Promise<void> => {
      if (isSending || tillId() === undefined || store.list().length === 0) return
      isSending = true
      try {
        await alone(sendAll)
      } finally {
        isSending = false
      }
    },
    /** A refused note once more, as a new request: the one before was refused for good. */
    sendAgain: (note: Note): void => {
      if (note.refusal) store.update(note.id, { refusal: undefined, attempt: note.attempt + 1 })
    },
  }
}
