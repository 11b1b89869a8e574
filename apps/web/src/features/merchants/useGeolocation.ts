import { useState } from 'react'

export type Origin = { lat: number; lng: number }
export type GeolocationState = 'idle' | 'locating' | 'located' | 'denied'

/** The person's location, requested only on their action. */
export function useGeolocation(): { origin: Origin | undefined; state: GeolocationState; locate: () => void } {
  const [origin, setOrigin] = useState<Origin>()
  const [state, setState] = useState<GeolocationState>('idle')
  const locate = () => {
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setOrigin({ lat: round(coords.latitude), lng: round(coords.longitude) })
        setState('located')
      },
      () => setState('denied'),
      { maximumAge: 60_000, timeout: 10_000 },
    )
  }
  return { origin, state, locate }
}

/** Three decimals are about a hundred metres: enough to sort shops, without sharing a precise location. */
function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
