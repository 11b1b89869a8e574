import { Trans } from '@lingui/react/macro'
import { Switch } from '@nikau/ui'

/** Whether a payment without approval uses tokens that the shop takes. They do not count to the limits. */
export function TokensFirst({ on, isDisabled, onChange }: { on: boolean; isDisabled?: boolean; onChange: (on: boolean) => void }) {
  return (
    <Switch on={on} {...(isDisabled !== undefined && { isDisabled })} onChange={onChange} detail={<Trans>Then from your wallet</Trans>}>
      <span className="font-semibold">
        <Trans>Use my tokens first</Trans>
      </span>
    </Switch>
  )
}
