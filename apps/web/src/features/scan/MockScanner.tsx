import { Trans, useLingui } from '@lingui/react/macro'
import { Page, PageBody, Title } from '@nikau/ui'
import { useState } from 'react'
import { BarcodeScanTabs } from '../../lib/BarcodeScanTabs.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { CodeForm } from './CodeForm.tsx'
import { ScanFailure } from './ScanFailure.tsx'
import type { ScanError } from './scan-errors.ts'
import { useOpenScannedCode } from './useOpenScannedCode.ts'

/** Replaces the camera for tests and demos: the entered text counts as scanned. */
export function MockScanner() {
  const { t } = useLingui()
  const { bar } = useScreen()
  const openScannedCode = useOpenScannedCode()
  const [error, setError] = useState<ScanError>()
  const [busy, setBusy] = useState(false)
  const handleCode = async (text: string) => {
    setBusy(true)
    setError(await openScannedCode(text))
    setBusy(false)
  }
  return (
    <Page bar={bar}>
      <PageBody>
        <div className="flex flex-col gap-6 pt-2">
          <BarcodeScanTabs current="scan" />
          <Title>
            <Trans>Scan</Trans>
          </Title>
          {error ? (
            <ScanFailure error={error} onRefresh={() => setError(undefined)} />
          ) : (
            <CodeForm
              label={t`Scanned code`}
              hint={t`The camera is off in this mode. Enter the text of a QR code.`}
              busy={busy}
              onCode={(text) => void handleCode(text)}
            />
          )}
        </div>
      </PageBody>
    </Page>
  )
}
