import { createMediaUpload, getMediaUpload } from '@nikau/contract/media-uploads'
import { bind, type Server } from '../../http/bind.ts'
import { type UploadDeps, upload } from './create.ts'
import { readPicture } from './read.ts'

export function mediaUploadRoutes(server: Server, deps: UploadDeps): void {
  bind(server, createMediaUpload, ({ actor, body }) => upload(deps, actor, body))
  bind(server, getMediaUpload, ({ params }) => readPicture(deps.db, params.id))
}
