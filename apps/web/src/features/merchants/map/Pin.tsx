import { type Map as MapView, Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from './clusters.ts'

/** Renders its children at a point of the map. */
export function Pin({ map, at: { lat, lng }, anchor, children }: { map: MapView; at: Point; anchor: 'bottom' | 'center'; children: ReactNode }) {
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => {
    const marker = new Marker({ element, anchor }).setLngLat([lng, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, anchor, lat, lng])
  return createPortal(children, element)
}
