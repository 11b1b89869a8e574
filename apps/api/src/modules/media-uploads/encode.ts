import { maxPixels, maxSide, type PictureType, typeOf } from './rules.ts'

export interface Picture {
  type: PictureType
  width: number
  height: number
  content: Buffer
}

/** A picture that takes longer has been made to. */
const maxSeconds = 5

/** Loaded with the first upload: most processes never need it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Only the two decoders that are needed: libvips would find out by itself what a file is.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

/** One at a time: a decoded picture takes up to 160 MB and a processor, which payments need. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes the picture and encodes its pixels anew, upright and without metadata, so that nothing else of what was uploaded is ever
 * served: no place, no camera, no second file behind the first. Undefined for what cannot be decoded.
 */
export async function encodeAnew(upload: Uint8Array): Promise<Picture | undefined> {
  const type = typeOf(upload)
  if (!type) return undefined
  const encoded = last.then(() => encode(upload, type))
  last = encoded.catch(() => undefined)
  return await encoded
}

async function encode(upload: Uint8Array, type: PictureType): Promise<Picture | undefined> {
  const sharp = await (loading ??= loadSharp())
  const pixels = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: maxSeconds })
  const encoded = type === 'image/png' ? pixels.png({ compressionLevel: 9 }) : pixels.jpeg({ quality: 88, mozjpeg: true })
  try {
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { type, width: info.width, height: info.height, content: data }
  } catch {
    return undefined
  }
}
