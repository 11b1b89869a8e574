import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, IconButton, Notice, Spinner } from '@nikau/ui'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reporting } from '../../../lib/reporting.ts'
import { Attribution } from './Attribution.tsx'
import type { ShopMapProps } from './ShopMap.tsx'

export interface MapPaneProps extends Omit<ShopMapProps, 'onBroken'> {
  onClose: () => void
  /** The shop that is looked at, in words. */
  details?: ReactNode | undefined
}

type Loaded = { ShopMap: ComponentType<ShopMapProps> } | 'loading' | 'broken'

/** The map and what was chosen on it. Its code is large and comes only now; without it the list still has everything. */
export function MapPane({ details, onClose, ...map }: MapPaneProps) {
  const { t } = useLingui()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  useEffect(() => {
    let gone = false
    import('./ShopMap.tsx').then(
      ({ ShopMap }) => gone || setLoaded({ ShopMap }),
      (error: unknown) => {
        reporting.fault('ChunkLoadError', error)
        if (!gone) setLoaded('broken')
      },
    )
    return () => void (gone = true)
  }, [])
  return (
    <section className="flex h-full min-h-0 flex-col gap-2" aria-label={t`Map`}>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-xl bg-sunken">
        {loaded === 'broken' ? (
          <div className="p-4">
            <Notice tone="info" live="polite" title={<Trans>The map can’t be shown here</Trans>}>
              <Trans>The list has every shop.</Trans>
            </Notice>
          </div>
        ) : loaded === 'loading' ? (
          <div className="grid h-full place-items-center">
            <Spinner>
              <Trans>Drawing the map</Trans>
            </Spinner>
          </div>
        ) : (
          <loaded.ShopMap {...map} onBroken={() => setLoaded('broken')} />
        )}
        <div className="absolute inset-x-3 bottom-3 z-10" aria-live="polite">
          {details !== undefined && (
            <div className="flex items-start gap-2 rounded-xl bg-raised p-4 shadow-3">
              <div className="min-w-0 flex-1">{details}</div>
              <IconButton label={t`Close`} icon={<Icon name="close" />} onPress={onClose} />
            </div>
          )}
        </div>
      </div>
      <Attribution />
    </section>
  )
}
