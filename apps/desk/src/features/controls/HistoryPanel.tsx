import { Trans, useLingui } from '@lingui/react/macro'
import { type ControlValue, listControlValues } from '@nikau/contract/desk/controls'
import { Avatar, Button, initials } from '@nikau/ui'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskPages } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { controlName } from './control-texts.ts'

/** Every former value, the newest first. Nothing of it is ever changed. */
export function HistoryPanel() {
  const { items, hasMore, isLoadingMore, loadMore } = useDeskPages(listControlValues, { query: {} })
  if (!items) return null
  return (
    <Panel title={<Trans>History</Trans>}>
      {items.length === 0 ? (
        <p className="dk-ink-2">
          <Trans>Nothing was ever stopped, and every flag has its first value.</Trans>
        </p>
      ) : (
        <ol className="dk-control-log">
          {items.map((value) => (
            <Value key={`${value.control} ${value.from.toISOString()} ${value.value}`} value={value} />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button size="s" variant="outlined" busy={isLoadingMore} onPress={loadMore}>
          <Trans>Show earlier ones</Trans>
        </Button>
      )}
    </Panel>
  )
}

function Value({ value: { control, value, from, until, proposer, approvers, reason } }: { value: ControlValue }) {
  const { i18n } = useLingui()
  const now = useNow()
  const name = controlName(control)
  const [begin, end] = [momentText(from, now), until && momentText(until, now)]
  const agreed = approvers.map((person) => person.name).join(', ')
  return (
    <li>
      <Avatar tone={proposer ? 'in' : 'plain'} size="s">
        {proposer ? initials(proposer.name) : <DeskIcon name="match" size="xs" />}
      </Avatar>
      <div>
        <p>
          <b className="dk-strong">{name ? i18n._(name) : control}</b> <ValueText value={value} />
        </p>
        <q className="dk-note">{reason}</q>
        <p className="dk-sub">
          {end === undefined ? (
            <Trans>since {begin}</Trans>
          ) : (
            <Trans>
              {begin} until {end}
            </Trans>
          )}
          {' · '}
          {proposer ? proposer.name : <Trans>by the check of the books</Trans>}
          {agreed !== '' && (
            <>
              {', '}
              <Trans>approved by {agreed}</Trans>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

function ValueText({ value }: { value: string }) {
  switch (value) {
    case 'stopped':
      return <Trans>stopped</Trans>
    case 'running':
      return <Trans>started again</Trans>
    case 'on':
      return <Trans>on</Trans>
    case 'off':
      return <Trans>off</Trans>
    default:
      return value
  }
}
