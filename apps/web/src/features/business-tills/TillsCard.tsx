import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import type { createPairingCode, Till } from '@nikau/contract/tills'
import { Button, DataTable, EmptyState, ListSkeleton, PortalCard, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { AddTillSheet } from './AddTillSheet.tsx'
import { PairingSheet } from './PairingSheet.tsx'
import { TillStatusChip, useTillUse } from './texts.tsx'
import { TillSheet } from './TillSheet.tsx'
import { useTills } from '../../lib/useTills.ts'

type Open = { kind: 'add' } | { kind: 'till'; till: Till } | { kind: 'code'; made: AnswerOf<typeof createPairingCode> }

/** The devices that take payments in the shops of this view, and what to do with each. */
export function TillsCard() {
  const { t } = useLingui()
  const tills = useTills()
  const tillUse = useTillUse()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const showCode = (made: AnswerOf<typeof createPairingCode>) => setOpen({ kind: 'code', made })
  return (
    <PortalCard
      title={<Trans>Tills</Trans>}
      flush
      end={
        <Button variant="outlined" size="s" onPress={() => setOpen({ kind: 'add' })}>
          <Trans>Add a till</Trans>
        </Button>
      }
    >
      {tills.failed ? (
        <LoadFailed source={tills}>
          <Trans>We couldn’t load your tills</Trans>
        </LoadFailed>
      ) : !tills.data ? (
        <div aria-busy="true">
          <ListSkeleton rows={2} />
        </div>
      ) : tills.data.length === 0 ? (
        <EmptyState drawing="receipt" title={<Trans>No tills yet</Trans>}>
          <Trans>Any phone or tablet with a browser can be one. Add a till, and pair the device with its code.</Trans>
        </EmptyState>
      ) : (
        <DataTable
          caption={t`Tills of the business`}
          columns={[
            { key: 'name', label: t`Till`, fold: 'start-1' },
            { key: 'shop', label: t`Shop` },
            { key: 'status', label: t`Status`, fold: 'end-2' },
            { key: 'use', label: t`Last used`, fold: 'start-2' },
            { key: 'change', label: <span className="n-hidden">{t`Change`}</span>, fold: 'end-1' },
          ]}
          rows={tills.data.map((till) => ({
            id: till.id,
            cells: {
              name: <TillName till={till} />,
              shop: till.merchantName,
              status: <TillStatusChip status={till.status} />,
              use: tillUse(till),
              change: (
                <Button variant="quiet" size="s" onPress={() => setOpen({ kind: 'till', till })} aria-label={t`Change ${till.name}`}>
                  <Trans>Change</Trans>
                </Button>
              ),
            },
          }))}
        />
      )}
      {open?.kind === 'add' && <AddTillSheet onMade={showCode} onClose={close} />}
      {open?.kind === 'till' && <TillSheet till={open.till} onCode={showCode} onClose={close} />}
      {open?.kind === 'code' && <PairingSheet made={open.made} onClose={close} />}
    </PortalCard>
  )
}

function TillName({ till: { name, liveness } }: { till: Till }) {
  const { t } = useLingui()
  if (liveness === 'main') return name
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name} <StatusChip tone="warning">{t`TEST`}</StatusChip>
    </span>
  )
}
