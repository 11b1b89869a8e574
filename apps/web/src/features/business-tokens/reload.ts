import { getCollection, getCollectionSummary, listCollections, listRedemptions, listTokenIssues } from '@nikau/contract/collections'
import { queryClient } from '../../lib/endpoint-hooks.ts'

export function reloadTokens(): void {
  for (const { method, path } of [listCollections, getCollection, getCollectionSummary, listRedemptions, listTokenIssues])
    void queryClient.invalidateQueries({ queryKey: [method, path] })
}
