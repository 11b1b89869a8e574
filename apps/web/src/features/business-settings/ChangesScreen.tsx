import { Trans, useLingui } from '@lingui/react/macro'
import { type AuditEntry, listAudit } from '@nikau/contract/audit'
import { CellDetail, DataTable, ListSkeleton, PortalCard, PortalPage } from '@nikau/ui'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { useActionNames, useChangeTexts } from './changes.ts'

/** Who changed what in the business, when and from where. Nothing in it can be changed or removed. */
export function ChangesScreen() {
  const { may } = useBusiness()
  const back = may('settings:write') && { href: businessPaths.settings, label: <Trans>Shop settings</Trans> }
  return (
    <PortalPage
      title={<Trans>Record of changes</Trans>}
      detail={<Trans>Of all shops of the business. Nobody can change or remove an entry, we included.</Trans>}
      {...(back && { back })}
    >
      <Changes />
    </PortalPage>
  )
}

function Changes() {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const pages = useEndpointPages(listAudit, { params: { accountId } })
  const entries = pages.data?.pages.flatMap(({ items }) => items)
  const source = toAsyncData(entries, pages)
  const actionNames: Partial<Readonly<Record<string, string>>> = useActionNames()
  return (
    <PortalCard title={<Trans>Who changed what</Trans>} flush>
      {source.failed ? (
        <div className="p-5">
          <LoadFailed source={source}>
            <Trans>We couldn’t load the changes</Trans>
          </LoadFailed>
        </div>
      ) : entries === undefined ? (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      ) : entries.length === 0 ? (
        <p className="px-5 pb-5 text-ink-2">
          <Trans>Nothing has been changed yet.</Trans>
        </p>
      ) : (
        <DataTable
          caption={t`Changes in the business, newest first`}
          columns={[
            { key: 'what', label: t`What`, fold: 'start-1' },
            { key: 'who', label: t`Who`, fold: 'start-2' },
            { key: 'when', label: t`When`, fold: 'end-2' },
          ]}
          rows={entries.map((entry) => ({
            id: entry.id,
            cells: {
              what: (
                <>
                  {actionNames[entry.action] ?? entry.action}
                  <ChangeDetail entry={entry} />
                </>
              ),
              who: (
                <>
                  {entry.actorName}
                  <CellDetail>{[entry.device, entry.address].filter(Boolean).join(', ')}</CellDetail>
                </>
              ),
              when: <When at={entry.at} />,
            },
          }))}
        />
      )}
      <ShowMore pages={pages} />
    </PortalCard>
  )
}

function When({ at }: { at: Date }) {
  return (
    <span className="whitespace-nowrap">
      {shortDate(at)}, {timeOfDay(at)}
    </span>
  )
}

function ChangeDetail({ entry }: { entry: AuditEntry }) {
  const texts = useChangeTexts()(entry)
  return texts.length > 0 && <CellDetail>{texts.join(' · ')}</CellDetail>
}
