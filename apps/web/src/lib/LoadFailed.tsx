import { Trans } from '@lingui/react/macro'
import { Button, Notice, TextLink, Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { AsyncData } from './async-data.ts'
import { deployed } from './config.ts'
import { useOnline } from './useOnline.ts'

interface LoadFailedProps {
  source: Pick<AsyncData<unknown>, 'retry' | 'retrying' | 'failures'>
  /** The heading of a page that shows nothing else, for screen readers. */
  pageTitle?: ReactNode | undefined
  children: ReactNode
}

/**
 * Takes the place of the part of a screen that failed to load. Offers a retry, and a second way once that has failed as well. The rest
 * of the screen keeps working. Without signal nothing has failed and a retry is of no use: one sentence says so, and the part loads by
 * itself.
 */
export function LoadFailed({ source, pageTitle, children }: LoadFailedProps) {
  const online = useOnline()
  const notice = !online ? (
    <p className="text-ink-2" role="status">
      <Trans>No signal. This shows by itself when it’s back.</Trans>
    </p>
  ) : (
    <Notice tone="negative" live="polite" title={children} level={3}>
      {(source.failures ?? 0) > 1 && (
        <p className="pb-3">
          <Trans>
            Your money is safe. Try again later, or <TextLink href={`mailto:${deployed.supportEmail}`}>contact us</TextLink>.
          </Trans>
        </p>
      )}
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
