import { openCamera } from './camera.ts'
import { type Decode, loadDecoder } from './decoder.ts'

/** Pause between frames: feels instant without heating up the phone. */
const frameIntervalMs = 100
/** Photos are scaled down: they have far more pixels than decoding needs. */
const maxPhotoPx = 1600

/** Scans camera frames until a code is found and returns its text. Always releases the camera. */
export async function scanCamera(video: HTMLVideoElement, cancel: AbortSignal, onRunning: (track: MediaStreamTrack) => void): Promise<string> {
  const session = new AbortController()
  const signal = AbortSignal.any([session.signal, cancel])
  try {
    const [track, decode] = await Promise.all([openCamera(video, session, cancel), loadDecoder()])
    signal.throwIfAborted()
    onRunning(track)
    return await readFirstCode(video, decode, signal)
  } finally {
    session.abort()
  }
}

async function readFirstCode(video: HTMLVideoElement, decode: Decode, signal: AbortSignal): Promise<string> {
  const canvas = document.createElement('canvas')
  for (;;) {
    const text = drawCentreSquare(video, canvas) ? await decode(canvas) : undefined
    signal.throwIfAborted()
    if (text) return text
    await new Promise((resolve) => setTimeout(resolve, frameIntervalMs))
    signal.throwIfAborted()
  }
}

/** Draws the centre square, which matches the viewfinder. False until the first frame is available. */
function drawCentreSquare(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(width, height)
  if (side === 0) return false
  if (canvas.width !== side) canvas.width = canvas.height = side
  contextOf(canvas).drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, side, side)
  return true
}

/** The text of the code in a photo; undefined without a code, or if the file is not an image. */
export async function scanPhoto(file: Blob): Promise<string | undefined> {
  const decode = await loadDecoder()
  const photo = await createImageBitmap(file).catch(() => undefined)
  if (!photo) return undefined
  const scale = Math.min(1, maxPhotoPx / Math.max(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(photo.width * scale)
  canvas.height = Math.round(photo.height * scale)
  contextOf(canvas).drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  return await decode(canvas)
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  return canvas.getContext('2d', { willReadFrequently: true })!
}
