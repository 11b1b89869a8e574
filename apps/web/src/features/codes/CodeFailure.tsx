import { Trans } from '@lingui/react/macro'
import { Button, FieldScreen, Icon, type IconName, Page, PageBody, Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import { BarcodeScanTabs } from '../../lib/BarcodeScanTabs.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { useScreen } from '../../lib/current-screen.ts'

export function CodeFailure({ error, onTryAgain }: { error: Pick<CallError, 'status' | 'code'>; onTryAgain: () => void }) {
  return (
    <NoCode icon="problem" onTryAgain={onTryAgain}>
      {error.code === 'RATE_LIMIT_EXCEEDED' ? (
        <Trans>Too many requests. Please wait a moment and try again.</Trans>
      ) : error.code === 'ACCOUNT_FROZEN' ? (
        <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
      ) : error.code === 'FORBIDDEN' ? (
        <Trans>This account can’t pay with a code. You can still scan the shop’s QR code.</Trans>
      ) : error.status === 0 ? (
        <Trans>You’re offline. Check your connection and try again.</Trans>
      ) : (
        <Trans>Nothing was paid. You can still scan the shop’s QR code.</Trans>
      )}
    </NoCode>
  )
}

/** There is no code to show: why, where that is known, and a way on. */
export function NoCode({ icon, children, onTryAgain }: { icon: IconName; children: ReactNode; onTryAgain: () => void }) {
  const { bar } = useScreen()
  return (
    <FieldScreen>
      <Page ground="none" bar={bar}>
        <PageBody>
          <div className="flex min-h-[72dvh] flex-col pt-2">
            <BarcodeScanTabs current="my-codes" />
            <div className="m-auto flex max-w-80 flex-col items-center gap-3 py-8 text-center" role="alert">
              <span className="rounded-leaf-l mb-2 grid size-20 place-items-center bg-field-2">
                <Icon name={icon} size="l" />
              </span>
              <Title>
                <Trans>We were unable to generate you a barcode</Trans>
              </Title>
              {children && <p className="text-on-field-2">{children}</p>}
            </div>
            <Button full variant="accent" onPress={onTryAgain}>
              <Trans>Try Again</Trans>
            </Button>
          </div>
        </PageBody>
      </Page>
    </FieldScreen>
  )
}
