import type { pictureTypes } from '@nikau/contract/media-uploads'

export type PictureType = (typeof pictureTypes)[number]

/** How many pictures an account may have, and how many attempts to upload one it has in a day. */
export const maxPictures = 200
export const maxPicturesPerDay = 30

/** Larger pictures are made smaller: nothing shows them larger. */
export const maxSide = 512
/** A small file can unpack to a picture that fills the memory. */
export const maxPixels = 40_000_000

/** What the first bytes say. The name and the declared type of an upload say nothing. */
export function typeOf(content: Uint8Array): PictureType | undefined {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, place) => content[place] === byte)
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return startsWith([0xff, 0xd8, 0xff]) ? 'image/jpeg' : undefined
}

export function isOverLimit(counts: { all: number; ofDay: number }): boolean {
  return counts.all >= maxPictures || counts.ofDay > maxPicturesPerDay
}
