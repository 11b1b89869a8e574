import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiKey } from '@nikau/contract/api-keys'
import { Button, CellDetail, Code, DataTable, Icon, StatusChip } from '@nikau/ui'
import { serverNow } from '../../lib/server-clock.ts'
import { useScopeWords } from './scopes.ts'
import { dayOf, whenOf } from './times.ts'

export function KeyTable({ keys, onOpen }: { keys: readonly ApiKey[]; onOpen: (key: ApiKey) => void }) {
  const { t } = useLingui()
  const words = useScopeWords()
  return (
    <DataTable
      caption={t`API keys`}
      columns={[
        { key: 'name', label: <Trans>Name</Trans>, fold: 'start-1' },
        { key: 'key', label: <Trans>Key</Trans>, fold: 'start-2' },
        { key: 'may', label: <Trans>May</Trans> },
        { key: 'used', label: <Trans>Last used</Trans> },
        { key: 'ends', label: <Trans>Ends</Trans> },
        { key: 'status', label: <Trans>Status</Trans>, fold: 'end-1' },
        { key: 'change', label: <span className="n-hidden">{t`Change`}</span>, align: 'end', fold: 'end-2' },
      ]}
      rows={keys.map((key) => ({
        id: key.name,
        cells: {
          name: (
            <>
              {key.name}
              <CellDetail>
                <LivenessOf apiKey={key} />
              </CellDetail>
            </>
          ),
          key: (
            <>
              <MaskedKey apiKey={key} />
              {/* On phones, where a row has two lines and no column of its own for it. */}
              <span className="block fold:hidden">{words(key.scopes)}</span>
            </>
          ),
          may: words(key.scopes),
          used: key.lastUsedAt ? whenOf(key.lastUsedAt) : t`Never`,
          ends: key.expiresAt ? dayOf(key.expiresAt) : t`Never`,
          status: <KeyStatus apiKey={key} />,
          change: (
            <Button variant="quiet" size="s" onPress={() => onOpen(key)} aria-label={t`Change ${key.name}`}>
              <Trans>Change</Trans>
            </Button>
          ),
        },
      }))}
    />
  )
}

function LivenessOf({ apiKey: { liveness } }: { apiKey: ApiKey }) {
  if (liveness === undefined) return <Trans>Test and real money</Trans>
  return liveness === 'test' ? <Trans>Test key</Trans> : <Trans>Real money</Trans>
}

/** `nk_test_a0…7XH5` */
function MaskedKey({ apiKey: { prefix, lastFour } }: { apiKey: ApiKey }) {
  if (prefix === undefined || lastFour === undefined) return <Trans>Made before keys had a prefix</Trans>
  return (
    <span className="whitespace-nowrap">
      <Code>{`${prefix}…${lastFour}`}</Code>
    </span>
  )
}

function KeyStatus({ apiKey: { enabled, expiresAt } }: { apiKey: ApiKey }) {
  if (expiresAt && expiresAt <= serverNow())
    return (
      <StatusChip icon={<Icon name="clock" size="xs" />}>
        <Trans>Ended</Trans>
      </StatusChip>
    )
  return enabled ? (
    <StatusChip tone="positive">
      <Trans>On</Trans>
    </StatusChip>
  ) : (
    <StatusChip icon={<Icon name="close" size="xs" />}>
      <Trans>Off</Trans>
    </StatusChip>
  )
}
