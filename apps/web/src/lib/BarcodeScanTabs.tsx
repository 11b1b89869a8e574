import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedLinks } from '@nikau/ui'
import { useEffect } from 'react'
import { useFlags } from './flags.ts'
import { rememberPayScreen } from './last-pay-screen.ts'
import { paths } from './paths.ts'

/** Switches between the person's barcode and the scanner; hidden if there is no barcode. */
export function BarcodeScanTabs({ current }: { current: 'my-codes' | 'scan' }) {
  const { t } = useLingui()
  const { showBarcode } = useFlags()
  useEffect(() => rememberPayScreen(current), [current])
  if (!showBarcode) return null
  return (
    <SegmentedLinks
      label={t`Barcode or scan`}
      links={[
        { href: paths.myCodes, label: <Trans>Barcode</Trans>, current: current === 'my-codes' },
        { href: paths.scan, label: <Trans>Scan</Trans>, current: current === 'scan' },
      ]}
    />
  )
}
