import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { file, id, timestamp } from './wire.ts'

/** Pictures that businesses upload, and that anyone sees who is shown the business. */

export const maxPictureBytes = 512 * 1024
const base64Characters = Math.ceil(maxPictureBytes / 3) * 4
/** The picture as base64, and the rest of the body. */
const maxBodyBytes = base64Characters + 16 * 1024

export const pictureTypes = ['image/jpeg', 'image/png'] as const

export const mediaUpload = z.object({
  id,
  accountId: id,
  /** Below the API base. */
  path: z.string(),
  type: z.enum(pictureTypes),
  width: z.int(),
  height: z.int(),
  createdAt: timestamp,
})
export type MediaUpload = z.output<typeof mediaUpload>

export const createMediaUpload = endpoint({
  method: 'POST',
  path: '/api/media-uploads',
  access: 'person-or-key',
  summary:
    'Upload a picture, JPEG or PNG, up to 512 KB. It is stored without its metadata, at most 512 pixels wide and high. The same picture again has the same id',
  body: z.strictObject({
    accountId: id,
    /** The bytes of the file as base64. */
    content: z.string().check(z.minLength(4), z.maxLength(maxBodyBytes), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')),
  }),
  answer: mediaUpload,
  refusals: {
    FORBIDDEN: 403,
    /** Not a JPEG or PNG, whatever it is called; damaged, or with too many pixels. */
    MEDIA_UPLOAD_INVALID: 400,
    MEDIA_UPLOAD_TOO_LARGE: 400,
    MEDIA_UPLOAD_LIMIT_EXCEEDED: 403,
  },
  maxBodyBytes,
  perMinute: 20,
})

export const getMediaUpload = endpoint({
  method: 'GET',
  path: '/api/media-uploads/:id',
  access: 'public',
  summary: 'Get an uploaded picture. It never changes',
  params: z.object({ id }),
  answer: file,
  files: pictureTypes,
  isImmutable: true,
  refusals: { NOT_FOUND: 404 },
  perMinute: 600,
})

/** Where the picture of a shop is, below the API base. */
export const picturePath = (pictureId: string) => `/api/media-uploads/${encodeURIComponent(pictureId)}`
