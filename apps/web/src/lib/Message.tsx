import type { MessageDescriptor } from '@lingui/core'
import { Trans, type TransRenderProps } from '@lingui/react'
import { languageOf } from './i18n.ts'

/** Renders every <Trans>. A message in another language than the page gets a `lang`, for screen readers and hyphenation. */
export function TransWithLang({ id, children }: TransRenderProps) {
  const lang = languageOf(id)
  return lang === undefined ? <>{children}</> : <span lang={lang}>{children}</span>
}

/** Renders a message that was declared with `msg`. */
export function Message({ of }: { of: MessageDescriptor }) {
  return <Trans {...of} />
}
