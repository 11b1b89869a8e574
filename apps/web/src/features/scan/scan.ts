import { openCamera } from './camera.ts'
import { type CodeKind, type Decode, loadDecoder } from './decoder.ts'

/** Pause between frames: feels instant without heating up the phone. */
const frameIntervalMs = 100
/** Photos are scaled down: they have far more pixels than decoding needs. */
const maxPhotoPx = 1600

/** Scans camera frames until a code is found and returns its text. Always releases the camera. */
export async function scanCamera(
  video: HTMLVideoElement,
  cancel: AbortSignal,
  onRunning: (track: MediaStreamTrack) => void,
  kind: CodeKind = 'qr',
): Promise<string> {
  const session = new AbortController()
  const signal = AbortSignal.any([session.signal, cancel])
  try {
    const [track, decode] = await Promise.all([openCamera(video, session, cancel), loadDecoder(kind)])
    signal.throwIfAborted()
    onRunning(track)
    return await readFirstCode(video, decode, signal, kind)
  } finally {
    session.abort()
  }
}

async function readFirstCode(video: HTMLVideoElement, decode: Decode, signal: AbortSignal, kind: CodeKind): Promise<string> {
  const canvas = document.createElement('canvas')
  for (;;) {
    const text = drawCentre(video, canvas, kind) ? await decode(canvas) : undefined
    signal.throwIfAborted()
    if (text) return text
    await new Promise((resolve) => setTimeout(resolve, frameIntervalMs))
    signal.throwIfAborted()
  }
}

/** Draws the middle of the picture, as the viewfinder shows it: a square, or a wide strip for a barcode. False until there is a frame. */
function drawCentre(video: HTMLVideoElement, canvas: HTMLCanvasElement, kind: CodeKind): boolean {
  const { videoWidth, videoHeight } = video
  const side = Math.min(videoWidth, videoHeight)
  if (side === 0) return false
  const [width, height] = kind === 'qr' ? [side, side] : [videoWidth, Math.min(videoHeight, Math.round(videoWidth * 0.6))]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  contextOf(canvas).drawImage(video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height, 0, 0, width, height)
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
