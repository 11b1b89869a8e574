import { useLingui } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { DeskError } from '../lib/desk-error.ts'
import { reasonOf, refusalSentence } from '../lib/refusals.ts'
import { Mono } from './Mono.tsx'

/** Why an act was refused, in words; the ledger's own code stands below them. */
export function Refusal({ title, error, children }: { title: ReactNode; error: DeskError; children?: ReactNode }) {
  const { i18n } = useLingui()
  const reason = reasonOf(error)
  return (
    <Notice tone="negative" live="assertive" title={title}>
      {children ?? <p>{i18n._(refusalSentence(error.code))}</p>}
      {reason !== undefined && <Mono>{reason}</Mono>}
    </Notice>
  )
}
