import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useCounter } from './counter.ts'
import { useSale } from './engine-instance.ts'
import { SaleProblem } from './SaleProblem.tsx'

/** What was wrong with the last code, said at once; otherwise what to do. */
export function MisreadNote({ wrong, children }: { wrong?: 'wrong-check-digit' | 'unsupported' | undefined; children?: ReactNode }) {
  const { problem, didNotArrive } = useSale()
  const { misread } = useCounter()
  const kind = wrong ?? misread
  if (kind === 'wrong-check-digit') return <Trans>The check digit is wrong. Scan or type the code again.</Trans>
  if (kind === 'unsupported') return <Trans>That isn’t a customer’s code.</Trans>
  if (didNotArrive) return <Trans>The charge didn’t reach us. Nothing was taken.</Trans>
  return problem ? <SaleProblem problem={problem} /> : children
}
