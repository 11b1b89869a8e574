import { Trans } from '@lingui/react/macro'
import { Button, Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { Part } from './account.ts'

/** In the place of a part that could not be loaded: says which, and offers another try. The rest of the screen goes on. */
export function Failed({ part, children }: { part: Pick<Part<unknown>, 'retry' | 'retrying'>; children: ReactNode }) {
  return (
    <Notice tone="negative" live="polite" title={children} level={3}>
      <Button variant="outlined" size="s" onPress={part.retry} busy={part.retrying}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
