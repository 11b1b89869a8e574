import { LngLatBounds, Map as MapView, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { deployed } from '../../../lib/config.ts'
import { reporting } from '../../../lib/reporting.ts'
import { maxZoomFor, nzBounds, maxBounds, mapStyle, onThemeChange, themeColours } from './basemap.ts'

setWorkerUrl(workerUrl)

/** Creates the map in the theme's colours; undefined until its style has loaded. Calls back if the browser lacks WebGL. */
export function useMap(box: RefObject<HTMLElement | null>, title: string, onUnavailable: () => void): MapView | undefined {
  const [map, setMap] = useState<MapView>()
  const unavailable = useEffectEvent(onUnavailable)
  useEffect(() => {
    if (!box.current) return undefined
    const view = createMap(box.current, title)
    if (!view) return unavailable()
    view.on('error', (event) => {
      // A missing tile is not reported: our own base map shows through.
      if ((event as { sourceId?: string }).sourceId !== 'tiles') reporting.error('mapFailed', event.error)
    })
    view.once('style.load', () => setMap(view))
    // Until land and places are drawn. Only the canvas: the pins beside it can be used meanwhile.
    const canvas = view.getCanvas()
    canvas.ariaBusy = 'true'
    view.on('dataloading', () => (canvas.ariaBusy = 'true'))
    view.on('idle', () => (canvas.ariaBusy = 'false'))
    const stopWatching = onThemeChange(() => view.setStyle(mapStyle(themeColours(), deployed.map)))
    return () => {
      stopWatching()
      view.remove()
      setMap(undefined)
    }
  }, [box, title])
  return map
}

/** Where a pin can be seen as a whole. It is 3rem wide and as high above its point. */
function boundsOfPins(map: MapView): LngLatBounds {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const pin = 3 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return new LngLatBounds(map.unproject([pin / 2, height - pin / 2]), map.unproject([width - pin / 2, pin]))
}

/** Where pins can be seen, and the zoom in half steps. Pins elsewhere are not rendered, so the Tab key skips them. */
export function useMapView(map: MapView | undefined): { level: number; bounds: LngLatBounds | undefined } {
  const [view, setView] = useState<{ level: number; bounds: LngLatBounds | undefined }>({ level: 5, bounds: undefined })
  const update = useEffectEvent(() => map && setView({ level: Math.floor(map.getZoom() * 2) / 2, bounds: boundsOfPins(map) }))
  useEffect(() => {
    if (!map) return undefined
    const first = requestAnimationFrame(update)
    const subscription = map.on('move', update)
    return () => {
      cancelAnimationFrame(first)
      subscription.unsubscribe()
    }
  }, [map])
  return view
}

function createMap(container: HTMLElement, title: string): MapView | undefined {
  try {
    const view = new MapView({
      container,
      style: mapStyle(themeColours(), deployed.map),
      bounds: nzBounds,
      maxBounds,
      maxZoom: maxZoomFor(deployed.map),
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
    reporting.error('mapFailed', error)
    return undefined
  }
}
