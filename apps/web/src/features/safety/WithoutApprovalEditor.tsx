import { Trans, useLingui } from '@lingui/react/macro'
import type { TillSettings } from '@nikau/contract/patron-codes'
import { useUpdateTillSettings } from '../../lib/till-settings.ts'
import { LimitSheet } from './LimitSheet.tsx'

/** Sets what tills may take in a day without asking, or ends it. */
export function WithoutApprovalEditor({ settings, onClose }: { settings: TillSettings; onClose: () => void }) {
  const { t } = useLingui()
  const { set, isPending, error } = useUpdateTillSettings()
  return (
    <LimitSheet
      title={t`Pay at the till without asking me`}
      limit={settings.withoutApproval?.limit}
      lowest={1n}
      highest={settings.highestWithoutApproval}
      isPending={isPending}
      error={error}
      endLabel={<Trans>Always ask me</Trans>}
      save={(withoutApproval) => set({ withoutApproval })}
      onClose={onClose}
      renderMeaning={() => <Trans>In one day, with your barcode. Above it you approve each payment.</Trans>}
    />
  )
}
