import type { WebConfig } from '@nikau/contract/web-config'
import type { StyleSpecification } from 'maplibre-gl'
import land from './basemap/nz-land.geojson?url'
import places from './basemap/nz-places.geojson?url'

export interface MapColours {
  water: string
  land: string
  coast: string
  place: string
}

/** The theme's colours as computed values: tokens may be system colours or mixtures, which the map library cannot parse. */
export function themeColours(): MapColours {
  const probe = document.body.appendChild(document.createElement('span'))
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const colours = { water: colour('--info-tint'), land: colour('--surface'), coast: colour('--line-strong'), place: colour('--ink-2') }
  probe.remove()
  return colours
}

/** Calls back when the theme may have changed, through the system or the menu. */
export function onThemeChange(onChange: () => void): () => void {
  const systems = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  for (const system of systems) system.addEventListener('change', onChange)
  return () => {
    chosen.disconnect()
    for (const system of systems) system.removeEventListener('change', onChange)
  }
}

/** New Zealand and the sea around it. */
export const nzBounds: [[number, number], [number, number]] = [
  [165.5, -47.6],
  [179.2, -34],
]
export const maxBounds: [[number, number], [number, number]] = [
  [155, -53],
  [190, -28],
]

/** Our own base map has no street detail beyond zoom 14. */
export const maxZoomFor = (tiles: WebConfig['map']) => tiles?.maxZoom ?? 14

/**
 * Land, water and place names from our own files: no other host is contacted. If the deployment configures a tile server, its
 * tiles are drawn on top, and this map shows through where one is missing.
 */
export function mapStyle(colours: MapColours, tiles: WebConfig['map']): StyleSpecification {
  const file = (address: string) => new URL(address, location.origin).href
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: file(land) },
      places: { type: 'geojson', data: file(places) },
      ...(tiles && { tiles: { type: 'raster', tiles: [tiles.tiles], tileSize: 256, maxzoom: tiles.maxZoom } }),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: { 'line-color': colours.coast, 'line-width': 0.75, 'line-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0.3, 9, 0.7] },
      },
      {
        id: 'places',
        type: 'symbol',
        source: 'places',
        // Zoomed out only cities, zoomed in every village.
        filter: ['>=', ['get', 'p'], ['step', ['zoom'], 90_000, 6, 20_000, 8, 3000, 9, 500, 10, 0]],
        layout: {
          'text-field': ['get', 'n'],
          'text-font': ['Inter', 'sans-serif'],
          'text-size': ['step', ['get', 'p'], 12, 20_000, 13, 90_000, 14],
          'text-padding': 6,
          'symbol-sort-key': ['-', 0, ['get', 'p']],
        },
        paint: { 'text-color': colours.place, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
      },
      ...(tiles ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
    ],
  }
}
