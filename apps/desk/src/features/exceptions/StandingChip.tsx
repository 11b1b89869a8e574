import { Trans, useLingui } from '@lingui/react/macro'
import type { Standing } from '@nikau/contract/desk/exceptions'
import { Icon, StatusChip } from '@nikau/ui'
import { actName } from '../../lib/act-names.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'

/** Where an exception stands. */
export function StandingChip({ standing, now }: { standing: Standing; now: Date }) {
  const { i18n } = useLingui()
  const { kind, at, note, act } = standing
  switch (kind) {
    case 'second-person':
      return (
        <StatusChip tone="accent" icon={<DeskIcon name="eyes" size="xs" />}>
          <Trans>second person</Trans>
          {act !== undefined && <span className="n-hidden">: {i18n._(actName(act))}</span>}
        </StatusChip>
      )
    case 'noted':
      return (
        <StatusChip icon={<DeskIcon name="note" size="xs" />}>
          <span className="dk-clip">{note}</span>
        </StatusChip>
      )
    case 'closes-by-payment':
      return (
        <StatusChip icon={<Icon name="send" size="xs" />}>
          <Trans>closes by payment</Trans>
        </StatusChip>
      )
    case 'closes-itself':
      return (
        <StatusChip icon={<Icon name="refresh" size="xs" />}>
          <Trans>closes by itself</Trans>
        </StatusChip>
      )
    case 'closed': {
      const moment = at ? momentText(at, now) : ''
      return (
        <StatusChip tone="positive">
          <Trans>closed {moment}</Trans>
        </StatusChip>
      )
    }
    case 'to-do':
      return (
        <span className="dk-sub">
          <Trans>to do</Trans>
        </span>
      )
  }
}
