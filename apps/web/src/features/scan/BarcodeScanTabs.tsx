import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedLinks } from '@nikau/ui'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { useScreenPath } from '../../lib/current-screen.ts'

/** Switches between the person's barcode and the scanner; hidden if there is no barcode screen. */
export function BarcodeScanTabs() {
  const { t } = useLingui()
  const { showBarcode } = useFlags()
  const codes = useScreenPath('my-codes')
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
