import type { FileAnswer } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { selectPicture } from './store.ts'

/** Whoever has its id may see a picture: customers see it before they sign in. */
export async function readPicture(db: Db, id: string): Promise<FileAnswer | Refusal<'NOT_FOUND'>> {
  const picture = await selectPicture(db, id)
  if (!picture) return refuse('NOT_FOUND')
  return { name: `${id}.${picture.type === 'image/png' ? 'png' : 'jpg'}`, type: picture.type, content: picture.content }
}
