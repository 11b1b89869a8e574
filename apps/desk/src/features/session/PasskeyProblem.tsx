import { Trans, useLingui } from '@lingui/react/macro'
import { refusalSentence } from '../../lib/refusals.ts'
import type { CeremonyProblem } from './useCeremony.ts'

export function PasskeyProblem({ problem }: { problem: CeremonyProblem }) {
  const { i18n } = useLingui()
  if (problem === 'unused') return <Trans>No passkey was used.</Trans>
  return i18n._(refusalSentence(problem.code === 'NETWORK' ? 'UNAVAILABLE' : problem.code))
}
