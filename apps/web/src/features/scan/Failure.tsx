import { Trans } from '@lingui/react/macro'
import { Button, Card, Icon } from '@nikau/ui'
import { Words } from '../../lib/Words.tsx'
import { stepsFor, type Trouble, troubleTexts } from './trouble.ts'

/** In the place of the camera picture: what is the matter, what helps, and another try. */
export function Failure({ trouble, onRefresh }: { trouble: Trouble; onRefresh: () => void }) {
  return (
    <div className="my-auto text-ink" role="alert">
      <Card>
        <div className="flex flex-col items-center gap-4 p-2 text-center">
          <Icon name="problem" size="l" />
          <p className="font-semibold text-balance">
            <Words of={troubleTexts[trouble]} />
          </p>
          {trouble === 'denied' && (
            <p className="text-label text-ink-2 text-balance">
              <Words of={stepsFor(navigator.userAgent)} />
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
