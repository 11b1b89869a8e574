import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { createPaymentRequest } from '@nikau/contract/payment-requests'
import { findTillSale } from '@nikau/contract/tills'
import { useSyncExternalStore } from 'react'
import { currentTurn, isOffline, pairing, tillCall } from '../till-device/index.ts'
import type { Note } from './note.ts'
import { createNoteSender, type NoteApi } from './note-sender.ts'
import { createNoteStore } from './note-store.ts'

export const noteStore = createNoteStore({ storage: localStorage, newId: () => crypto.randomUUID() })

export const useNotes = (): readonly Note[] => useSyncExternalStore(noteStore.subscribe, noteStore.list)

const api: NoteApi = {
  create: ({ configId, amount, lineItems, tillId, deviceId, by, at }, idempotencyKey) =>
    tillCall(createPaymentRequest, {
      body: {
        configId,
        value: { amount, currency: 'NZD' },
        lineItems: [...lineItems],
        terminalId: tillId,
        deviceId,
        // The server records who is at the till when it is sent (docs/decisions/0198).
        operatorId: by.personId,
        notedAt: new Date(at),
        idempotencyKey,
      },
    }),
  find: (idempotencyKey) => tillCall(findTillSale, { params: { id: pairing.get()?.till.id ?? '', idempotencyKey } }),
  pay: (id, { liveness, tender }, idempotencyKey) =>
    tillCall(payPaymentRequest, { params: { id }, body: { assetType: `external.${liveness}`, transactionId: idempotencyKey, tender, idempotencyKey } }),
}

const listeners = new Set<(notes: readonly Note[]) => void>()

/** Tells of notes that were sent, until it is called off. */
export function onNotesSent(listener: (notes: readonly Note[]) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const noteSender = createNoteSender({
  api,
  store: noteStore,
  tillId: () => (isOffline() || !currentTurn.get() ? undefined : pairing.get()?.till.id),
  alone: async (work) => {
    // A browser without locks has one till in one tab.
    const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator
    if (!locks) return await work()
    await locks.request('till.notes', { ifAvailable: true }, async (lock) => {
      if (lock) await work()
    })
  },
  onSent: (notes) => {
    for (const listener of listeners) listener(notes)
  },
})
