import type { ActAccess } from '@nikau/contract/desk/operators'
import type { DeskRole } from '@nikau/contract/desk/roles'
import type { Cents } from '@nikau/money'

/** alone: does it. proposes: another agrees. both: proposes it, or agrees for another. agrees: only the second person. */
export type Part = 'alone' | 'proposes' | 'both' | 'agrees' | 'none'

export interface ActRow {
  id: string
  kind: string
  /** From this amount on; absent when any amount is meant. */
  from: Cents | undefined
  /** Below this amount. */
  below: Cents | undefined
  /** Who agrees, from which amounts on; empty when nobody has to. */
  steps: ActAccess['agreements']
  partOf: (role: DeskRole) => Part
}

/** An act in one row, or in two when one person does it alone up to an amount. */
export function rowsOf({ kind, proposers, agreements }: ActAccess): ActRow[] {
  const alone = agreements.filter(({ needs }) => needs.length === 0)
  const agreed = agreements.filter(({ needs }) => needs.length > 0)
  const limit = alone.length > 0 ? agreed[0]?.from : undefined
  const row = (id: string, steps: ActAccess['agreements'], bounds: Pick<ActRow, 'from' | 'below'>): ActRow => ({
    id: `${kind} ${id}`,
    kind,
    ...bounds,
    steps,
    partOf: (role) => {
      const [proposes, agrees] = [proposers.includes(role), steps.some(({ needs }) => needs.some((roles) => roles.includes(role)))]
      if (steps.length === 0) return proposes ? 'alone' : 'none'
      return proposes ? (agrees ? 'both' : 'proposes') : agrees ? 'agrees' : 'none'
    },
  })
  return [
    ...(alone.length > 0 ? [row('alone', [], { from: undefined, below: limit })] : []),
    ...(agreed.length > 0 ? [row('agreed', agreed, { from: limit, below: undefined })] : []),
  ]
}
