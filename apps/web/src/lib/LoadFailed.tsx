import { Trans } from '@lingui/react/macro'
import { Button, Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { AsyncData } from './async-data.ts'

/** Takes the place of the part of a screen that failed to load, and offers a retry. The rest of the screen keeps working. */
export function LoadFailed({ source, children }: { source: Pick<AsyncData<unknown>, 'retry' | 'retrying'>; children: ReactNode }) {
  return (
    <Notice tone="negative" live="polite" title={children} level={3}>
      <Button variant="outlined" size="s" onPress={source.retry} busy={source.retrying}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
