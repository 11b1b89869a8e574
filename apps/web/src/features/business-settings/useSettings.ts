import {
  createMerchantConfig,
  getMerchant,
  listMerchantConfigs,
  listMerchants,
  type Merchant,
  type MerchantConfig,
  updateMerchant,
  updateMerchantConfig,
} from '@nikau/contract/merchant-configs'
import { listAudit } from '@nikau/contract/audit'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { configChanges, type Draft, isGstNumberWrong, savedDraft, shopChanges } from './draft.ts'

export interface Settings {
  draft: Draft
  change: (change: Partial<Draft>) => void
  isChanged: boolean
  isSaving: boolean
  /** Nothing was changed since. */
  isSaved: boolean
  /** Fields are complained about once somebody has tried to save. */
  wrong: { name: boolean; gstNumber: boolean }
  error: CallError | undefined
  save: () => Promise<void>
}

/** The draft of a shop's settings. Saving sends what differs, and keeps what was not saved. */
export function useSettings(shop: Merchant, config: MerchantConfig | undefined): Settings {
  const saved = savedDraft(shop, config)
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [state, setState] = useState<'editing' | 'tried' | 'saving' | 'saved'>('editing')
  const [error, setError] = useState<CallError>()
  const update = useEndpointMutation(updateMerchant)
  const replace = useEndpointMutation(updateMerchantConfig)
  const create = useEndpointMutation(createMerchantConfig)
  const draft = { ...saved, ...changes }
  const [ofShop, ofConfig] = [shopChanges(draft, saved), configChanges(draft, saved, config, shop.test)]
  const isWrong = { name: draft.name.trim() === '', gstNumber: isGstNumberWrong(draft, saved) }
  const tried = state === 'tried'
  const save = async () => {
    setError(undefined)
    if (isWrong.name || isWrong.gstNumber) return setState('tried')
    setState('saving')
    try {
      if (ofShop) await update.mutateAsync({ params: { id: shop.id }, body: ofShop })
      if (ofConfig && config) await replace.mutateAsync({ params: { merchantId: shop.id, configId: config.id }, body: ofConfig })
      else if (ofConfig) await create.mutateAsync({ params: { merchantId: shop.id }, body: ofConfig })
    } catch (failure) {
      await reload() // what was saved before it failed
      setError(failure as CallError)
      return setState('editing')
    }
    await reload()
    setChanges({})
    setState('saved')
  }
  return {
    draft,
    change: (change) => {
      setChanges((known) => ({ ...known, ...change }))
      setState((known) => (known === 'tried' ? known : 'editing'))
    },
    isChanged: ofShop !== undefined || ofConfig !== undefined || isWrong.gstNumber,
    isSaving: state === 'saving',
    isSaved: state === 'saved',
    wrong: { name: tried && isWrong.name, gstNumber: tried && isWrong.gstNumber },
    error,
    save,
  }
}

async function reload(): Promise<void> {
  await Promise.all(
    [listMerchants, getMerchant, listMerchantConfigs, listAudit].map(({ method, path }) => queryClient.invalidateQueries({ queryKey: [method, path] })),
  )
}
