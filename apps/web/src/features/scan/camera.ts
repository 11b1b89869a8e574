/** Why there is no camera picture; each has a state of its own on the screen. */
export const cameraFailures = ['denied', 'not-found', 'not-supported', 'not-readable', 'overconstrained', 'stream-not-supported'] as const
export type CameraFailure = (typeof cameraFailures)[number]

export class CameraError extends Error {
  readonly failure: CameraFailure
  constructor(failure: CameraFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** By the names that browsers give, the older ones too. */
const failureByName: Readonly<Record<string, CameraFailure>> = {
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

/** The camera at the back where there are two. More than this many pixels make reading slower and not better. */
const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false }

/**
 * Shows the camera in the video element until `ended` is aborted; then the camera is released, its light goes out. When the
 * camera is taken away meanwhile, `ended` is aborted with the reason.
 */
export async function openCamera(video: HTMLVideoElement, ended: AbortController, leaving: AbortSignal): Promise<MediaStreamTrack> {
  // Absent in old browsers, and on pages that did not come over https.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (typeof devices?.getUserMedia !== 'function') throw new CameraError('not-supported')
  const stream = await devices.getUserMedia(wanted).catch((error: unknown) => {
    const failure = error instanceof Error ? failureByName[error.name] : undefined
    throw failure ? new CameraError(failure, error) : error
  })
  const signal = AbortSignal.any([ended.signal, leaving])
  const release = () => {
    // Another picture may run in it by now.
    if (video.srcObject === stream) video.pause()
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', release, { once: true })
  if (signal.aborted) release()
  signal.throwIfAborted()
  const [track] = stream.getVideoTracks()
  if (!track) throw new CameraError('not-found')
  track.addEventListener('ended', () => ended.abort(new CameraError('not-readable')))
  try {
    video.srcObject = stream
    await video.play()
  } catch (error) {
    signal.throwIfAborted()
    throw new CameraError('stream-not-supported', error)
  }
  return track
}

/** Whether the browser would ask the person. One that cannot say is taken to ask. */
export async function wouldAsk(): Promise<boolean> {
  const answer = await navigator.permissions?.query({ name: 'camera' }).catch(() => undefined) // Firefox has no such name
  return answer === undefined || answer.state === 'prompt'
}

/** TypeScript does not know of the lamp. */
type Lamp = { torch?: boolean }

export function hasTorch(track: MediaStreamTrack): boolean {
  // Firefox has no capabilities to ask for.
  return typeof track.getCapabilities === 'function' && (track.getCapabilities() as Lamp).torch === true
}

export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
