import { randomBytes } from 'node:crypto'
import type { ApiKey, KeyLiveness, KeyRole } from '@nikau/contract/api-keys'
import { type KeyScope, keyScopes, scopesOfKeyRole } from '@nikau/contract/roles'

/** The keys that a caller manages. */
export type ManagedKeys = 'all' | 'test'

/** A secret says which money it is for. One for both kinds counts as live. */
export function newSecret(liveness: KeyLiveness | undefined): string {
  return `nk_${liveness ?? 'live'}_${randomBytes(32).toString('base64url')}`
}

/** What people recognise a secret by. Six of its 43 random characters, so 220 bits stay unknown. */
export function hintOf(secret: string): { prefix: string; lastFour: string } | undefined {
  const prefix = /^nk_(?:test|live)_../.exec(secret)?.[0]
  return prefix === undefined || secret.length < 40 ? undefined : { prefix, lastFour: secret.slice(-4) }
}

export interface KeyRow {
  name: string
  role: KeyRole | null
  scopes: KeyScope[] | null
  liveness: KeyLiveness | null
  allowedAddresses: string[]
  prefix: string | null
  lastFour: string | null
  lastUsedAt: Date | null
  expiresAt: Date | null
  previousUntil: Date | null
  enabled: boolean
  version: number
  createdAt: Date
  createdBy: string
}

export function toKey(row: KeyRow, now: Date): ApiKey {
  return {
    ...row,
    role: row.role ?? undefined,
    scopes: sorted(row.scopes ?? scopesOfKeyRole[row.role!]),
    liveness: row.liveness ?? undefined,
    prefix: row.prefix ?? undefined,
    lastFour: row.lastFour ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    previousUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : undefined,
  }
}

/** In the order of the contract, each once. */
export function sorted(scopes: readonly KeyScope[]): KeyScope[] {
  return keyScopes.filter((scope) => scopes.includes(scope))
}
