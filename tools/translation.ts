import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** English to Māori: the terms of the table in docs/translation.md, the only translations the catalogue may contain. */
export function agreedTranslations(): Map<string, string> {
  const table = readFileSync(join(import.meta.dirname, '../docs/translation.md'), 'utf8').matchAll(/^\| ([A-Z][^|]*?) \| ([^|]+?) \|/gm)
  return new Map([...table].map(([, english = '', maori = '']) => [english, maori] as const).filter(([english]) => english !== 'English'))
}
