import { Trans, useLingui } from '@lingui/react/macro'
import { PortalPage, TabLinks } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'

interface TakePageProps {
  current: 'link' | 'poster' | 'till'
  linkId?: string | undefined
  children: ReactNode
}

/** The ways to take a payment, each a page under the same heading. Who makes no links has the till alone. */
export function TakePage({ current, linkId, children }: TakePageProps) {
  const { t } = useLingui()
  const { may, accountName } = useBusiness()
  if (!may('links:write'))
    return (
      <PortalPage title={<Trans>Take a payment</Trans>} detail={<Trans>At a till of {accountName}</Trans>}>
        {children}
      </PortalPage>
    )
  return (
    <PortalPage title={<Trans>Take a payment</Trans>} detail={<Trans>A link to send, a code to print, or the till</Trans>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TabLinks
          label={t`Ways to take a payment`}
          links={[
            { href: businessPaths.take(linkId), label: <Trans>Payment link</Trans>, current: current === 'link' },
            { href: businessPaths.poster(linkId), label: <Trans>Sticker and poster</Trans>, current: current === 'poster' },
            { href: businessPaths.takeTill, label: <Trans>Till</Trans>, current: current === 'till' },
          ]}
        />
        {children}
      </div>
    </PortalPage>
  )
}
