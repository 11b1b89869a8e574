import { useLingui as useMessages } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer, Icon, IconLink, List, ListItem, SidePanel } from '@nikau/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type GuidesAt, paths } from '../../lib/paths.ts'
import { useWide } from '../../lib/useMediaQuery.ts'
import { Message } from '../../lib/Message.tsx'
import { type Guide, findGuide, guides } from './guides.ts'

/** Help over the current screen: a drawer on phones, a side panel from 768 px. Closing returns to the screen beneath. */
export function Guides({ at, search }: { at: GuidesAt; search: string }) {
  const { t } = useLingui()
  const { _ } = useMessages()
  const navigate = useNavigate()
  const wide = useWide()
  const guide = findGuide(at.category, at.page)
  const close = () => void navigate(at.beneath + search, { replace: true })
  const panelProps = {
    label: guide ? _(guide.title) : t`Guides`,
    closeLabel: t`Close guides`,
    head: guide && (
      <span className="-ms-3 block">
        <IconLink href={paths.guides(at.beneath)} label={t`All guides`} icon={<Icon name="left" />} />
      </span>
    ),
    onClose: close,
    children: <GuideContent key={guide?.page ?? ''} guide={guide} beneath={at.beneath} />,
  }
  return wide ? (
    <SidePanelSlot onEscape={close}>
      <SidePanel {...panelProps} />
    </SidePanelSlot>
  ) : (
    <Drawer {...panelProps} isOpen wide />
  )
}

/** One guide, or the list of guides if the category or page is unknown. */
function GuideContent({ guide, beneath }: { guide: Guide | undefined; beneath: string }) {
  const { _ } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="px-3 pt-2">
      <h2 className="n-title" tabIndex={-1} ref={heading}>
        {guide ? <Message of={guide.title} /> : <Trans>Guides</Trans>}
      </h2>
      {guide ? (
        <guide.Text />
      ) : (
        <div className="pt-3">
          <List>
            {guides.map((entry) => (
              <ListItem key={entry.page} href={paths.guides(beneath, entry.category, entry.page)} name={_(entry.title)} chevron />
            ))}
          </List>
        </div>
      )}
    </div>
  )
}

/** Wraps the side panel: no focus trap, but Escape closes it and focus returns to the element that opened it. */
function SidePanelSlot({ onEscape, children }: { onEscape: () => void; children: ReactNode }) {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const before = opener.current
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape bubbling up from the controls inside
    <div className="beside" onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
      {children}
    </div>
  )
}
