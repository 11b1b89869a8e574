import { Trans, useLingui } from '@lingui/react/macro'
import { listCustomerLooks } from '@nikau/contract/desk/customers'
import { Button } from '@nikau/ui'
import { useParams } from 'react-router'
import { useDeskPages } from '../../lib/desk-hooks.ts'
import { fullMoment } from '../../lib/moments.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Table } from '../../parts/Table.tsx'
import { lookText, reasonTexts } from './texts.ts'
import './customers.css'

/** Who looked at a customer, in words that can be printed and handed to them. */
export function LooksScreen() {
  const { i18n, t } = useLingui()
  const { customerId = '' } = useParams()
  const pages = useDeskPages(listCustomerLooks, { params: { id: customerId } }, { refreshMs: 120_000 })
  return (
    <>
      <PageHead
        title={<Trans>Who looked</Trans>}
        lede={<Trans>Everybody of Nikau who saw or changed something of this customer, when and why. The customer may have this list.</Trans>}
      >
        <Button size="s" variant="outlined" onPress={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </PageHead>
      <Loaded query={{ ...pages, data: pages.items }}>
        {(items) => (
          <Panel title={<Trans>Looks</Trans>} isFlush>
            {items.length === 0 ? (
              <p className="dk-none">
                <Trans>Nobody has looked before you.</Trans>
              </p>
            ) : (
              <Table
                caption={t`Who looked, newest first`}
                hasCards
                columns={[
                  { key: 'when', label: t`When`, card: 'line' },
                  { key: 'who', label: t`Who`, isHead: true },
                  { key: 'what', label: t`What`, card: 'line' },
                  { key: 'why', label: t`Why`, card: 'line' },
                ]}
                rows={items.map(({ at, by, endpoint, kind, reason, reference }, place) => ({
                  id: `${place} ${at.toISOString()}`,
                  cells: {
                    when: fullMoment(at),
                    who: <Person name={by.name} />,
                    what: kind === 'refused' ? <Refused what={i18n._(lookText(endpoint))} /> : i18n._(lookText(endpoint)),
                    why:
                      reason === undefined ? (
                        <Trans>work on the account</Trans>
                      ) : (
                        `${i18n._(reasonTexts[reason])}${reference === undefined ? '' : `, ${reference}`}`
                      ),
                  },
                }))}
              />
            )}
            {pages.hasMore && (
              <div className="dk-panel-foot">
                <Button size="s" variant="outlined" busy={pages.isLoadingMore} busyLabel={t`Loading`} needsSignal={false} onPress={pages.loadMore}>
                  <Trans>Show more</Trans>
                </Button>
              </div>
            )}
          </Panel>
        )}
      </Loaded>
    </>
  )
}

const Refused = ({ what }: { what: string }) => <Trans>{what}: refused</Trans>
