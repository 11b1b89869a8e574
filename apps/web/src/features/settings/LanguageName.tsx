import type { Language } from '../../lib/local-config.ts'

/** The name of a language, in that language. */
export function LanguageName({ of }: { of: Language }) {
  // literal: each language is named in itself
  return of === 'mi' ? <span lang="mi">Te reo Māori</span> : <span lang="en-NZ">English (NZ)</span>
}
