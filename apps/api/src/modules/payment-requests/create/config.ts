import type { Db } from '@nikau/runtime'
import { keyReaches } from '../../../http/api-keys.ts'
import type { MerchantKey } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { grantAllows } from '../../merchants/index.ts'
import { type ConfigForRequest, selectConfigForRequest } from './store.ts'

export type ConfigRefused = 'FORBIDDEN' | 'BUSINESS_NOT_VERIFIED' | 'MERCHANT_IN_REVIEW'

/** A key creates requests for its own account's merchants, and for those that granted it. Live ones need verified businesses. */
export async function configFor(db: Db, key: MerchantKey, configId: string): Promise<ConfigForRequest | Refusal<ConfigRefused>> {
  const config = await selectConfigForRequest(db, configId, key.accountId)
  if (!config?.merchantAccountId || !keyReaches(key, config)) return refuse('FORBIDDEN')
  if (key.accountId !== config.merchantAccountId && !grantAllows(config.callerPermissions, 'create')) return refuse('FORBIDDEN')
  return (config.test ? undefined : refusalOfLive(config)) ?? config
}

function refusalOfLive(config: ConfigForRequest): Refusal<'BUSINESS_NOT_VERIFIED' | 'MERCHANT_IN_REVIEW'> | undefined {
  if (!config.isVerified || !config.callerIsVerified) return refuse('BUSINESS_NOT_VERIFIED')
  return config.isInReview ? refuse('MERCHANT_IN_REVIEW') : undefined
}
