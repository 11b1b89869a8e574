import { useLingui } from '@lingui/react/macro'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { roleNames } from '../../lib/role-names.ts'

/** The names of roles. */
export function useRoleNames(): (roles: readonly DeskRole[]) => string[] {
  const { i18n } = useLingui()
  return (roles) => roles.map((role) => i18n._(roleNames[role]))
}

/** "Finance and Risk" */
export const rolesText = (names: readonly string[]): string => new Intl.ListFormat('en-NZ', { type: 'conjunction' }).format(names)
