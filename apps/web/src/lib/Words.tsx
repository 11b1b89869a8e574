import type { MessageDescriptor } from '@lingui/core'
import { Trans, type TransRenderProps } from '@lingui/react'
import { languageOf } from './i18n.ts'

/** How every <Trans> is drawn: a run in another language than the page's says so, for screen readers and hyphenation. */
export function Run({ id, children }: TransRenderProps) {
  const lang = languageOf(id)
  return lang === undefined ? <>{children}</> : <span lang={lang}>{children}</span>
}

/** A message that stands in a table, as words on the screen. */
export function Words({ of }: { of: MessageDescriptor }) {
  return <Trans {...of} />
}
