import { Trans } from '@lingui/react/macro'
import { Icon } from '@nikau/ui'
import { useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'
import { Fields } from '../../parts/Fields.tsx'
import { Hash } from '../../parts/Hash.tsx'
import { Panel } from '../../parts/Panel.tsx'
import type { Chain } from './EntryPanel.tsx'
import { numberText } from './number-text.ts'

/** The end of the log, its anchor, and whether its hashes hold: a tick only when they were computed again. */
export function ChainPanel({ chain }: { chain: Chain | undefined }) {
  const now = useNow()
  if (!chain) return null
  const { entries, head, anchoredAt, checkedAt, holds } = chain
  const count = numberText(entries)
  const anchored = anchoredAt && momentText(anchoredAt, now)
  const checked = checkedAt && momentText(checkedAt, now)
  const isBroken = checked !== undefined && holds === false
  return (
    <Panel title={<Trans>Chain</Trans>} tone={isBroken ? 'negative' : undefined}>
      <Fields
        rows={[
          { key: 'entries', label: <Trans>Entries</Trans>, value: count },
          { key: 'head', label: <Trans>Head</Trans>, value: <Hash of={head} /> },
          { key: 'anchored', label: <Trans>Anchored</Trans>, value: anchored === undefined ? <Trans>not yet</Trans> : <Trans>{anchored}, outside</Trans> },
          {
            key: 'checked',
            label: <Trans>Checked</Trans>,
            value:
              checked === undefined ? (
                <Trans>not yet</Trans>
              ) : isBroken ? (
                <span className="dk-with-icon" data-tone="negative">
                  <Icon name="problem" size="s" />
                  <Trans>{checked}, the chain is broken</Trans>
                </span>
              ) : (
                <span className="dk-with-icon">
                  <Icon name="check" size="s" />
                  <Trans>{checked}, no gap, all hold</Trans>
                </span>
              ),
          },
        ]}
      />
    </Panel>
  )
}
