import { useLingui } from '@lingui/react/macro'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { roleNames } from './role-names.ts'

/** "Finance or Finance lead" */
export function useRoleList(): (roles: readonly DeskRole[]) => string {
  const { i18n } = useLingui()
  return (roles) => new Intl.ListFormat('en-NZ', { type: 'disjunction' }).format(roles.map((role) => i18n._(roleNames[role])))
}
