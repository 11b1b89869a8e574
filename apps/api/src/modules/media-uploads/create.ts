import { createHash } from 'node:crypto'
import type { BodyOf } from '@nikau/contract'
import { type createMediaUpload, maxPictureBytes, type MediaUpload, picturePath } from '@nikau/contract/media-uploads'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { type Actor, crnOf } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf } from '../accounts/index.ts'
import { encodeAnew } from './encode.ts'
import { isOverLimit } from './rules.ts'
import { countAttempt, countUploads, insertUpload, lockUploadsOf, selectByDigest, type UploadRow } from './store.ts'

export interface UploadDeps {
  db: Db
  clock: Clock
  ids: Ids
}

type Refused = 'FORBIDDEN' | 'MEDIA_UPLOAD_INVALID' | 'MEDIA_UPLOAD_TOO_LARGE' | 'MEDIA_UPLOAD_LIMIT_EXCEEDED'

const dayMs = 86_400_000

/**
 * The same picture again is the one that the account has, so that a repeated call stores nothing and counts for nothing. Anything else
 * counts before it is decoded, which is what costs us: so do pictures that turn out to be none.
 */
export async function upload(
  { db, clock, ids }: UploadDeps,
  actor: Actor,
  { accountId, content }: BodyOf<typeof createMediaUpload>,
): Promise<MediaUpload | Refusal<Refused>> {
  if (!(await reachOf(db, actor, accountId, 'settings:write'))) return refuse('FORBIDDEN')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxPictureBytes) return refuse('MEDIA_UPLOAD_TOO_LARGE')
  const digest = createHash('sha256').update(bytes).digest()
  const known = await selectByDigest(db, accountId, digest)
  if (known) return toUpload(known)
  const at = clock.now()
  const ofDay = await countAttempt(db, accountId, at, new Date(at.getTime() - dayMs))
  if (isOverLimit({ all: await countUploads(db, accountId), ofDay })) return refuse('MEDIA_UPLOAD_LIMIT_EXCEEDED')
  const picture = await encodeAnew(bytes)
  if (!picture) return refuse('MEDIA_UPLOAD_INVALID')
  return await inTransaction(db, async (tx) => {
    await lockUploadsOf(tx, accountId)
    const now = await selectByDigest(tx, accountId, digest)
    if (now) return toUpload(now)
    if (isOverLimit({ all: await countUploads(tx, accountId), ofDay })) return refuse('MEDIA_UPLOAD_LIMIT_EXCEEDED')
    return toUpload(await insertUpload(tx, { id: ids.public('mu_'), accountId, digest, ...picture, at, createdBy: crnOf(actor) }))
  })
}

function toUpload({ id, accountId, type, width, height, createdAt }: UploadRow): MediaUpload {
  return { id, accountId, path: picturePath(id), type, width, height, createdAt }
}
