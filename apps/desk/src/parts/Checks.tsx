import { Trans } from '@lingui/react/macro'
import { Icon, type IconName } from '@nikau/ui'
import type { ReactNode } from 'react'

export interface Check {
  key: string
  result: 'passed' | 'warning' | 'failed'
  text: ReactNode
}

const icons: Record<Check['result'], IconName> = { passed: 'check', warning: 'warning', failed: 'problem' }

/** What was checked, each with its result in a sign and in words for screen readers. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="dk-checks">
      {checks.map(({ key, result, text }) => (
        <li key={key} data-result={result}>
          <Icon name={icons[result]} size="s" />
          <span>
            <span className="n-hidden">
              {result === 'passed' ? <Trans>Passed:</Trans> : result === 'warning' ? <Trans>Look at it:</Trans> : <Trans>Failed:</Trans>}{' '}
            </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
