import { Trans } from '@lingui/react/macro'
import { Button, Notice, Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { AsyncData } from './async-data.ts'

interface LoadFailedProps {
  source: Pick<AsyncData<unknown>, 'retry' | 'retrying'>
  /** The heading of a page that shows nothing else, for screen readers. */
  pageTitle?: ReactNode | undefined
  children: ReactNode
}

/** Takes the place of the part of a screen that failed to load, and offers a retry. The rest of the screen keeps working. */
export function LoadFailed({ source, pageTitle, children }: LoadFailedProps) {
  const notice = (
    <Notice tone="negative" live="polite" title={children} level={3}>
      <Button variant="outlined" size="s" onPress={source.retry} busy={source.retrying}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
  if (pageTitle === undefined) return notice
  return (
    <>
      <Title hidden>{pageTitle}</Title>
      {notice}
    </>
  )
}
