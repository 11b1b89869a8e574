import { useLingui } from '@lingui/react/macro'
import type { OrgRole } from '@nikau/contract/roles'

/** What members are called on screens. */
export function useRoleNames(): Readonly<Record<OrgRole, string>> {
  const { t } = useLingui()
  return { 'account-owner': t`Owner`, manager: t`Manager`, cashier: t`Cashier`, accountant: t`Accountant`, developer: t`Developer` }
}
