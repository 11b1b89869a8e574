import { Trans } from '@lingui/react/macro'
import { deployed } from '../../../lib/config.ts'

/** The map data's sources. Their licences require the attribution. */
export function Attribution() {
  return (
    <p className="text-caption text-ink-2">
      <Trans>
        Map data ©{' '}
        <a className="underline" href="https://www.openstreetmap.org/copyright" rel="noreferrer" target="_blank">
          OpenStreetMap contributors
        </a>{' '}
        (ODbL) and{' '}
        <a className="underline" href="https://www.geonames.org/about.html" rel="noreferrer" target="_blank">
          GeoNames
        </a>{' '}
        (CC BY 4.0)
      </Trans>
      {deployed.map && <> · {deployed.map.attribution}</>}
    </p>
  )
}
