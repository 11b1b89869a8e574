import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agreedTranslations } from './translation.ts'

// Runs after message extraction: fills in the translation of every message that is an agreed term.

const file = join(import.meta.dirname, '../apps/web/src/locales/mi.po')
let catalogue = readFileSync(file, 'utf8')
for (const [english, maori] of agreedTranslations())
  catalogue = catalogue.replace(`\nmsgid "${english}"\nmsgstr ""`, (found, at: number) =>
    afterContext(at) ? found : `\nmsgid "${english}"\nmsgstr "${maori}"`,
  )
writeFileSync(file, catalogue)

/** A message with a context is a different message with the same text. */
function afterContext(at: number): boolean {
  return /msgctxt "[^\n]*"$/.test(catalogue.slice(0, at))
}
