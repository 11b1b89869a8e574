import { listProposals } from '@nikau/contract/desk/proposals'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { Badge } from '../../parts/Badge.tsx'

/** How many wait for this operator. */
export function ApprovalsCount() {
  const { data } = useDeskQuery(listProposals, {})
  return <Badge count={data?.waiting.filter(({ cannotDecide }) => cannotDecide === undefined).length ?? 0} tone="lilac" />
}
