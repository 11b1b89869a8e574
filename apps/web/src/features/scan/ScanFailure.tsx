import { Trans } from '@lingui/react/macro'
import { Button, Card, Icon } from '@nikau/ui'
import { Message } from '../../lib/Message.tsx'
import { permissionStepsFor, type ScanError, scanErrorMessages } from './scan-errors.ts'

/** Replaces the camera picture: the error, what to do about it, and a retry. */
export function ScanFailure({ error, onRefresh }: { error: ScanError; onRefresh: () => void }) {
  return (
    <div className="my-auto text-ink" role="alert">
      <Card>
        <div className="flex flex-col items-center gap-4 p-2 text-center">
          <Icon name="problem" size="l" />
          <p className="font-semibold text-balance">
            <Message of={scanErrorMessages[error]} />
          </p>
          {error === 'denied' && (
            <p className="text-label text-ink-2 text-balance">
              <Message of={permissionStepsFor(navigator.userAgent)} />
            </p>
          )}
          <Button variant="filled" full onPress={onRefresh} icon={<Icon name="refresh" size="s" />}>
            <Trans>Refresh</Trans>
          </Button>
        </div>
      </Card>
    </div>
  )
}
