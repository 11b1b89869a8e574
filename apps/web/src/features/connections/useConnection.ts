import { formatLocation, getMerchantSummary } from '@nikau/contract'
import { type ConnectionSummary, getConnectionSummary } from '@nikau/contract/connections'
import type { CallError } from '../../lib/call-error.ts'
import { queryClient, useEndpointQuery } from '../../lib/endpoint-hooks.ts'

/** Who asks for the connection, as a visitor sees them. */
export interface Shop {
  name: string
  place: string | undefined
  logo: string | undefined
  verified: boolean
}

export interface LoadedConnection {
  connection: ConnectionSummary
  shop: Shop
}

/** A connection with the summary of its merchant. Without that summary, the account that asked is named. */
export function useConnection(id: string): { data: LoadedConnection | undefined; error: CallError | null; isFetching: boolean; retry: () => void } {
  const connection = useEndpointQuery(getConnectionSummary, { params: { id } })
  const { data } = connection
  const merchant = useEndpointQuery(getMerchantSummary, { params: { id: data?.merchantId ?? '' } }, { enabled: data !== undefined })
  const isReady = data !== undefined && !(merchant.data === undefined && !merchant.isError)
  return {
    data: isReady
      ? {
          connection: data,
          shop: {
            name: merchant.data?.name ?? data.createdByAccountName,
            place: merchant.data?.location && formatLocation(merchant.data.location),
            logo: merchant.data?.logo,
            verified: merchant.data?.verified ?? false,
          },
        }
      : undefined,
    error: data === undefined ? connection.error : null,
    isFetching: connection.isFetching,
    retry: () => void connection.refetch(),
  }
}

export function invalidateConnection(): void {
  void queryClient.invalidateQueries({ queryKey: [getConnectionSummary.method, getConnectionSummary.path] })
}
