import { useEffect, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { useLingui } from '@lingui/react/macro'
import { useDesk } from './desk-context.ts'
import { useKeys } from './keys.ts'

interface RowKeys {
  current: string | undefined
  /** The link or button of a row, which has the focus while the keys are on the row. */
  linkRef: (id: string) => (link: HTMLAnchorElement | HTMLButtonElement | null) => void
  onFocus: (id: string) => void
  /** Puts the focus on a row, or back on the current one. */
  focusCurrent: (id?: string) => void
}

/**
 * J, K and Enter on the rows of a list. The row keeps its place when others arrive, is remembered while the page is open, and has the
 * focus again on the way back from its detail.
 */
export function useRowKeys(list: string, ids: readonly string[], open: (id: string) => void): RowKeys {
  const { t } = useLingui()
  const { currentRows } = useDesk()
  const isBack = useNavigationType() === 'POP'
  const [place, setPlace] = useState({ id: currentRows.get(list), index: 0 })
  const links = useRef(new Map<string, HTMLAnchorElement | HTMLButtonElement>())
  // A row that has gone leaves its place to the next one.
  const found = place.id === undefined ? -1 : ids.indexOf(place.id)
  const index = found < 0 ? Math.min(place.index, ids.length - 1) : found
  if (found >= 0 && found !== place.index) setPlace({ id: place.id, index: found })
  const current = ids[index]

  const choose = (id: string) => {
    setPlace({ id, index: ids.indexOf(id) })
    currentRows.set(list, id)
  }
  const focus = (id: string | undefined) => {
    if (id === undefined) return
    choose(id)
    links.current.get(id)?.focus()
  }
  const move = (by: number) => {
    const isOnRow = current !== undefined && links.current.get(current) === document.activeElement
    focus(ids[isOnRow ? Math.min(ids.length - 1, Math.max(0, index + by)) : index])
  }
  useKeys([
    { key: 'J', label: t`Next row`, run: () => move(1) },
    { key: 'K', label: t`Row before`, run: () => move(-1) },
    { key: 'Enter', label: t`Open the row`, run: () => current !== undefined && open(current) },
  ])

  const isReturning = useRef(isBack && place.id !== undefined)
  useEffect(() => {
    if (!isReturning.current || current === undefined) return
    isReturning.current = false
    links.current.get(current)?.focus()
  }, [current])

  return {
    current,
    linkRef: (id) => (link) => {
      if (link) links.current.set(id, link)
      else links.current.delete(id)
    },
    onFocus: choose,
    focusCurrent: (id = current) => focus(id),
  }
}
