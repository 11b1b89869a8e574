import { Trans, useLingui } from '@lingui/react/macro'
import { PortalPage, TabLinks } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'

type Tab = 'keys' | 'webhooks' | 'requests'

/** One of the three pages for developers, under their tabs. */
export function DevelopersPage({ current, actions, children }: { current: Tab; actions?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  const { isTest, may } = useBusiness()
  const tabs = [
    { key: 'keys', href: businessPaths.apiKeys, label: <Trans>API keys</Trans>, isSeen: may('keys:write') },
    { key: 'webhooks', href: businessPaths.webhooks(), label: <Trans>Webhooks</Trans>, isSeen: may('webhooks:write') },
    { key: 'requests', href: businessPaths.requests, label: <Trans>Request log</Trans>, isSeen: may('requests:read') },
  ]
  return (
    <PortalPage
      title={<Trans>Developers</Trans>}
      detail={isTest ? <Trans>Test mode: everything works, no real money moves</Trans> : <Trans>Live: calls move real money</Trans>}
      actions={actions}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TabLinks
          label={t`Developers`}
          links={tabs.filter(({ isSeen }) => isSeen).map(({ key, href, label }) => ({ href, label, current: key === current }))}
        />
        {children}
      </div>
    </PortalPage>
  )
}
