import { openCamera } from './camera.ts'
import { type Decode, loadDecoder } from './decoder.ts'

/** Between two looks at the picture: quick enough to seem at once, and the phone stays cool. */
const pauseMs = 100
/** Photos come with many more pixels than a code needs. */
const largestPhoto = 1600

/** Looks through the camera until there is a code, and gives its text. However it ends, the camera is released. */
export async function scanCamera(video: HTMLVideoElement, leaving: AbortSignal, onRunning: (track: MediaStreamTrack) => void): Promise<string> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, leaving])
  try {
    const [track, decode] = await Promise.all([openCamera(video, ended, leaving), loadDecoder()])
    signal.throwIfAborted()
    onRunning(track)
    return await firstCode(video, decode, signal)
  } finally {
    ended.abort()
  }
}

async function firstCode(video: HTMLVideoElement, decode: Decode, signal: AbortSignal): Promise<string> {
  const canvas = document.createElement('canvas')
  for (;;) {
    const text = drawMiddle(video, canvas) ? await decode(canvas) : undefined
    signal.throwIfAborted()
    if (text) return text
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
  }
}

/** The square in the middle: what one aims with. False until the first frame is there. */
function drawMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(width, height)
  if (side === 0) return false
  if (canvas.width !== side) canvas.width = canvas.height = side
  contextOf(canvas).drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, side, side)
  return true
}

/** The text of the code in a photo. A file that is no picture holds none. */
export async function scanPhoto(file: Blob): Promise<string | undefined> {
  const decode = await loadDecoder()
  const photo = await createImageBitmap(file).catch(() => undefined)
  if (!photo) return undefined
  const scale = Math.min(1, largestPhoto / Math.max(photo.width, photo.height))
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
