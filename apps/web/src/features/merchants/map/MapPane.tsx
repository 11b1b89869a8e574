import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, IconButton, Notice, Spinner } from '@nikau/ui'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { reporting } from '../../../lib/reporting.ts'
import type { ShopMapProps } from './ShopMap.tsx'

export interface MapPaneProps extends Omit<ShopMapProps, 'card' | 'onUnavailable'> {
  onClose: () => void
  /** The selected shop's details. */
  details?: ReactNode | undefined
}

type Loaded = { ShopMap: ComponentType<ShopMapProps>; Attribution: ComponentType } | 'loading' | 'unavailable'

/** The map and the selected shop. Its large chunk is loaded on demand; if that fails, the list still has everything. */
export function MapPane({ details, onClose, ...map }: MapPaneProps) {
  const { t } = useLingui()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let unmounted = false
    import('./ShopMap.tsx').then(
      ({ ShopMap, Attribution }) => unmounted || setLoaded({ ShopMap, Attribution }),
      (error: unknown) => {
        reporting.error('ChunkLoadError', error)
        if (!unmounted) setLoaded('unavailable')
      },
    )
    return () => void (unmounted = true)
  }, [])
  return (
    <section className="flex h-full min-h-0 flex-col gap-2" aria-label={t`Map`}>
      <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden rounded-xl bg-sunken">
        {loaded === 'unavailable' ? (
          <div className="p-4">
            <Notice tone="info" live="polite" title={<Trans>We can’t show the map here</Trans>}>
              <Trans>You’ll find every shop in the list.</Trans>
            </Notice>
          </div>
        ) : loaded === 'loading' ? (
          <div className="grid h-full place-items-center" aria-busy="true">
            <Spinner>
              <Trans>Loading map</Trans>
            </Spinner>
          </div>
        ) : (
          <div className="min-h-0 flex-1">
            <loaded.ShopMap {...map} card={card} onUnavailable={() => setLoaded('unavailable')} />
          </div>
        )}
        {/* Over the map, or below it where large text would cover all of it. */}
        <div className="absolute inset-x-3 bottom-3 z-10 max-[18rem]:static" aria-live="polite" ref={card}>
          {details !== undefined && (
            <div className="flex items-start gap-2 rounded-xl bg-raised p-4 shadow-3">
              <div className="min-w-0 flex-1">{details}</div>
              <IconButton label={t`Close`} icon={<Icon name="close" />} onPress={onClose} />
            </div>
          )}
        </div>
      </div>
      {typeof loaded === 'object' && <loaded.Attribution />}
    </section>
  )
}
