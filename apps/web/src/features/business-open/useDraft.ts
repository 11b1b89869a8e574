import type { OpeningStep } from '@nikau/contract/businesses'
import { useEffect, useMemo } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { useSession } from '../../lib/session.tsx'

/** What was typed into a step before it was left; until the step is saved, or the person signs out (lib/session.tsx). */
export interface Draft<T extends object> {
  read: () => Partial<T>
  keep: (values: T) => void
  forget: () => void
}

/**
 * The draft of one person for one business, so that nobody sees another's. Details of the business stay in this browser. The number of
 * the payout account is nobody else's business: it goes with the tab.
 */
export function useDraft<T extends object>(step: OpeningStep, accountId: string | undefined): Draft<T> {
  const personId = useSession().user.profile.sub
  return useMemo(() => {
    const storage = step === 'payout-account' ? sessionStorage : localStorage
    const key = `nikau.business-open.${personId}.${accountId ?? 'new'}.${step}`
    return { read: () => parse<T>(storage.getItem(key)), keep: (values) => storage.setItem(key, JSON.stringify(values)), forget: () => storage.removeItem(key) }
  }, [personId, accountId, step])
}

function parse<T extends object>(text: string | null): Partial<T> {
  try {
    return JSON.parse(text ?? '{}') as Partial<T>
  } catch {
    return {}
  }
}

/** Keeps what is typed, so that leaving a step and coming back loses nothing. */
export function useKeptDraft<T extends FieldValues>(draft: Draft<T>, form: UseFormReturn<T>): void {
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }), [draft, form])
}

/** The draft over what is saved. */
export function withDraft<T extends FieldValues>(draft: Draft<T>, saved: T): DefaultValues<T> {
  return { ...saved, ...draft.read() } as DefaultValues<T>
}
