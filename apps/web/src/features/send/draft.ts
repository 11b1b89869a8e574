import type { GiftWrap, SendPurpose } from '@nikau/contract/asset-transfers'
import type { Brake } from '@nikau/contract/payees'
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.tsx'

/** A send that is being written. It stays in the tab through reloads, until it is sent or given up. */
export interface SendDraft {
  /** As typed. */
  recipientText: string
  /** The recipient that `recipientText` was understood as. */
  alias?: string
  /** The name of the contact that was chosen. */
  name?: string
  amountText: string
  message: string
  /** The paper of a token; `none`: without. */
  wrap: GiftWrap | 'none'
  /** The name check of this recipient, amount and message. */
  check?: { known: boolean; name?: string; brake: Brake }
  /** What the sender calls a new recipient. */
  calledName: string
  purpose?: SendPurpose
  /** The send that waited, to which this is the answer. */
  heldSendId?: string
}

const empty: SendDraft = { recipientText: '', amountText: '', message: '', wrap: 'lilac', calledName: '' }

const draftKey = (userId: string) => `send-${userId}`
const pendingKey = (userId: string) => `pending-send-${userId}`
const listeners = new Set<() => void>()

function store(key: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const parse = (text: string | null): SendDraft => (text === null ? empty : { ...empty, ...(JSON.parse(text) as SendDraft) })

export interface DraftStore {
  draft: SendDraft
  /** Another recipient, amount or message needs another check, and its purpose is asked anew. */
  change: (fields: Partial<Pick<SendDraft, 'recipientText' | 'alias' | 'name' | 'amountText' | 'message' | 'wrap'>>) => void
  /** What the steps of the check add. */
  note: (fields: Partial<Pick<SendDraft, 'check' | 'calledName' | 'purpose'>>) => void
  /** Starts from a contact or from a send that waited. */
  start: (fields: Partial<SendDraft>) => void
  clear: () => void
}

export function useDraft(): DraftStore {
  const userId = useSession().user.profile.sub
  const key = draftKey(userId)
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key))
  return useMemo(() => {
    const current = () => parse(sessionStorage.getItem(key))
    return {
      draft: parse(text),
      change: (fields) => {
        const { check: _check, purpose: _purpose, heldSendId: _heldSendId, ...rest } = current()
        store(key, { ...rest, ...fields })
      },
      note: (fields) => store(key, { ...current(), ...fields }),
      start: (fields) => store(key, { ...empty, ...fields }),
      clear: () => {
        store(key, undefined)
        store(pendingKey(userId), undefined)
      },
    }
  }, [key, text, userId])
}

/**
 * The idempotency key of a send. It is made when the check step opens and stays with exactly this send through time-outs and
 * reloads, until the send has succeeded. Another send gets another key.
 */
export function idempotencyKeyOf(userId: string, content: unknown): string {
  const wanted = JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  const text = sessionStorage.getItem(pendingKey(userId))
  const pending = text === null ? undefined : (JSON.parse(text) as { key: string; content: string })
  if (pending?.content === wanted) return pending.key
  const key = crypto.randomUUID()
  store(pendingKey(userId), { key, content: wanted })
  return key
}
