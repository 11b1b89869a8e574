import { useState } from 'react'

export type Origin = { lat: number; lng: number }
export type OriginState = 'unasked' | 'asking' | 'known' | 'refused'

/** Where the person stands, asked for only when they say so. A refusal is remembered for this visit and nothing is lost by it. */
export function useOrigin(): { origin: Origin | undefined; state: OriginState; ask: () => void } {
  const [origin, setOrigin] = useState<Origin>()
  const [state, setState] = useState<OriginState>('unasked')
  const ask = () => {
    if (!('geolocation' in navigator)) return setState('refused')
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setOrigin({ lat: round(coords.latitude), lng: round(coords.longitude) })
        setState('known')
      },
      () => setState('refused'),
      { maximumAge: 60_000, timeout: 10_000 },
    )
  }
  return { origin, state, ask }
}

/** Three decimals are some hundred metres: near enough for shops, and no more of a person than is needed. */
function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
