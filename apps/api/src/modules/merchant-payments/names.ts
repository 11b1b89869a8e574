import type { Db } from '@nikau/runtime'
import { shortNames } from '../tills/index.ts'
import { selectTillNames, selectTillPeople } from './store-names.ts'

interface Place {
  terminalId: string | null
  operatorId: string | null
}

/** What the staff tills of a business and the people at them are called. */
export interface PlaceNames {
  of(place: Place): { tillName?: string; personName?: string }
}

/**
 * A payment of a staff till has the ids of till and person, which say nothing to people. Only people of the business are named, since a
 * merchant's own server may write any id. Reads nothing if no payment was made at a till.
 */
export async function readPlaceNames(db: Db, accountId: string, places: readonly Place[]): Promise<PlaceNames> {
  if (!places.some(({ terminalId }) => terminalId !== null)) return { of: () => ({}) }
  const [tillRows, people] = [await selectTillNames(db, accountId), await selectTillPeople(db, accountId)]
  const [tills, names] = [new Map(tillRows.map(({ id, name }) => [id, name])), shortNames(people)]
  return {
    of({ terminalId, operatorId }) {
      const tillName = terminalId === null ? undefined : tills.get(terminalId)
      if (tillName === undefined) return {}
      const personName = operatorId === null ? undefined : names.get(operatorId)
      return { tillName, ...(personName && { personName }) }
    },
  }
}
