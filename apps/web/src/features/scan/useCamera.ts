import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { scanCamera } from './scan.ts'
import { type Trouble, troubleOf } from './trouble.ts'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export interface CameraUse {
  /** Whether the camera is wanted at all. */
  on: boolean
  onCode: (text: string) => void
  onTrouble: (trouble: Trouble) => void
}

/**
 * The camera runs while it is wanted and the page is in view, and not a moment longer: a page in the background that held it
 * would come back black, and nobody likes a camera that looks on. Gives the track while the picture runs.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, { on, onCode, onTrouble }: CameraUse): MediaStreamTrack | undefined {
  const [track, setTrack] = useState<MediaStreamTrack>()
  const inView = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const found = useEffectEvent(onCode)
  const failed = useEffectEvent(onTrouble)
  useEffect(() => {
    const element = video.current
    if (!on || !inView || !element) return undefined
    const leaving = new AbortController()
    scanCamera(element, leaving.signal, setTrack).then(
      (text) => leaving.signal.aborted || found(text),
      (error: unknown) => leaving.signal.aborted || failed(troubleOf(error)),
    )
    return () => {
      leaving.abort()
      setTrack(undefined)
    }
  }, [on, inView, video])
  return track
}
