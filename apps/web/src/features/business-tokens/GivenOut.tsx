import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listTokenIssues, type TokenIssue } from '@nikau/contract/collections'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { CellDetail, DataTable, PortalCard } from '@nikau/ui'
import { type ReactNode, useEffect } from 'react'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'

interface GivenOutProps {
  collectionId: string
  onTheirWay: number
  issued: number
}

/** To whom tokens went, masked, and why some did not. */
export function GivenOut({ collectionId, onTheirWay, issued }: GivenOutProps) {
  const { t } = useLingui()
  const pages = useEndpointPages(listTokenIssues, { params: { id: collectionId } })
  const { refetch } = pages
  useEffect(() => void refetch(), [onTheirWay, issued, refetch])
  const issues = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (issues.length === 0) return undefined
  return (
    <PortalCard flush title={<Trans>Given out</Trans>}>
      <DataTable
        caption={t`Given out, newest first`}
        columns={[
          { key: 'when', label: <Trans>When</Trans>, fold: 'start-1' },
          { key: 'to', label: <Trans>To</Trans>, fold: 'start-2' },
          { key: 'count', label: <Trans>Tokens</Trans>, align: 'end', fold: 'end-1' },
        ]}
        rows={issues.map((issue) => ({
          id: issue.id,
          cells: { when: `${shortDate(issue.createdAt)}, ${timeOfDay(issue.createdAt)}`, to: <To issue={issue} />, count: <Count issue={issue} /> },
        }))}
      />
    </PortalCard>
  )
}

const shown = 3

/** What stands for a link among the recipients. */
const linkMark = 'link'

function To({ issue: { recipients, count, linkCount } }: { issue: TokenIssue }) {
  const refused = recipients.find(({ state }) => state === 'refused')
  const names = recipients.filter(({ to }) => to !== linkMark).slice(0, shown).map(({ to }) => to) // prettier-ignore
  const more = count - linkCount - names.length
  return (
    <>
      {names.join(', ')}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
      {linkCount > 0 && (
        <>
          {names.length > 0 && ', '}
          <Plural value={linkCount} one="# link" other="# links" />
        </>
      )}
      {refused?.reason && (
        <CellDetail>
          {refused.to === linkMark ? <Trans>Links</Trans> : refused.to}: {reasons[refused.reason]}
        </CellDetail>
      )}
    </>
  )
}

const reasons: Readonly<Record<NonNullable<TokenIssue['recipients'][number]['reason']>, ReactNode>> = {
  unavailable: <Trans>wants nothing from you</Trans>,
  'too-many-messages': <Trans>too many messages today, try tomorrow</Trans>,
  closed: <Trans>not given out any more</Trans>,
  'no-wallet': <Trans>has no wallet, which test tokens need</Trans>,
}

function Count({ issue: { count, given, refused } }: { issue: TokenIssue }) {
  const left = count - given - refused
  return (
    <>
      {given}
      {left > 0 && (
        <CellDetail>
          <Trans>{left} on their way</Trans>
        </CellDetail>
      )}
      {refused > 0 && (
        <CellDetail>
          <Trans>{refused} not given</Trans>
        </CellDetail>
      )}
    </>
  )
}
