import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import { type MerchantConfig, updateMerchantConfig } from '@nikau/contract/merchant-configs'
import { Checkbox } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { StepForm, StepPage, useFinishStep } from './StepPage.tsx'
import { useDraft } from './useDraft.ts'
import { acceptsFamily, methodFamilies, type MethodFamily, useMethodNames } from '../../lib/payment-methods.ts'

/** The methods of the test shop, which the live one takes over. The last one stays. */
export function MethodsStep({ accountId, config }: { accountId: string; config: MerchantConfig }) {
  const { t } = useLingui()
  const names = useMethodNames()
  const finish = useFinishStep()
  const update = useEndpointMutation(updateMerchantConfig)
  const draft = useDraft<{ chosen: readonly MethodFamily[] }>('methods', accountId)
  const [chosen, setChosen] = useState(() => draft.read().chosen ?? methodFamilies.filter((family) => acceptsFamily(config, family)))
  const change = (family: MethodFamily, on: boolean) => {
    const next = methodFamilies.filter((other) => (other === family ? on : chosen.includes(other)))
    setChosen(next)
    draft.keep({ chosen: next })
  }
  const submit = async () => {
    if (chosen.length === 0) return
    const kept = config.paymentOptions.filter(
      ({ type }) => !(methodFamilies as readonly string[]).includes(familyOf(type)) || chosen.some((family) => family === familyOf(type)),
    )
    const added = chosen.filter((family) => !acceptsFamily(config, family)).map((family) => ({ type: `${family}.test` }))
    const body = { paymentOptions: [...kept, ...added], allowedRedirectUrls: config.allowedRedirectUrls }
    const params = { merchantId: config.merchantId, configId: config.id }
    if (!(await update.mutateAsync({ params, body }).catch(() => undefined))) return
    draft.forget()
    await finish()
  }
  const failed =
    update.error && !update.isPending ? (
      <>
        <Trans>It isn’t saved yet.</Trans> <CallProblem error={update.error} />
      </>
    ) : undefined
  return (
    <StepPage title={<Trans>What you accept</Trans>} detail={<Trans>How customers can pay you</Trans>}>
      <StepForm
        onSubmit={(event) => (event.preventDefault(), void submit())}
        busy={update.isPending}
        problem={chosen.length === 0 ? <Trans>Choose at least one.</Trans> : failed}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="n-hidden">{t`Methods`}</legend>
          {methodFamilies.map((family) => (
            <Checkbox key={family} checked={chosen.includes(family)} onChange={(on) => change(family, on)}>
              {names[family]}
            </Checkbox>
          ))}
        </fieldset>
      </StepForm>
    </StepPage>
  )
}
