import { type LngLatBounds, Map as MapView, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { deployed } from '../../../lib/config.ts'
import { reporting } from '../../../lib/reporting.ts'
import { closest, country, farthest, mapStyle, onTheme, themeColours } from './basemap.ts'

setWorkerUrl(workerUrl)

/** The map in its box, in the theme's colours, north up; undefined until it stands. Without WebGL there is none. */
export function useMap(box: RefObject<HTMLElement | null>, title: string, onBroken: () => void): MapView | undefined {
  const [map, setMap] = useState<MapView>()
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    if (!box.current) return undefined
    const view = created(box.current, title)
    if (!view) return broken()
    view.on('error', (event) => {
      // A tile that does not come is no fault of ours, and our own map lies beneath it.
      if ((event as { sourceId?: string }).sourceId !== 'tiles') reporting.fault('mapFailed', event.error)
    })
    view.once('style.load', () => setMap(view))
    const stopWatching = onTheme(() => view.setStyle(mapStyle(themeColours(), deployed.map)))
    return () => {
      stopWatching()
      view.remove()
      setMap(undefined)
    }
  }, [box, title])
  return map
}

/** What of the world is in view, and how near, in half steps. Pins outside it are not drawn: nobody can see them, and the Tab key would visit them all. */
export function useView(map: MapView | undefined): { level: number; bounds: LngLatBounds | undefined } {
  const [view, setView] = useState<{ level: number; bounds: LngLatBounds | undefined }>({ level: 5, bounds: undefined })
  const look = useEffectEvent(() => map && setView({ level: Math.floor(map.getZoom() * 2) / 2, bounds: map.getBounds() }))
  useEffect(() => {
    if (!map) return undefined
    const first = requestAnimationFrame(look)
    const subscription = map.on('move', look)
    return () => {
      cancelAnimationFrame(first)
      subscription.unsubscribe()
    }
  }, [map])
  return view
}

function created(container: HTMLElement, title: string): MapView | undefined {
  try {
    const view = new MapView({
      container,
      style: mapStyle(themeColours(), deployed.map),
      bounds: country,
      maxBounds: farthest,
      maxZoom: closest(deployed.map),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: { 'Map.Title': title },
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { fadeDuration: 0 }),
    })
    view.touchZoomRotate.disableRotation()
    view.keyboard.disableRotation()
    return view
  } catch (error) {
    reporting.fault('mapFailed', error)
    return undefined
  }
}
