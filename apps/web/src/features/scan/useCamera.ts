import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useVisible } from '../../lib/useVisible.ts'
import type { CodeKind } from './decoder.ts'
import { scanCamera } from './scan.ts'
import { type ScanError, toScanError } from './scan-errors.ts'

export interface UseCameraOptions {
  on: boolean
  /** What to look for; a QR code if nothing is said. */
  kind?: CodeKind | undefined
  onCode: (text: string) => void
  onError: (error: ScanError) => void
}

/**
 * Runs the camera only while `on` and the page is visible: a background page that kept it would come back with a black picture,
 * and would keep the camera light on. Returns the track while the camera runs.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, { on, kind = 'qr', onCode, onError }: UseCameraOptions): MediaStreamTrack | undefined {
  const [track, setTrack] = useState<MediaStreamTrack>()
  const isVisible = useVisible()
  const handleCode = useEffectEvent(onCode)
  const handleError = useEffectEvent(onError)
  useEffect(() => {
    const element = video.current
    if (!on || !isVisible || !element) return undefined
    const cancel = new AbortController()
    scanCamera(element, cancel.signal, setTrack, kind).then(
      (text) => cancel.signal.aborted || handleCode(text),
      (error: unknown) => cancel.signal.aborted || handleError(toScanError(error)),
    )
    return () => {
      cancel.abort()
      setTrack(undefined)
    }
  }, [on, isVisible, kind, video])
  return track
}
