import { createContext, use, useEffect, useRef } from 'react'

/** A key of the keyboard and the words of the button that does the same. No key approves, posts, reveals or closes. */
export interface DeskKey {
  key: string
  /** In the list of keys. */
  label: string
  run: () => void
}

interface KeyList {
  add: (keys: readonly DeskKey[]) => () => void
}

export const KeyListContext = createContext<KeyList | undefined>(undefined)

/** Of a row that was ticked by the pointer the keys go on. */
const isTick = (element: Element) => element instanceof HTMLInputElement && element.type === 'checkbox'
const isField = (element: Element | null) =>
  element !== null && !isTick(element) && (/^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || (element as HTMLElement).isContentEditable)
/** These do what Enter means on them. */
const takesEnter = (element: Element | null) => element?.closest('a, button, summary, [role="button"]') != null
const isModalOpen = () => document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null

/** Listens to keys of this screen, and lists them under `?`. They do nothing while a field has the focus or something lies over the page. */
export function useKeys(keys: readonly DeskKey[]): void {
  const list = use(KeyListContext)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = keys.map(({ key, label }) => `${key} ${label}`).join('\n')
  useEffect(() => list?.add(latest.current), [list, names])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = document.activeElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(target) || isModalOpen()) return
      const found = latest.current.find(({ key }) => key.toLowerCase() === event.key.toLowerCase())
      if (!found || (found.key === 'Enter' && takesEnter(target))) return
      event.preventDefault()
      found.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
