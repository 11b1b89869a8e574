import { listTrustedPeople, type TrustedPerson } from '@nikau/contract/held-sends'
import { toAsyncData, type AsyncData } from './async-data.ts'
import { deployed } from './config.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'

/** Whom the person trusts, and who trusts the person. Not loaded in a deployment without the safety screens. */
export function useTrustedPeople(): AsyncData<TrustedPerson[]> {
  const query = useEndpointQuery(listTrustedPeople, {}, { enabled: deployed.people.guard })
  return toAsyncData(query.data?.items, query)
}

/** Those who can be asked about a send. */
export const whoCanBeAsked = (people: readonly TrustedPerson[] | undefined): TrustedPerson[] =>
  people?.filter(({ role, status }) => role === 'trusts' && status === 'accepted') ?? []

export const invalidateTrustedPeople = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listTrustedPeople.method, listTrustedPeople.path] })
