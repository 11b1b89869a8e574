import type { BusinessStatus } from '@nikau/contract/accounts'
import type { Checklist, MissingPart, OpeningStep } from '@nikau/contract/businesses'
import type { BusinessDetail, OpeningFacts } from './store.ts'

type Step = Checklist['steps'][number]

interface Opening {
  status: BusinessStatus
  detail: BusinessDetail | undefined
  facts: OpeningFacts
}

/** Every step with what is missing. */
export function stepsOf(opening: Opening): Step[] {
  const { detail, facts } = opening
  const own = [
    step('business', detail ? undefined : 'details'),
    step('gst', detail && detail.gstRegistered !== null ? undefined : 'gst'),
    step('address', detail?.place ? undefined : 'address'),
    step('payout-account', missingOfAccount(facts)),
    step('methods', facts.acceptsMethods ? undefined : 'methods'),
    step('test-payment', facts.hasTestPayment ? undefined : 'test-payment'),
  ]
  return [...own, step('go-live', missingOfGoingLive(opening, own))]
}

function step(name: OpeningStep, missing: MissingPart | undefined): Step {
  return { step: name, done: missing === undefined, ...(missing && { missing }) }
}

function missingOfAccount({ hasPayoutAccount, linked }: OpeningFacts): MissingPart | undefined {
  if (hasPayoutAccount) return undefined
  if (!linked) return 'bank-account'
  if (!linked.verified) return 'code'
  return linked.payeeWaits ? 'name-check' : 'choice'
}

function missingOfGoingLive({ status, facts }: Opening, own: readonly Step[]): MissingPart | undefined {
  if (status === 'suspended') return 'suspended'
  if (facts.hasLiveShop) return undefined
  if (status === 'verified') return 'going-live'
  if (status === 'submitted') return 'verification'
  return blockersOf(own).length > 0 ? 'steps' : 'submission'
}

/**
 * The steps that going live waits for. A payout account has to be linked but not confirmed: the cent takes a day to arrive, and what is
 * taken meanwhile waits for the first payout.
 */
export function blockersOf(steps: readonly Step[]): { step: OpeningStep; missing: MissingPart }[] {
  return steps.flatMap(({ step: name, missing }) => {
    const isOwn = name !== 'go-live' && missing !== undefined
    return isOwn && (name !== 'payout-account' || missing === 'bank-account') ? [{ step: name, missing }] : []
  })
}
