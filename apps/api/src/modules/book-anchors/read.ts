import { type BookAnchor, getProof, type Proof } from '@nikau/contract/proof'
import type { Clock, Db } from '@nikau/runtime'
import * as z from 'zod/mini'
import { CachedResponse } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, type Page, toPage } from '../../http/pagination.ts'
import { type AnchorPublicKeys, hashOf } from './keys.ts'
import { parseStatement } from './rules.ts'
import { type AnchorRow, selectAnchors, selectLatestAnchor } from './store.ts'

export interface ProofDeps {
  db: Db
  wallClock: Clock
  publicKeys: AnchorPublicKeys
}

const cacheMs = 10_000

/** Reads the latest anchor, at most once in ten seconds for all callers of this process: the page is public. */
export function createProofReader({ db, wallClock, publicKeys }: ProofDeps): () => Promise<CachedResponse> {
  const keys = [...publicKeys].map(([id, key]) => ({ id, publicKey: key.export({ format: 'pem', type: 'spki' }) as string }))
  let cached: { response: CachedResponse; readAt: number } | undefined
  return async () => {
    const now = wallClock.now().getTime()
    if (cached && now - cached.readAt < cacheMs) return cached.response
    const row = await selectLatestAnchor(db)
    const proof: Proof = { ...(row && { latest: present(row) }), keys }
    const json = JSON.stringify(z.encode(getProof.answer, proof))
    const response = new CachedResponse(json, `"${hashOf(json)}"`)
    cached = { response, readAt: now }
    return response
  }
}

/** Anchors, newest first. */
export async function listBookAnchors({ db }: ProofDeps, pageKey: string | undefined): Promise<Page<BookAnchor>> {
  const rows = await selectAnchors(db, { before: decodeNumberKey(pageKey), limit: defaultPageSize + 1 })
  return toPage(rows, defaultPageSize, present, (last) => String(last.number))
}

function present({ number, hash, signature, statement }: AnchorRow): BookAnchor {
  const anchor = parseStatement(statement)
  if (!anchor) throw new Error(`the statement of anchor ${number} cannot be read`)
  return { ...anchor, hash, signature, statement }
}
