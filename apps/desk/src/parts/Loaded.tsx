import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Notice, Skeleton, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { DeskQuery } from '../lib/desk-hooks.ts'
import { refusalSentence } from '../lib/refusals.ts'
import { AwayNotice } from './Fresh.tsx'

interface LoadedProps<T> {
  query: DeskQuery<T>
  children: (data: T) => ReactNode
}

/** What a screen shows of a query: its rows in grey, its data with the time it was read when the server is away, or why there is none. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { i18n } = useLingui()
  const { data, error, readAt, reload } = query
  const showsSkeleton = useSkeleton(data === undefined && error === null)
  if (data !== undefined)
    return (
      <>
        <AwayNotice readAt={readAt} />
        {children(data)}
      </>
    )
  if (error)
    return (
      <div className="dk-failed">
        <Notice tone="negative" live="assertive" title={<Trans>This could not be read</Trans>}>
          {i18n._(refusalSentence(error.code === 'NETWORK' ? 'UNAVAILABLE' : error.code))}
        </Notice>
        <Button size="s" variant="outlined" onPress={reload}>
          <Trans>Read again</Trans>
        </Button>
      </div>
    )
  return (
    <div className="dk-loading" aria-busy="true">
      {showsSkeleton && Array.from({ length: 5 }, (_, row) => <Skeleton key={row} width={row % 2 ? 'l' : 'full'} />)}
    </div>
  )
}
