import type { Ids } from '@nikau/runtime'

export function newActivityId(ids: Ids): string {
  return ids.ordered().replaceAll('-', '')
}
