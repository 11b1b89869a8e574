import { useLingui } from '@lingui/react/macro'
import { QrCode, TextLink } from '@nikau/ui'
import { urlOf } from '../../lib/paths.ts'
import { tillPath } from '../../lib/business-paths.ts'

/** Where a device opens the till: to be read, scanned or followed. It says nothing about the shop, and pairs nothing by itself. */
export function TillAddress() {
  const { t } = useLingui()
  const url = urlOf(tillPath)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="w-24">
        <QrCode text={url} label={t`QR code of the till’s address`} />
      </div>
      {/* Below the code where large text leaves it no room beside. A box of its own: on two lines, an inline link is hit in part. */}
      <div className="grid min-w-0 flex-1 basis-36">
        <TextLink href={url} target="_blank" rel="noreferrer">
          <span className="wrap-anywhere">{url.replace(/^https?:\/\//, '')}</span>
        </TextLink>
      </div>
    </div>
  )
}
