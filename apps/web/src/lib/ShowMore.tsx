import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import type { ReactNode } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Under a table of the portal whose next page is read on demand; `shown` says what the table has already. */
export function ShowMore({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage }, shown }: { pages: Pages; shown?: ReactNode }) {
  const { t } = useLingui()
  if (!hasNextPage) return null
  return (
    <div className="flex items-center justify-end gap-3 p-4">
      {shown !== undefined && (
        <span className="mr-auto text-label text-ink-2" role="status">
          {shown}
        </span>
      )}
      <Button variant="tonal" size="s" onPress={() => void fetchNextPage()} busy={isFetchingNextPage} busyLabel={t`Loading`}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
