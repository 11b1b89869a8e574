import { Trans, useLingui } from '@lingui/react/macro'
import type { Payee } from '@nikau/contract/payees'
import { format } from '@nikau/money'
import { calendarDate } from '@nikau/nz/nz-time'
import { Avatar, Button, DayHeading, Icon, IconButton, initials, List, ListItem, SearchField, Section, TrashIcon } from '@nikau/ui'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { toInputText } from '../../lib/amount-input.ts'
import { useDayLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { aliasInput, formatAlias, maskAlias } from '../../lib/recipient.ts'
import { useDraft } from './draft.ts'
import { RemovePayee, RenamePayee } from './EditPayee.tsx'
import { payeeName } from './usePayees.ts'
import { forgetSendingAsset } from './useSendingAsset.ts'

/** So few people are found by looking. */
const searchableFrom = 8

/** The people sent to before: the latest sends to repeat, then everyone by name. */
export function People({ payees }: { payees: readonly Payee[] }) {
  return (
    <>
      <SendAgain payees={payees} />
      <Everyone payees={payees} />
    </>
  )
}

function PayeeAvatar({ payee: { name } }: { payee: Payee }) {
  return <Avatar tone="in">{name === undefined ? <Icon name="user" /> : initials(name)}</Avatar>
}

function SendAgain({ payees }: { payees: readonly Payee[] }) {
  const { t } = useLingui()
  const dayLabel = useDayLabel()
  const navigate = useNavigate()
  const { start } = useDraft()
  const latest = payees.filter(({ lastValue }) => lastValue !== undefined).slice(0, 3)
  if (latest.length === 0) return undefined
  const again = ({ alias, name, lastValue, lastMessage = '' }: Payee) => {
    forgetSendingAsset()
    const amountText = toInputText(lastValue!)
    start({ recipientText: aliasInput(alias), alias, ...(name !== undefined && { name }), amountText, message: lastMessage })
    void navigate(paths.sendStep('amount'))
  }
  return (
    <Section title={<Trans>Send again</Trans>} flush>
      <List label={t`Send again`}>
        {latest.map((payee) => {
          const [name, amount] = [payeeName(payee), format(payee.lastValue!)]
          return (
            <ListItem
              key={payee.id}
              media={<PayeeAvatar payee={payee} />}
              name={name}
              detail={[payee.lastMessage, dayLabel(calendarDate(payee.lastSentAt))].filter(Boolean).join(' · ')}
              amount={
                <button
                  type="button"
                  className="inline-flex min-h-12 items-center rounded-full bg-brand-tint px-4 font-semibold text-on-brand-tint tabular-nums hover:bg-brand hover:text-on-brand"
                  aria-label={t`Send ${amount} to ${name} again`}
                  onClick={() => again(payee)}
                >
                  {amount}
                </button>
              }
            />
          )
        })}
      </List>
      <p className="text-caption text-ink-2">
        <Trans>You check every send before it goes.</Trans>
      </p>
    </Section>
  )
}

function Everyone({ payees }: { payees: readonly Payee[] }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [isEditing, setIsEditing] = useState(false)
  const wanted = search.trim().toLocaleLowerCase('en-NZ')
  const found = payees.filter((payee) => `${payeeName(payee)} ${formatAlias(payee.alias)}`.toLocaleLowerCase('en-NZ').includes(wanted))
  const byName = found.toSorted((a, b) => payeeName(a).localeCompare(payeeName(b), 'en-NZ'))
  const byLetter = Map.groupBy(byName, (payee) => letterOf(payee))
  return (
    <Section
      title={<Trans>Everyone</Trans>}
      flush
      end={
        <Button variant="quiet" size="s" aria-pressed={isEditing} onPress={() => setIsEditing(!isEditing)}>
          {isEditing ? <Trans>Done</Trans> : <Trans>Edit</Trans>}
        </Button>
      }
    >
      {payees.length >= searchableFrom && (
        <div className="pt-2">
          <SearchField label={t`Search by name or number`} value={search} onChange={setSearch} />
        </div>
      )}
      {[...byLetter].map(([letter, group]) => (
        <Letter key={letter} letter={letter} payees={group} isEditing={isEditing} />
      ))}
      {byName.length === 0 && (
        <p className="pt-4 text-ink-2" role="status">
          <Trans>Nobody by that name or number.</Trans>
        </p>
      )}
    </Section>
  )
}

/** Macrons do not make a letter of their own; numbers come under #. */
function letterOf(payee: Payee): string {
  const first = payeeName(payee).normalize('NFD').charAt(0).toLocaleUpperCase('en-NZ')
  return /\p{L}/u.test(first) ? first : '#'
}

function Letter({ letter, payees, isEditing }: { letter: string; payees: readonly Payee[]; isEditing: boolean }) {
  const id = useId()
  return (
    <>
      <DayHeading id={id}>{letter}</DayHeading>
      <List labelledBy={id}>
        {payees.map((payee) => (
          <PayeeRow key={payee.id} payee={payee} isEditing={isEditing} />
        ))}
      </List>
    </>
  )
}

function PayeeRow({ payee, isEditing }: { payee: Payee; isEditing: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { start } = useDraft()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const name = payeeName(payee)
  const choose = () => {
    start({ recipientText: aliasInput(payee.alias), alias: payee.alias, ...(payee.name !== undefined && { name: payee.name }) })
    void navigate(paths.sendStep('amount'))
  }
  const shown = { media: <PayeeAvatar payee={payee} />, name, detail: payee.name === undefined ? undefined : maskAlias(payee.alias) }
  if (!isEditing) return <ListItem {...shown} chevron onPress={choose} />
  return (
    <>
      <ListItem
        {...shown}
        amount={
          <span className="flex">
            <IconButton label={t`Rename ${name}`} icon={<Icon name="edit" />} onPress={() => setOpen('rename')} />
            <IconButton label={t`Remove ${name}`} icon={<TrashIcon />} onPress={() => setOpen('remove')} />
          </span>
        }
      />
      {open === 'rename' && <RenamePayee payee={payee} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && <RemovePayee payee={payee} onClose={() => setOpen(undefined)} />}
    </>
  )
}
