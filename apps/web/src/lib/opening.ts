import { useLingui } from '@lingui/react/macro'
import { listAccountMemberships } from '@nikau/contract/accounts'
import { type Checklist, getBusiness, getChecklist, type OpeningStep } from '@nikau/contract/businesses'
import { listMerchantConfigs, listMerchants } from '@nikau/contract/merchant-configs'
import { format } from '@nikau/money'
import { type AsyncData, toAsyncData } from './async-data.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'

/** The steps of opening a business, each done or with what is missing. */
export function useChecklist(accountId: string | undefined): AsyncData<Checklist> {
  const checklist = useEndpointQuery(getChecklist, { params: { accountId: accountId ?? '' } }, { enabled: accountId !== undefined })
  return toAsyncData(accountId === undefined ? undefined : checklist.data, checklist)
}

/** The names of the steps that are still to do. */
export function useMissingSteps(accountId: string): string[] {
  const names = useStepNames()
  return (useChecklist(accountId).data?.steps ?? []).filter(({ step, done }) => !done && step !== 'go-live').map(({ step }) => names[step])
}

export function useStepNames(): Readonly<Record<OpeningStep, string>> {
  const { t } = useLingui()
  return {
    business: t`Your business`,
    gst: t`GST number`,
    address: t`Shop address`,
    'payout-account': t`Payout account`,
    methods: t`What you accept`,
    'test-payment': t`First test payment`,
    'go-live': t`Go live`,
  }
}

/** What a new business may take until operators have looked at it. */
export function useLimitsText(): (limits: NonNullable<Checklist['limits']>) => string {
  const { t } = useLingui()
  return ({ perDay, perPayment }) => {
    const [day, payment] = [format(perDay), format(perPayment)]
    return t`Until we’ve looked at your first payments, you can take ${day} a day and ${payment} a payment.`
  }
}

/** After a step: everything that the business and its shops are shown by. */
export async function refreshOpening(): Promise<void> {
  const endpoints = [getChecklist, getBusiness, listAccountMemberships, listMerchants, listMerchantConfigs]
  await Promise.all(endpoints.map(({ method, path }) => queryClient.invalidateQueries({ queryKey: [method, path] })))
}
