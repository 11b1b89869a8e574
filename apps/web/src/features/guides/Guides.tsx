import { useLingui as useMessages } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer, Icon, IconLink, List, ListItem, SidePanel } from '@nikau/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type GuidesAt, paths } from '../../lib/paths.ts'
import { useWide } from '../../lib/useWide.ts'
import { Words } from '../../lib/Words.tsx'
import { type Guide, guideAt, guides } from './list.ts'

/** Help over the screen one is on: a drawer on phones, a panel beside the page from 768 px. Closing leads back to where it was opened. */
export function Guides({ at, search }: { at: GuidesAt; search: string }) {
  const { t } = useLingui()
  const { _ } = useMessages()
  const navigate = useNavigate()
  const wide = useWide()
  const guide = guideAt(at.category, at.page)
  const close = () => void navigate(at.beneath + search, { replace: true })
  const parts = {
    label: guide ? _(guide.title) : t`Guides`,
    closeLabel: t`Close guides`,
    head: guide && (
      <span className="-ms-3 block">
        <IconLink href={paths.guides(at.beneath)} label={t`All guides`} icon={<Icon name="left" />} />
      </span>
    ),
    onClose: close,
    children: <Content key={guide?.page ?? ''} guide={guide} beneath={at.beneath} />,
  }
  return wide ? (
    <Beside onEscape={close}>
      <SidePanel {...parts} />
    </Beside>
  ) : (
    <Drawer {...parts} isOpen wide />
  )
}

/** The list, also for a category or a page that there is none of; or one guide. */
function Content({ guide, beneath }: { guide: Guide | undefined; beneath: string }) {
  const { _ } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="px-3 pt-2">
      <h2 className="n-title" tabIndex={-1} ref={heading}>
        {guide ? <Words of={guide.title} /> : <Trans>Guides</Trans>}
      </h2>
      {guide ? (
        <guide.Text />
      ) : (
        <div className="pt-3">
          <List>
            {guides.map((each) => (
              <ListItem key={each.page} href={paths.guides(beneath, each.category, each.page)} name={_(each.title)} chevron />
            ))}
          </List>
        </div>
      )}
    </div>
  )
}

/** The panel's place beside the page. It traps nothing, yet Escape closes it, and the focus goes back to what opened it. */
function Beside({ onEscape, children }: { onEscape: () => void; children: ReactNode }) {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const before = opener.current
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key that bubbles up from the controls within
    <div className="beside" onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
      {children}
    </div>
  )
}
