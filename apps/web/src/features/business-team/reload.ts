import { listInvitations, listMembers } from '@nikau/contract/members'
import { queryClient } from '../../lib/endpoint-hooks.ts'

export function reloadTeam(): void {
  for (const { method, path } of [listMembers, listInvitations]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
