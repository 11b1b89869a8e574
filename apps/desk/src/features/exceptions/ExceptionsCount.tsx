import { listExceptions } from '@nikau/contract/desk/exceptions'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { Badge } from '../../parts/Badge.tsx'

/** How many are open. */
export function ExceptionsCount() {
  const { data } = useDeskQuery(listExceptions, { query: {} })
  return <Badge count={data?.totals.open.count ?? 0} tone="warning" />
}
