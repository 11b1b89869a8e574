import { Trans } from '@lingui/react/macro'
import type { OwnLimit } from '@nikau/contract/own-limits'
import type { Cents } from '@nikau/money'
import { useOwnLimitName, useSetOwnLimit } from '../../lib/own-limits.ts'
import { reloadTillSettings } from '../../lib/till-settings.ts'
import { LimitSheet } from './LimitSheet.tsx'

interface OwnLimitEditorProps {
  limit: OwnLimit
  riseHours: number
  onClose: () => void
}

/** Sets one limit or ends it, and says when that takes effect. */
export function OwnLimitEditor({ limit, riseHours, onClose }: OwnLimitEditorProps) {
  const name = useOwnLimitName()(limit.name)
  const { set, isPending, error } = useSetOwnLimit()
  const save = async (to: Cents | null) => {
    const isSet = await set(limit.name, to)
    if (isSet && limit.name === 'no-signal') reloadTillSettings()
    return isSet
  }
  const renderMeaning = (amount: Cents | undefined) => {
    if (limit.limit === undefined) return <Trans>Takes effect at once, and counts from now on.</Trans>
    if (amount !== undefined && amount > limit.limit) return <Trans>Takes effect in {riseHours} hours. You can take it back until then.</Trans>
    return <Trans>Takes effect at once.</Trans>
  }
  return (
    <LimitSheet
      title={name}
      limit={limit.limit}
      lowest={0n}
      highest={limit.highest}
      isPending={isPending}
      error={error}
      endLabel={limit.name !== 'no-signal' && <Trans>No limit, in {riseHours} hours</Trans>}
      save={save}
      onClose={onClose}
      renderMeaning={renderMeaning}
    />
  )
}
