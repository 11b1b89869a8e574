import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { listOperators } from '@nikau/contract/desk/operators'
import { useSession } from '../../lib/desk-context.ts'

export type Access = DeskAnswerOf<typeof listOperators>

export const operatorAddress = (id: string) => `/access/${encodeURIComponent(id)}`

/** Who proposes a change of access; the server decides, this spares the others the forms. */
export function useMayPropose({ acts }: Pick<Access, 'acts'>): boolean {
  const { operator } = useSession()
  const rule = acts.find(({ kind }) => kind === 'access')
  return rule?.proposers.some((role) => operator.roles.includes(role)) ?? false
}
