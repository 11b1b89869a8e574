/** Why the camera cannot be used; each kind has its own message. */
export const cameraErrorKinds = ['denied', 'not-found', 'not-supported', 'not-readable', 'overconstrained', 'stream-not-supported'] as const
export type CameraErrorKind = (typeof cameraErrorKinds)[number]

export class CameraError extends Error {
  readonly kind: CameraErrorKind
  constructor(kind: CameraErrorKind, cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** By DOMException name, including older browsers' names. */
const errorKindByName: Readonly<Record<string, CameraErrorKind>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'not-found',
  DevicesNotFoundError: 'not-found',
  NotSupportedError: 'not-supported',
  TypeError: 'not-supported',
  NotReadableError: 'not-readable',
  TrackStartError: 'not-readable',
  AbortError: 'not-readable',
  OverconstrainedError: 'overconstrained',
  ConstraintNotSatisfiedError: 'overconstrained',
}

/** Prefers the back camera. More pixels only slow down decoding. */
const constraints = { video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false }

/**
 * Plays the camera in the video element until `session` or `cancel` is aborted, then releases it. If the camera is lost
 * meanwhile, for example to another app, aborts `session` with the reason.
 */
export async function openCamera(video: HTMLVideoElement, session: AbortController, cancel: AbortSignal): Promise<MediaStreamTrack> {
  // Undefined in old browsers and on pages not served over HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (typeof devices?.getUserMedia !== 'function') throw new CameraError('not-supported')
  const stream = await devices.getUserMedia(constraints).catch((error: unknown) => {
    const kind = error instanceof Error ? errorKindByName[error.name] : undefined
    throw kind ? new CameraError(kind, error) : error
  })
  const signal = AbortSignal.any([session.signal, cancel])
  const release = () => {
    // The element may already play another stream.
    if (video.srcObject === stream) video.pause()
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', release, { once: true })
  if (signal.aborted) release()
  signal.throwIfAborted()
  const [track] = stream.getVideoTracks()
  if (!track) throw new CameraError('not-found')
  track.addEventListener('ended', () => session.abort(new CameraError('not-readable')))
  try {
    video.srcObject = stream
    await video.play()
  } catch (error) {
    signal.throwIfAborted()
    throw new CameraError('stream-not-supported', error)
  }
  return track
}

/** Whether the browser would show a permission prompt; true if it cannot tell. */
export async function willPromptForCamera(): Promise<boolean> {
  const permission = await navigator.permissions?.query({ name: 'camera' }).catch(() => undefined) // not supported by Firefox
  return permission === undefined || permission.state === 'prompt'
}

/** Missing from TypeScript's DOM types. */
type TorchCapability = { torch?: boolean }

export function hasTorch(track: MediaStreamTrack): boolean {
  // Firefox does not implement getCapabilities.
  return typeof track.getCapabilities === 'function' && (track.getCapabilities() as TorchCapability).torch === true
}

export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
