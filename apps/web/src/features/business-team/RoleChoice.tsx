import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgRole } from '@nikau/contract/roles'
import { Radio, RadioGroup } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { useRoleNames } from '../../lib/role-names.ts'

const details: Readonly<Record<OrgRole, ReactNode>> = {
  cashier: <Trans>Takes payments and refunds to their limit</Trans>,
  manager: <Trans>Also payments, payouts, tokens and settings, and refunds to a higher limit</Trans>,
  accountant: <Trans>Sees payments, payouts and fees, changes nothing</Trans>,
  developer: <Trans>Keys, webhooks and test payments, no live money</Trans>,
  'account-owner': <Trans>Everything, the payout account too</Trans>,
}

/** The roles that the caller may give: a manager only cashier. */
export function RoleChoice({ role, onChange }: { role: OrgRole; onChange: (role: OrgRole) => void }) {
  const { t } = useLingui()
  const names = useRoleNames()
  const isOwner = useBusiness().role === 'account-owner'
  const roles = (Object.keys(details) as OrgRole[]).filter((candidate) => isOwner || candidate === 'cashier')
  return (
    <RadioGroup label={t`Role`} value={role} onChange={onChange}>
      {roles.map((candidate) => (
        <Radio key={candidate} value={candidate} detail={details[candidate]} look="plain">
          {names[candidate]}
        </Radio>
      ))}
    </RadioGroup>
  )
}
