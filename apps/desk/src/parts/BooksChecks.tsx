import { Trans } from '@lingui/react/macro'
import type { Movement, ProposalPreview } from '@nikau/contract/desk/proposals'
import { useNow } from '../lib/desk-context.ts'
import { momentText } from '../lib/moments.ts'
import { type Check, Checks } from './Checks.tsx'
import { Mono } from './Mono.tsx'

const isOfOwners = (account: string) => account.startsWith('asset:')

/** What is still true of the books after an act that was tried. */
export function BooksChecks({ preview: { movements, invariants } }: { preview: ProposalPreview }) {
  const touched = [...new Set(movements.flatMap(({ debit, credit }: Movement) => [debit.account, credit.account]))]
  const owners = touched.filter(isOfOwners).length
  const checks: Check[] = [
    { key: 'zero', result: 'passed', text: <Trans>Every debit has its credit: all accounts together stay at $0.00</Trans> },
    { key: 'limits', result: 'passed', text: <Trans>Every account stays within its limits</Trans> },
    ...(invariants ? [invariantsCheck(invariants)] : []),
    owners === 0
      ? { key: 'owners', result: 'passed', text: <Trans>No wallet of a customer or merchant is touched</Trans> }
      : { key: 'owners', result: 'warning', text: <Trans>A wallet is touched: its owner reads it in their activity and gets an email</Trans> },
  ]
  return <Checks checks={checks} />
}

type Invariants = NonNullable<ProposalPreview['invariants']>

const invariantsCheck = (invariants: Invariants): Check => ({
  key: 'invariants',
  result: invariants.broken.length > 0 ? 'failed' : invariants.computed === 'now' ? 'passed' : 'warning',
  text: <InvariantsText invariants={invariants} />,
})

function InvariantsText({ invariants: { count, broken, computed, at } }: { invariants: Invariants }) {
  const now = useNow()
  const moment = at === undefined ? undefined : momentText(at, now)
  if (broken.length > 0)
    return (
      <>
        {computed === 'now' ? <Trans>These invariants would not hold:</Trans> : <Trans>These invariants did not hold at the last full check:</Trans>}{' '}
        <Mono>{broken.join(', ')}</Mono>
      </>
    )
  if (computed === 'now') return <Trans>All {count} invariants hold</Trans>
  return moment === undefined ? (
    <Trans>The {count} invariants were never computed over all books</Trans>
  ) : (
    <Trans>
      All {count} invariants held at the last full check, {moment}; computing them here takes too long
    </Trans>
  )
}
