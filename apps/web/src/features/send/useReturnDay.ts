import { shortDate } from '@nikau/nz/nz-time'
import { useState } from 'react'

const claimDays = 14

/** The day on which a send of now comes back if nobody claims it: "Sat 28 Nov". */
export function useReturnDay(): string {
  const [day] = useState(() => shortDate(new Date(Date.now() + claimDays * 86_400_000)))
  return day
}
