import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, endCustomerSession, getCustomer, noteCustomer, removeCustomerPasskeys } from '@nikau/contract/desk/customers'
import { longDate } from '@nikau/nz/nz-time'
import { Button, Icon, LinkButton, Notice } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useDeskMutation, useDeskQuery } from '../../lib/desk-hooks.ts'
import { useKeys } from '../../lib/keys.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { AskNote } from './AskNote.tsx'
import { BankAccountsPanel, LimitsPanel, MovementsPanel, NotesPanel, SessionsPanel, TransfersPanel, WalletsPanel } from './CustomerPanels.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'
import { IdentityPanel } from './IdentityPanel.tsx'
import { RevealDialog, type Shown } from './RevealDialog.tsx'
import { StateChip } from './StateChip.tsx'
import { reasonTexts } from './texts.ts'
import './customers.css'

/** A customer, masked. Contact details are shown for a reason, for five minutes, and never in the address, a title or a cache. */
export function CustomerScreen() {
  const { customerId = '' } = useParams()
  const query = useDeskQuery(getCustomer, { params: { id: customerId } })
  return <Loaded query={query}>{({ customer }) => <Page key={customer.id} customer={customer} />}</Loaded>
}

type Asked = 'reveal' | 'freeze' | 'note' | 'passkeys' | { session: string }

function Page({ customer }: { customer: Customer }) {
  const { t } = useLingui()
  const { operator } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const [shown, setShown] = useState<Shown>()
  const mayAct = noteCustomer.roles.some((role) => operator.roles.includes(role))
  const close = () => setAsked(undefined)
  const hide = () => setShown(undefined)
  useHideAt(shown?.until, hide)
  useKeys(mayAct ? [{ key: 'N', label: t`Note`, run: () => setAsked('note') }] : [])
  const name = shown && [shown.givenName, shown.familyName].filter((part) => part !== null).join(' ')
  return (
    <>
      <PageHead
        title={name || (customer.maskedName ?? <Trans>Customer without a name</Trans>)}
        chip={<StateChip state={customer.state} />}
        lede={<Lede customer={customer} />}
      >
        <div className="dk-head-buttons">
          <LinkButton size="s" variant="outlined" href={`/customers/${encodeURIComponent(customer.id)}/looks`}>
            <Trans>Who looked</Trans>
          </LinkButton>
          {mayAct && (
            <Button size="s" variant="outlined" icon={<DeskIcon name="note" size="s" />} onPress={() => setAsked('note')}>
              <Trans>Note</Trans>
            </Button>
          )}
          {mayAct && customer.freeze?.by !== 'operator' && (
            <Button size="s" variant="destructive" icon={<DeskIcon name="snow" size="s" />} onPress={() => setAsked('freeze')}>
              <Trans>Freeze</Trans>
            </Button>
          )}
        </div>
      </PageHead>
      {(shown !== undefined || customer.freeze !== undefined) && (
        <div className="dk-above">
          {shown && <ShownNotice shown={shown} onHide={hide} />}
          {customer.freeze && <FreezeNotice freeze={customer.freeze} />}
        </div>
      )}
      <div className="dk-grid-side">
        <div className="dk-stack">
          <WalletsPanel customer={customer} />
          <MovementsPanel id={customer.id} />
          <TransfersPanel transfers={customer.transfers} />
          <SessionsPanel
            sessions={customer.sessions}
            passkeys={customer.passkeys}
            onEnd={mayAct ? (session) => setAsked({ session }) : undefined}
            onRemovePasskeys={mayAct && customer.freeze?.by === 'operator' && customer.passkeys > 0 ? () => setAsked('passkeys') : undefined}
          />
        </div>
        <div className="dk-stack">
          <IdentityPanel customer={customer} shown={shown} onReveal={mayAct ? () => setAsked('reveal') : undefined} />
          <LimitsPanel limits={customer.limits} />
          <BankAccountsPanel accounts={customer.bankAccounts} />
          <NotesPanel notes={customer.notes} />
        </div>
      </div>
      {asked === 'reveal' && (
        <RevealDialog
          customer={customer}
          onClose={close}
          onShown={(answer) => {
            setShown(answer)
            close()
          }}
        />
      )}
      {asked === 'freeze' && <FreezeDialog customer={customer} onClose={close} />}
      {asked === 'note' && <NoteDialog customer={customer} onClose={close} />}
      {asked === 'passkeys' && <PasskeysDialog customer={customer} onClose={close} />}
      {typeof asked === 'object' && <SessionDialog customer={customer} session={asked.session} onClose={close} />}
    </>
  )
}

