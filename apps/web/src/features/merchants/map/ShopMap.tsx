import { useLingui } from '@lingui/react/macro'
import { Icon, IconButton, LocateIcon, MinusIcon } from '@nikau/ui'
import { type FocusEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { intervalBounds, type Cluster, clustersAt, type Point, type Shop } from './clusters.ts'
import { Pin } from './Pin.tsx'
import { useMap, useMapView } from './useMap.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import './shop-map.css'

export { Attribution } from './Attribution.tsx'

export interface ShopMapProps {
  shops: Shop[]
  origin: Point | undefined
  /** The id of the selected shop. */
  selected: string | undefined
  onSelect: (id: string) => void
  /** What lies over the lower part of the map. */
  card: RefObject<HTMLElement | null>
  /** Requests the person's location, if no other control on the screen does. */
  onLocate?: (() => void) | undefined
  /** The browser cannot render the map. */
  onUnavailable: () => void
}

/** Shows the suburb around a shop. */
const detailZoom = 11
/** Keeps pins clear of the edges and the buttons. */
const padding = { top: 64, bottom: 40, left: 40, right: 80 }

/** All shops on a map. Pins are buttons, so touch, keyboard and screen readers can use them; the list offers the same choices. */
export function ShopMap({ shops, origin, selected, onSelect, card, onLocate, onUnavailable }: ShopMapProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const map = useMap(box, t`Map of shops`, onUnavailable)
  const chosen = shops.find(({ id }) => id === selected)
  const { level, bounds: seen } = useMapView(map)
  const clusters = useMemo(
    () =>
      clustersAt(
        shops.filter((shop) => shop !== chosen),
        level,
      ),
    [shops, chosen, level],
  )

  // First fit all results, then centre the selected shop.
  const found = shops.map(({ id }) => id).join()
  useEffect(() => {
    const bounds = intervalBounds([...shops.map(({ location }) => location), ...(origin ? [origin] : [])])
    if (map && bounds) map.fitBounds(bounds, { padding, maxZoom: detailZoom })
    // oxlint-disable-next-line react/exhaustive-deps -- the same shops in a new array must not move the map
  }, [map, found, origin])
  useEffect(() => {
    if (map && chosen) map.easeTo({ center: chosen.location, zoom: Math.max(map.getZoom(), detailZoom) })
    // oxlint-disable-next-line react/exhaustive-deps -- compared by id, for the same reason
  }, [map, chosen?.id])

  const open = ({ at, shops: inside }: Cluster) => {
    const bounds = intervalBounds(inside.map(({ location }) => location))
    const camera = map && bounds && map.cameraForBounds(bounds, { padding })
    // Zoom in far enough to split the pin, but keep some of the surroundings in view.
    const nearer = (map?.getZoom() ?? 0) + 1.5
    map?.easeTo({ center: camera?.center ?? at, zoom: Math.max(nearer, Math.min(camera?.zoom ?? nearer, detailZoom)) })
    // The focused pin is about to disappear: keep keyboard focus on the map.
    if (document.activeElement?.closest('.shop-pin')) map?.getCanvas().focus({ preventScroll: true })
  }

  /** Tab may lead to a pin under the card, the buttons or the edge: the map moves it to where it can be seen. */
  const showFocused = ({ target }: FocusEvent) => {
    if (!map || !box.current || !target.matches('.shop-pin:focus-visible')) return
    const pin = target.getBoundingClientRect()
    const view = box.current.getBoundingClientRect()
    const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height / 2]
    const isInside = pin.top >= view.top && pin.left >= view.left && pin.right <= view.right
    if (isInside && target.contains(document.elementFromPoint(x, y))) return
    const bottom = card.current ? Math.min(view.bottom, card.current.getBoundingClientRect().top) : view.bottom
    map.panBy([x - (view.left + view.right) / 2, y - (view.top + bottom) / 2])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the focus of the pins inside
    <div className="shop-map" onFocus={showFocused}>
      <div className="shop-map-view" ref={box} />
      <div className="shop-map-zoom">
        {onLocate && <IconButton label={t`Use my location`} icon={<LocateIcon />} onPress={onLocate} />}
        <IconButton label={t`Zoom in`} icon={<Icon name="plus" />} onPress={() => map?.zoomIn()} />
        <IconButton label={t`Zoom out`} icon={<MinusIcon />} onPress={() => map?.zoomOut()} />
      </div>
      {map && (
        <>
          {clusters
            .filter(({ at }) => seen?.contains(at))
            .map((cluster) => {
              const [first] = cluster.shops
              const count = cluster.shops.length
              return count === 1 && first ? (
                <Pin key={cluster.key} map={map} at={cluster.at} anchor="bottom">
                  <button type="button" className="shop-pin" aria-label={first.name} onClick={() => onSelect(first.id)}>
                    <span className="shop-pin-leaf">
                      <Icon name="store" size="s" />
                    </span>
                  </button>
                </Pin>
              ) : (
                <Pin key={cluster.key} map={map} at={cluster.at} anchor="center">
                  <button type="button" className="shop-pin" aria-label={t`${count} shops, zoom in`} onClick={() => open(cluster)}>
                    <span className="shop-pin-count">{count}</span>
                  </button>
                </Pin>
              )
            })}
          {origin && (
            <Pin map={map} at={origin} anchor="center">
              {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dot drawn by its style, no picture file */}
              <span className="shop-map-here" role="img" aria-label={t`You are here`} />
            </Pin>
          )}
          {chosen && (
            <Pin map={map} at={chosen.location} anchor="bottom">
              <button type="button" className="shop-pin" aria-label={chosen.name} aria-current="true" onClick={() => onSelect(chosen.id)}>
                <span className="shop-pin-leaf">
                  <Icon name="store" size="s" />
                </span>
              </button>
            </Pin>
          )}
        </>
      )}
    </div>
  )
}
