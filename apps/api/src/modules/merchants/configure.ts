import type { BodyOf } from '@nikau/contract'
import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { ConfigOption, createMerchantConfig, MerchantConfig } from '@nikau/contract/merchant-configs'
import type { Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, selectBusinessStatus } from '../accounts/index.ts'
import { livenessOf } from '../assets/index.ts'
import { type OpenDeps, openWalletInTransaction } from '../wallets/index.ts'
import { merchantFor } from './manage.ts'
import { normaliseRedirectUrl } from './redirects.ts'
import {
  refreshAcceptedAssets,
  updateConfig,
  type ConfigRow,
  selectCollections,
  selectSettlementWallet,
  insertConfig,
  type ManagedMerchantRow,
  selectConfig,
  selectConfigs,
} from './store-configs.ts'

type Body = BodyOf<typeof createMerchantConfig>
type Refused =
  | 'FORBIDDEN'
  | 'BUSINESS_NOT_VERIFIED'
  | 'LIVENESS_MISMATCH'
  | 'INVALID_WALLET_TYPE'
  | 'COLLECTIONS_INVALID'
  | 'REDIRECT_URL_INVALID'
  | 'ACCOUNT_MAX_WALLETS_REACHED'

interface ConfigCall {
  actor: Actor
  source: Source
}

export async function addConfig(deps: OpenDeps, call: ConfigCall, merchantId: string, body: Body): Promise<MerchantConfig | Refusal<Refused>> {
  const merchant = await merchantFor(deps.db, call.actor, merchantId, 'settings:write')
  if (!merchant) return refuse('FORBIDDEN')
  return await configure(deps, merchant, body, { createdBy: crnOf(call.actor), call })
}

export async function replaceConfig(
  deps: OpenDeps,
  call: ConfigCall,
  params: { merchantId: string; configId: string },
  body: Body,
): Promise<MerchantConfig | Refusal<Refused>> {
  const merchant = await merchantFor(deps.db, call.actor, params.merchantId, 'settings:write')
  const config = await selectConfig(deps.db, params.configId)
  if (!merchant || config?.merchantId !== merchant.id) return refuse('FORBIDDEN')
  return await configure(deps, merchant, body, { createdBy: crnOf(call.actor), existing: config, call })
}

/** Validates the settings, opens a settlement wallet if none is named, and saves them in one transaction. */
export async function configure(deps: OpenDeps, merchant: ManagedMerchantRow, body: Body, options: ConfigOptions): Promise<MerchantConfig | Refusal<Refused>> {
  return await inTransaction(deps.db, (tx) => configureInTransaction(tx, deps, merchant, body, options))
}

interface ConfigOptions {
  createdBy: string
  existing?: ConfigRow | undefined
  id?: string | undefined
  /** Who changes the settings, for the audit; seeds have nobody. */
  call?: ConfigCall | undefined
}

export async function configureInTransaction(
  tx: Tx,
  deps: Omit<OpenDeps, 'db'>,
  merchant: ManagedMerchantRow,
  body: Body,
  { createdBy, existing, id = deps.ids.public('mc_'), call }: ConfigOptions,
): Promise<MerchantConfig | Refusal<Refused>> {
  const liveness = merchant.test ? 'test' : 'main'
  if (!merchant.test && (await selectBusinessStatus(tx, merchant.accountId!)) !== 'verified') return refuse('BUSINESS_NOT_VERIFIED')
  if (body.paymentOptions.some((option) => livenessOf(option.type) !== liveness)) return refuse('LIVENESS_MISMATCH')
  const redirectUrls = (body.allowedRedirectUrls ?? []).map((url) => normaliseRedirectUrl(url, merchant.test))
  if (redirectUrls.includes(undefined)) return refuse('REDIRECT_URL_INVALID')
  if (!(await collectionsAreValid(tx, body.paymentOptions, merchant.test))) return refuse('COLLECTIONS_INVALID')
  const wallet = await settlementWallet(tx, deps, merchant, body.paymentOptions, createdBy, existing)
  if (wallet instanceof Refusal) return wallet
  const options = body.paymentOptions.map((option) => (familyOf(option.type) === 'nikau.nzd' ? { ...option, walletId: wallet } : option))
  const settings = { paymentOptions: options, settlementWalletId: wallet, allowedRedirectUrls: redirectUrls as string[], at: deps.clock.now() }
  const row = existing ? await updateConfig(tx, existing.id, settings) : await insertConfig(tx, { id, merchantId: merchant.id, createdBy, ...settings })
  await refreshAcceptedAssets(tx, merchant.id)
  const audited = { subject: merchant.id, before: existing && settingsOf(existing), after: settingsOf(row) }
  if (call) await recordAudit(tx, merchant.accountId!, { action: 'shop-settings-changed', ...call, at: settings.at, ...audited })
  return toConfig(row)
}

const settingsOf = ({ paymentOptions, allowedRedirectUrls }: ConfigRow) => ({ paymentOptions, allowedRedirectUrls })

/** A configuration settles to one wallet: the one that its options name, else the existing one, else a new one. */
async function settlementWallet(
  tx: Tx,
  deps: Omit<OpenDeps, 'db'>,
  merchant: ManagedMerchantRow,
  options: readonly ConfigOption[],
  createdBy: string,
  existing: ConfigRow | undefined,
): Promise<string | Refusal<Refused>> {
  const named = [...new Set(options.flatMap((option) => option.walletId ?? []))]
  const ledgerId = merchant.test ? 'nikau.nzd.test' : 'nikau.nzd.main'
  if (named.length > 1) return refuse('INVALID_WALLET_TYPE')
  if (named[0] !== undefined)
    return (await selectSettlementWallet(tx, { id: named[0], accountId: merchant.accountId!, type: ledgerId })) ?? refuse('INVALID_WALLET_TYPE')
  if (existing) return existing.settlementWalletId
  const opened = await openWalletInTransaction(tx, deps, { accountId: merchant.accountId!, ledgerId, settlement: true }, createdBy)
  return opened instanceof Refusal ? opened : opened.id
}

/** Every collection exists, has the merchant's liveness, and is listed under a token option. */
async function collectionsAreValid(tx: Tx, options: readonly ConfigOption[], test: boolean): Promise<boolean> {
  const named = options.flatMap((option) => option.collectionIds ?? [])
  if (options.some((option) => option.collectionIds?.length && !isTokenType(option.type))) return false
  const found = await selectCollections(tx, named)
  return [...new Set(named)].every((id) => found.some((collection) => collection.id === id && collection.test === test))
}

export async function listConfigs(db: OpenDeps['db'], actor: Actor, merchantId: string): Promise<MerchantConfig[] | Refusal<'FORBIDDEN'>> {
  const merchant = await merchantFor(db, actor, merchantId, 'settings:read')
  return merchant ? (await selectConfigs(db, merchantId)).map(toConfig) : refuse('FORBIDDEN')
}

export async function readConfig(db: OpenDeps['db'], actor: Actor, id: string): Promise<MerchantConfig | Refusal<'FORBIDDEN'>> {
  const config = await selectConfig(db, id)
  return config && (await merchantFor(db, actor, config.merchantId, 'settings:read')) ? toConfig(config) : refuse('FORBIDDEN')
}

function toConfig(row: ConfigRow): MerchantConfig {
  const { id, merchantId, paymentOptions, allowedRedirectUrls, version, createdAt, updatedAt } = row
  return { id, merchantId, paymentOptions, allowedRedirectUrls, version, createdAt, updatedAt }
}
