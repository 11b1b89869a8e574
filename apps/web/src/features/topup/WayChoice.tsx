import { Trans } from '@lingui/react/macro'
import { Icon, Radio, RadioGroup } from '@nikau/ui'
import type { ReactNode } from 'react'

export type Way = 'approval' | 'other'

/** Two ways to top up, with when the money arrives. `other` is direct debit, or test money for a test wallet. */
export function WayChoice({ value, onChange, other }: { value: Way; onChange: (way: Way) => void; other: { name: ReactNode; when: ReactNode } }) {
  return (
    <div className="pt-6">
      <RadioGroup label={<Trans>How to top up</Trans>} value={value} onChange={onChange}>
        <Radio value="approval" media={<Icon name="bank" />} detail={<Trans>In your wallet in seconds</Trans>}>
          <Trans>Approve at your bank</Trans>
        </Radio>
        <Radio value="other" media={<Icon name="clock" />} detail={other.when}>
          {other.name}
        </Radio>
      </RadioGroup>
    </div>
  )
}
