import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** English to Māori: the words of the table in docs/translation.md, the only ones that the catalogue may carry. */
export function agreedWords(): Map<string, string> {
  const table = readFileSync(join(import.meta.dirname, '../docs/translation.md'), 'utf8').matchAll(/^\| ([A-Z][^|]*?) \| ([^|]+?) \|/gm)
  return new Map([...table].map(([, english = '', maori = '']) => [english, maori] as const).filter(([english]) => english !== 'English'))
}
