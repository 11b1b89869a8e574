import { storedValue } from '../../lib/stored-value.ts'

/** Who closed which day last, and when. The figures are the server's: the device keeps none. */
export interface ClosedDay {
  tillId: string
  day: string
  /** In ISO 8601. */
  at: string
  name: string
}

export const closedDay = storedValue<ClosedDay>('till.closedDay')
