import { Trans, useLingui } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { CodeField } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'

/** For a refund above one's limit: the code that a manager or owner makes under Team and reads out. */
export function ApprovalField({ limit, code, onChange, error }: { limit: Cents; code: string; onChange: (code: string) => void; error: CallError | null }) {
  const { t } = useLingui()
  const own = format(limit)
  const isWrong = error?.code === 'REFUND_APPROVAL_INVALID' && code === ''
  return (
    <CodeField
      label={t`Approval code`}
      hint={<Trans>You can refund {own} of this payment yourself. For more, ask a manager or owner for a code, which they make under Team.</Trans>}
      value={code}
      onChange={onChange}
      error={isWrong ? <Trans>That code doesn’t work. Codes last 5 minutes and approve one refund. Ask for a new one.</Trans> : undefined}
    />
  )
}
