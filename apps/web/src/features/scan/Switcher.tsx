import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedLinks } from '@nikau/ui'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { useWay } from '../../lib/screen.ts'

/** Between showing a code and reading one; only where there is one to show. */
export function Switcher() {
  const { t } = useLingui()
  const { showBarcode } = useFlags()
  const codes = useWay('my-codes')
  if (!showBarcode || codes === undefined) return null
  return (
    <SegmentedLinks
      label={t`Barcode or scan`}
      links={[
        { href: codes, label: <Trans>Barcode</Trans> },
        { href: paths.scan, label: <Trans>Scan</Trans>, current: true },
      ]}
    />
  )
}
