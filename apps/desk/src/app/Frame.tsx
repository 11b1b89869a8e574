import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Avatar, Dialog, Button, Drawer, Icon, IconButton, initials, Logo, TestBanner } from '@nikau/ui'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useDesk, useNow, useSession } from '../lib/desk-context.ts'
import { type DeskKey, KeyListContext, useKeys } from '../lib/keys.ts'
import { fullMoment, momentText } from '../lib/moments.ts'
import { roleNames } from '../lib/role-names.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { KeyCap } from '../parts/KeyHint.tsx'
import { type DeskRow, type Group, mayOpen } from './route-row.ts'

interface FrameProps {
  rows: readonly DeskRow[]
  /** The screen that is open, unless it is not found or not in the role. */
  row: DeskRow | undefined
  title: string
  children: ReactNode
}

const groups: readonly { group: Group; label: MessageDescriptor }[] = [
  { group: 'today', label: msg`Today` },
  { group: 'money', label: msg`Money` },
  { group: 'people', label: msg`People` },
  { group: 'risk', label: msg`Risk` },
  { group: 'reports', label: msg`Reports` },
  { group: 'desk', label: msg`Desk` },
]

export function Frame({ rows, row, title, children }: FrameProps) {
  const { t } = useLingui()
  const session = useSession()
  const now = useNow()
  const [open, setOpen] = useState<'menu' | 'keys'>()
  const [keys, setKeys] = useState<readonly DeskKey[]>([])
  const keyList = useMemo(
    () => ({
      add: (added: readonly DeskKey[]) => {
        setKeys((before) => [...before, ...added])
        return () => setKeys((before) => before.filter((key) => !added.includes(key)))
      },
    }),
    [],
  )
  const close = () => setOpen(undefined)
  const places = <Places rows={rows} row={row} onOpen={close} />
  return (
    <KeyListContext value={keyList}>
      <ListOfKeys onOpen={() => setOpen('keys')} />
      <a className="n-skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {session.test && (
        <aside aria-label={t`Test mode`}>
          <TestBanner word={t`TEST`}>
            <Trans>Units of test only. No real money moves.</Trans>
          </TestBanner>
        </aside>
      )}
      <div className="dk-frame">
        <div className="dk-rail">
          <DeskLogo />
          {places}
          <Me />
        </div>
        <div>
          <header className="dk-top">
            <div className="dk-burger">
              <IconButton label={t`Menu`} icon={<Icon name="menu" />} onPress={() => setOpen('menu')} aria-expanded={open === 'menu'} />
            </div>
            <Breadcrumbs rows={rows} row={row} title={title} />
            <div className="dk-top-end">
              <span className="dk-env" data-test={session.test || undefined}>
                {session.test ? <Trans>Test</Trans> : <Trans>Live</Trans>}
              </span>
              <time className="dk-clock" dateTime={now.toISOString()}>
                {fullMoment(now)}
              </time>
              <IconButton label={t`List of keys`} icon={<Icon name="keyboard" />} onPress={() => setOpen('keys')} />
            </div>
          </header>
          <main className="dk-main" id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Drawer isOpen={open === 'menu'} onClose={close} label={t`Menu`} closeLabel={t`Close the menu`} head={<DeskLogo />}>
        {places}
        <Me />
      </Drawer>
      <Dialog
        isOpen={open === 'keys'}
        onClose={close}
        title={<Trans>Keys</Trans>}
        actions={
          <Button variant="outlined" full onPress={close}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <p>
          <Trans>No key approves, posts, reveals or closes. Keys do nothing while you type in a field.</Trans>
        </p>
        <dl className="dk-key-list">
          {keys.map(({ key, label }) => (
            <KeyRow key={key} name={key} label={label} />
          ))}
        </dl>
      </Dialog>
    </KeyListContext>
  )
}

function KeyRow({ name, label }: { name: string; label: string }) {
  return (
    <>
      <dt>
        <KeyCap>{name}</KeyCap>
      </dt>
      <dd>{label}</dd>
    </>
  )
}

function ListOfKeys({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  useKeys([{ key: '?', label: t`This list`, run: onOpen }])
  return null
}

function DeskLogo() {
  const { t } = useLingui()
  return (
    <div className="dk-logo">
      <Logo label={t`Nikau`} />
      <b>
        <Trans>desk</Trans>
      </b>
    </div>
  )
}

function Places({ rows, row, onOpen }: Pick<FrameProps, 'rows' | 'row'> & { onOpen: () => void }) {
  const { i18n, t } = useLingui()
  const { operator } = useSession()
  const places = rows.filter((candidate) => candidate.place && mayOpen(operator.roles, candidate))
  return (
    <nav className="dk-nav" aria-label={t`Main`}>
      {groups.map(({ group, label }) => {
        const inGroup = places.filter(({ place }) => place!.group === group)
        if (inGroup.length === 0) return null
        return (
          <section key={group} aria-label={i18n._(label)}>
            <h2>{i18n._(label)}</h2>
            <ul>
              {inGroup.map(({ name, path, title, place }) => {
                const Count = place!.Count
                return (
                  <li key={name}>
                    <Anchor href={path} onClick={onOpen} aria-current={row?.name === name ? 'page' : row?.within === name ? true : undefined}>
                      {place!.icon}
                      {i18n._(title)}
                      {Count && (
                        <Suspense>
                          <Count />
                        </Suspense>
                      )}
                    </Anchor>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

const idleMinutes = 15

/** Who is at the desk, the lock and the way out. */
function Me() {
  const { i18n, t } = useLingui()
  const desk = useDesk()
  const { operator, passkeyAt } = useSession()
  const now = useNow()
  const passkey = momentText(passkeyAt, now)
  const roles = operator.roles.map((role) => i18n._(roleNames[role])).join(', ')
  return (
    <div className="dk-me">
      <Avatar tone="in">{initials(operator.name)}</Avatar>
      <div>
        <b>{operator.name}</b>
        <span className="dk-sub">{roles}</span>
      </div>
      <IconButton label={t`Lock the desk`} icon={<Icon name="lock" />} onPress={() => void desk.lock().catch(() => {})} />
      <p className="dk-me-lock">
        <DeskIcon name="key" size="xs" />
        <span>
          <Trans>
            Passkey {passkey} · locks when idle {idleMinutes} min
          </Trans>
        </span>
      </p>
      <button type="button" className="dk-me-out" onClick={() => void desk.signOut().catch(() => {})}>
        <Trans>Sign out</Trans>
      </button>
    </div>
  )
}

function Breadcrumbs({ rows, row, title }: Pick<FrameProps, 'rows' | 'row' | 'title'>) {
  const { i18n, t } = useLingui()
  const parent = rows.find(({ name }) => name === row?.within)
  return (
    <nav className="dk-crumbs" aria-label={t`Breadcrumb`}>
      <ol>
        {parent && (
          <li>
            <Anchor href={parent.path}>{i18n._(parent.title)}</Anchor>
          </li>
        )}
        <li>
          {parent && <Icon name="right" size="xs" />}
          <span aria-current="page">{title}</span>
        </li>
      </ol>
    </nav>
  )
}
