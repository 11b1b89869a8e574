import { useLingui } from '@lingui/react/macro'
import type { Business, Checklist, MissingPart, OpeningStep } from '@nikau/contract/businesses'
import type { MerchantConfig } from '@nikau/contract/merchant-configs'
import { formatNzbn } from '@nikau/nz/nzbn'
import { acceptsFamily, methodFamilies, useMethodNames } from '../../lib/payment-methods.ts'

export const formatGstNumber = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1-$2-$3')

/** One line about each step: what was entered, or what is missing. */
export function useStepDetails(): (checklist: Checklist, business: Business, config: MerchantConfig | undefined) => Readonly<Record<OpeningStep, string>> {
  const { t } = useLingui()
  const methods = useMethodNames()
  const accountDetail = useAccountDetail()
  const goLiveDetail = useGoLiveDetail()
  return (checklist, business, config) => {
    const isDone = (name: OpeningStep) => checklist.steps.some(({ step, done }) => step === name && done)
    const nzbn = formatNzbn(business.nzbn ?? '')
    const { legalName, gst, place } = business
    const accepted = config ? methodFamilies.filter((family) => acceptsFamily(config, family)).map((family) => methods[family]) : []
    return {
      business: isDone('business') ? t`${legalName}, NZBN ${nzbn}` : t`Your NZBN and the names of your business`,
      gst: gst ? (gst.number === undefined ? t`Not registered` : formatGstNumber(gst.number)) : t`Whether you’re registered, and your number`,
      address: place === undefined ? t`Where customers find you` : place === 'online' ? t`Online only` : addressLine(place),
      'payout-account': accountDetail(checklist),
      methods: accepted.length > 0 ? accepted.join(', ') : t`How customers can pay you`,
      'test-payment': isDone('test-payment') ? t`You’ve taken a test payment` : t`Pay yourself $1.00 of test money`,
      'go-live': goLiveDetail(checklist),
    }
  }
}

function addressLine({ street, suburb, city, postCode }: Exclude<Business['place'], 'online' | undefined>): string {
  return [street, suburb, postCode === undefined ? city : `${city} ${postCode}`].filter((part) => part !== undefined).join(', ')
}

const missingOf = (checklist: Checklist, name: OpeningStep) => checklist.steps.find(({ step }) => step === name)?.missing

function useAccountDetail(): (checklist: Checklist) => string {
  const { t } = useLingui()
  return (checklist) => {
    const number = checklist.payoutAccount?.number ?? ''
    const missing = missingOf(checklist, 'payout-account')
    const texts: Partial<Record<MissingPart, string>> = {
      code: t`${number}. The code from your statement is still to come.`,
      'name-check': t`${number}. The name doesn’t match. We’re looking at it.`,
      choice: t`${number} is confirmed. Choose it for your payouts.`,
    }
    return missing === undefined ? t`${number}, confirmed` : (texts[missing] ?? t`Where your takings go, each business day`)
  }
}

function useGoLiveDetail(): (checklist: Checklist) => string {
  const { t } = useLingui()
  return (checklist) => {
    const missing = missingOf(checklist, 'go-live')
    const texts: Partial<Record<MissingPart, string>> = {
      submission: t`Everything is there`,
      verification: t`We’re checking your business`,
      'going-live': t`Your business is verified`,
      suspended: t`Your business is suspended`,
    }
    return missing === undefined ? t`You take real money` : (texts[missing] ?? t`After the steps above. Usually the same business day.`)
  }
}
