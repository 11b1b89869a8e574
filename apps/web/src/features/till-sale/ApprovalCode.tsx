import { Trans, useLingui } from '@lingui/react/macro'
import type { Cents } from '@nikau/money'
import { CodeField } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'

/** Above what the person at the till may give back, or when the server says so. */
export function needsApproval(amount: Cents, limit: Cents | undefined, problem: CallError | undefined): boolean {
  const isRefused = problem?.code === 'REFUND_LIMIT_EXCEEDED' || problem?.code === 'REFUND_APPROVAL_INVALID'
  return isRefused || (limit !== undefined && amount > limit)
}

/** A manager or owner makes it under Team and reads it out. */
export function ApprovalCode({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const { t } = useLingui()
  return (
    <div className="mt-5">
      <CodeField
        label={t`Manager’s code`}
        hint={<Trans>This is more than you can give back. A manager or owner makes a code under Team.</Trans>}
        value={code}
        onChange={onChange}
      />
    </div>
  )
}
