import type { BodyOf } from '@nikau/contract'
import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { ConfigOption, createMerchantConfig, MerchantConfig } from '@nikau/contract/merchant-configs'
import type { Tx } from '@nikau/runtime'
import { type Actor, nameOf } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { livenessOf } from '../assets/index.ts'
import { type OpenMeans, openWalletIn } from '../wallets/index.ts'
import { ownMerchant } from './own.ts'
import { registrable } from './redirects.ts'
import {
  acceptAssets,
  changeConfig,
  type ConfigRow,
  findCollections,
  findSettlementWallet,
  insertConfig,
  type OwnMerchantRow,
  selectConfig,
  selectConfigs,
} from './store-configs.ts'

type Body = BodyOf<typeof createMerchantConfig>
type Refused = 'FORBIDDEN' | 'LIVENESS_MISMATCH' | 'INVALID_WALLET_TYPE' | 'COLLECTIONS_INVALID' | 'REDIRECT_URL_INVALID' | 'ACCOUNT_MAX_WALLETS_REACHED'

export async function addConfig(means: OpenMeans, actor: Actor, merchantId: string, body: Body): Promise<MerchantConfig | Refusal<Refused>> {
  const merchant = await ownMerchant(means.db, actor, merchantId)
  if (!merchant) return refuse('FORBIDDEN')
  return await configure(means, merchant, body, nameOf(actor))
}

export async function replaceConfig(
  means: OpenMeans,
  actor: Actor,
  params: { merchantId: string; configId: string },
  body: Body,
): Promise<MerchantConfig | Refusal<Refused>> {
  const merchant = await ownMerchant(means.db, actor, params.merchantId)
  const config = await selectConfig(means.db, params.configId)
  if (!merchant || config?.merchantId !== merchant.id) return refuse('FORBIDDEN')
  return await configure(means, merchant, body, nameOf(actor), config)
}

/** Checks what is wanted, opens the settlement wallet if none is named, and writes it down; all or nothing. */
export async function configure(
  means: OpenMeans,
  merchant: OwnMerchantRow,
  body: Body,
  createdBy: string,
  earlier?: ConfigRow,
  id = means.ids.public('mc_'),
): Promise<MerchantConfig | Refusal<Refused>> {
  const liveness = merchant.test ? 'test' : 'main'
  if (body.paymentOptions.some((option) => livenessOf(option.type) !== liveness)) return refuse('LIVENESS_MISMATCH')
  const addresses = (body.allowedRedirectUrls ?? []).map((url) => registrable(url, merchant.test))
  if (addresses.includes(undefined)) return refuse('REDIRECT_URL_INVALID')
  return await inTransaction(means.db, async (tx): Promise<MerchantConfig | Refusal<Refused>> => {
    if (!(await collectionsFit(tx, body.paymentOptions, merchant.test))) return refuse('COLLECTIONS_INVALID')
    const wallet = await settlementWallet(tx, means, merchant, body.paymentOptions, createdBy, earlier)
    if (wallet instanceof Refusal) return wallet
    const options = body.paymentOptions.map((option) => (familyOf(option.type) === 'nikau.nzd' ? { ...option, walletId: wallet } : option))
    const wanted = { paymentOptions: options, settlementWalletId: wallet, allowedRedirectUrls: addresses as string[], at: means.clock.now() }
    const row = earlier ? await changeConfig(tx, earlier.id, wanted) : await insertConfig(tx, { id, merchantId: merchant.id, createdBy, ...wanted })
    await acceptAssets(tx, merchant.id)
    return toConfig(row)
  })
}

/** All money of a configuration goes to one wallet: the one that its options name, else the one it had, else a new one. */
async function settlementWallet(
  tx: Tx,
  means: OpenMeans,
  merchant: OwnMerchantRow,
  options: readonly ConfigOption[],
  createdBy: string,
  earlier: ConfigRow | undefined,
): Promise<string | Refusal<Refused>> {
  const named = [...new Set(options.flatMap((option) => option.walletId ?? []))]
  const ledgerId = merchant.test ? 'nikau.nzd.test' : 'nikau.nzd.main'
  if (named.length > 1) return refuse('INVALID_WALLET_TYPE')
  if (named[0] !== undefined)
    return (await findSettlementWallet(tx, { id: named[0], accountId: merchant.accountId!, type: ledgerId })) ?? refuse('INVALID_WALLET_TYPE')
  if (earlier) return earlier.settlementWalletId
  const opened = await openWalletIn(tx, means, { accountId: merchant.accountId!, ledgerId, settlement: true }, createdBy)
  return opened instanceof Refusal ? opened : opened.id
}

/** Every collection that is named exists, has the merchant's liveness, and is named by an option for tokens. */
async function collectionsFit(tx: Tx, options: readonly ConfigOption[], test: boolean): Promise<boolean> {
  const named = options.flatMap((option) => option.collectionIds ?? [])
  if (options.some((option) => option.collectionIds?.length && !isTokenType(option.type))) return false
  const found = await findCollections(tx, named)
  return [...new Set(named)].every((id) => found.some((one) => one.id === id && one.test === test))
}

export async function listConfigs(db: OpenMeans['db'], actor: Actor, merchantId: string): Promise<MerchantConfig[] | Refusal<'FORBIDDEN'>> {
  const merchant = await ownMerchant(db, actor, merchantId, readers)
  return merchant ? (await selectConfigs(db, merchantId)).map(toConfig) : refuse('FORBIDDEN')
}

const readers = ['account-owner', 'cashier', 'merchant-terminal'] as const

export async function readConfig(db: OpenMeans['db'], actor: Actor, id: string): Promise<MerchantConfig | Refusal<'FORBIDDEN'>> {
  const config = await selectConfig(db, id)
  return config?.accountId && (await mayActFor(db, actor, config.accountId, readers)) ? toConfig(config) : refuse('FORBIDDEN')
}

function toConfig(row: ConfigRow): MerchantConfig {
  const { id, merchantId, paymentOptions, allowedRedirectUrls, version, createdAt, updatedAt } = row
  return { id, merchantId, paymentOptions, allowedRedirectUrls, version, createdAt, updatedAt }
}
