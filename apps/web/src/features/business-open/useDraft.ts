import { useEffect } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

const keyOf = (step: string) => `nikau.business-open.${step}`

/** What was typed into a step before it was left; until this tab is closed, or the step is saved. */
export function readDraft<T extends object>(step: string): Partial<T> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(step)) ?? '{}') as Partial<T>
  } catch {
    return {}
  }
}

/** Keeps what is typed, so that leaving a step and coming back loses nothing. */
export function useKeptDraft<T extends FieldValues>(step: string, form: UseFormReturn<T>): void {
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => sessionStorage.setItem(keyOf(step), JSON.stringify(values)) }),
    [step, form],
  )
}

export function forgetDraft(step: string): void {
  sessionStorage.removeItem(keyOf(step))
}

/** The draft over what is saved. */
export function withDraft<T extends FieldValues>(step: string, saved: T): DefaultValues<T> {
  return { ...saved, ...readDraft<T>(step) } as DefaultValues<T>
}
