import { Trans, useLingui } from '@lingui/react/macro'
import { QrCode } from '@nikau/ui'
import { useCallback, useState } from 'react'
import { reporting } from '../../lib/reporting.ts'

/** QR code of the request's URL, for another device. Shows the URL as text when the code cannot be rendered. */
export function QrPanel({ url, merchantName }: { url: string; merchantName: string }) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  const onFailure = useCallback((reason: unknown) => {
    reporting.error('qrCodeFailed', reason)
    setFailed(true)
  }, [])
  if (failed)
    return (
      <p className="checkout-address">
        <Trans>Open this address on the other device:</Trans> {url}
      </p>
    )
  return (
    <>
      <QrCode text={url} label={t`QR code to pay ${merchantName}`} onFailure={onFailure} />
      <p className="checkout-scan">
        <Trans>Scan the QR Code to pay</Trans>
      </p>
    </>
  )
}
