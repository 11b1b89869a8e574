import type { BlockList } from 'node:net'
import type { KeyLiveness } from '@nikau/contract/api-keys'
import type { KeyRole, KeyScope } from '@nikau/contract/roles'

/** A merchant's machine, identified by its API key. */
export interface MerchantKey {
  accountId: string
  accountName: string
  keyName: string
  rights: KeyRole | readonly KeyScope[]
  /** The money it reaches; undefined: both. */
  liveness?: KeyLiveness | undefined
  /** Reaches test money only. */
  test: boolean
  /** Belongs to a test account, all of which is test. */
  testAccount?: boolean
  /** Where it may be used from; undefined: anywhere. */
  addresses?: BlockList | undefined
  /** The staff till whose key it is. It reaches the endpoints that have `till`, with what is its own. */
  till?: KeyTill | undefined
}

export interface KeyTill {
  id: string
  merchantId: string
  /** Who is at it now. */
  personId?: string
}

/** Notes that a key was used. Must not wait for anything. */
export interface KeyUses {
  used(key: MerchantKey, at: Date): void
}