/** Hides what is shown when its time is over, also when the clock of the browser slept meanwhile. */
function useHideAt(until: Date | undefined, hide: () => void): void {
  const now = useNow()
  const isOver = until !== undefined && now >= until
  useEffect(() => {
    if (isOver) hide()
  }, [isOver, hide])
}

function Lede({ customer: { number, joinedAt, lastSignedInAt } }: { customer: Customer }) {
  const now = useNow()
  const since = longDate(joinedAt)
  const last = lastSignedInAt && momentText(lastSignedInAt, now)
  return last === undefined ? (
    <Trans>
      Customer {number} · since {since}
    </Trans>
  ) : (
    <Trans>
      Customer {number} · since {since} · last signed in {last}
    </Trans>
  )
}

function ShownNotice({ shown: { until, reason, reference }, onHide }: { shown: Shown; onHide: () => void }) {
  const { i18n } = useLingui()
  const now = useNow()
  const moment = momentText(until, now)
  const why = i18n._(reasonTexts[reason])
  return (
    <div className="dk-shown">
      <Icon name="eye" />
      <p>
        <b>
          <Trans>Contact is shown until {moment}</Trans>
        </b>
        <span className="dk-sub">
          <Trans>
            Reason: {why}, {reference}. It is in the audit log.
          </Trans>
        </span>
      </p>
      <Button size="s" variant="outlined" onPress={onHide}>
        <Trans>Hide now</Trans>
      </Button>
    </div>
  )
}

function FreezeNotice({ freeze: { by, since, reason } }: { freeze: NonNullable<Customer['freeze']> }) {
  const now = useNow()
  const moment = momentText(since, now)
  return (
    <Notice
      tone="warning"
      icon={<DeskIcon name="snow" />}
      title={by === 'operator' ? <Trans>Frozen by us since {moment}</Trans> : <Trans>Frozen by the customer since {moment}</Trans>}
    >
      {reason ?? <Trans>Nothing leaves the wallet until they lift it.</Trans>}
    </Notice>
  )
}

function NoteDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useLingui()
  const key = useRef(crypto.randomUUID())
  const mutation = useDeskMutation(noteCustomer, { onDone: onClose })
  return (
    <AskNote
      title={<Trans>Note on customer {customer.number}</Trans>}
      text={<Trans>Write nothing that the customer may not read.</Trans>}
      label={<Trans>Add note</Trans>}
      busyLabel={t`Adding`}
      isBusy={mutation.isPending}
      error={mutation.error}
      onSubmit={(note) => mutation.mutate({ params: { id: customer.id }, body: { key: key.current, note } })}
      onClose={onClose}
    />
  )
}

function PasskeysDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useLingui()
  const key = useRef(crypto.randomUUID())
  const mutation = useDeskMutation(removeCustomerPasskeys, { onDone: onClose })
  return (
    <AskNote
      isDanger
      title={<Trans>Remove the passkeys of customer {customer.number}?</Trans>}
      text={<Trans>They are signed out everywhere and sign in with a code from then on.</Trans>}
      label={<Trans>Remove passkeys</Trans>}
      busyLabel={t`Removing`}
      isBusy={mutation.isPending}
      error={mutation.error}
      onSubmit={(note) => mutation.mutate({ params: { id: customer.id }, body: { key: key.current, note } })}
      onClose={onClose}
    />
  )
}

function SessionDialog({ customer, session, onClose }: { customer: Customer; session: string; onClose: () => void }) {
  const { t } = useLingui()
  const key = useRef(crypto.randomUUID())
  const mutation = useDeskMutation(endCustomerSession, { onDone: onClose })
  const device = customer.sessions.find(({ id }) => id === session)?.device
  return (
    <AskNote
      isDanger
      title={device === undefined ? <Trans>Sign customer {customer.number} out everywhere?</Trans> : <Trans>End the session on {device}?</Trans>}
      text={<Trans>It happens at once, and the customer is told.</Trans>}
      label={device === undefined ? <Trans>End all sessions</Trans> : <Trans>End session</Trans>}
      busyLabel={t`Ending`}
      isBusy={mutation.isPending}
      error={mutation.error}
      onSubmit={(note) => mutation.mutate({ params: { id: customer.id, sid: session }, body: { key: key.current, note } })}
      onClose={onClose}
    />
  )
}
