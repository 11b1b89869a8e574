import { Trans } from '@lingui/react/macro'
import { KeyboardIcon } from '@nikau/ui'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { lastPayScreen } from '../lib/last-pay-screen.ts'
import { paths } from '../lib/paths.ts'
import type { RouteRow } from './route-row.ts'

const ShortcutList = lazyScreen(async () => (await import('./ShortcutList.tsx')).ShortcutList)

/** Keys that open a screen on desktop, and the button in the rail that lists them. None of them confirms anything or moves money. */
export function Shortcuts({ rows, isEnabled }: { rows: readonly RouteRow[]; isEnabled: boolean }) {
  const [isListOpen, setIsListOpen] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isEnabled) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTyping(event) || isCovered()) return
      const act = {
        '/': () => search(() => void navigate(paths.activity)),
        p: () => void navigate(rows.find(({ name }) => name === lastPayScreen())?.path ?? paths.scan),
        '?': () => setIsListOpen(true),
      }[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isEnabled, navigate, rows])
  return (
    <>
      <button type="button" className="n-rail-item" aria-haspopup="dialog" aria-keyshortcuts={isEnabled ? '?' : undefined} onClick={() => setIsListOpen(true)}>
        <KeyboardIcon />
        <Trans>Shortcuts</Trans>
        {isEnabled && (
          <kbd className="n-key" aria-hidden>
            ?
          </kbd>
        )}
      </button>
      <Suspense>{isListOpen && <ShortcutList isEnabled={isEnabled} onClose={() => setIsListOpen(false)} />}</Suspense>
    </>
  )
}

/** The key belongs to what has the focus: text, or a list that jumps to what is typed. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="radiogroup"]') !== null
  )
}

/** A dialog, sheet or drawer lies over the page. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

const searchField = () => document.querySelector<HTMLInputElement>('input[type="search"]')

/** Focuses the search of this screen, or the one of activity once that is open. */
function search(openActivity: () => void): void {
  const here = searchField()
  if (here) return here.focus()
  openActivity()
  const deadline = performance.now() + 10_000
  const look = () => {
    const field = searchField()
    // A frame later: the screen's heading takes the focus first.
    if (field) requestAnimationFrame(() => field.focus())
    else if (performance.now() < deadline) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
