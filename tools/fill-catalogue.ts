import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agreedWords } from './translation.ts'

// Runs after the messages are taken out of the sources: a message that is one of the agreed words gets its translation.

const file = join(import.meta.dirname, '../apps/web/src/locales/mi.po')
let catalogue = readFileSync(file, 'utf8')
for (const [english, maori] of agreedWords())
  catalogue = catalogue.replace(`\nmsgid "${english}"\nmsgstr ""`, (found, at: number) =>
    afterContext(at) ? found : `\nmsgid "${english}"\nmsgstr "${maori}"`,
  )
writeFileSync(file, catalogue)

/** A message with a context is another message that happens to read the same. */
function afterContext(at: number): boolean {
  return /msgctxt "[^\n]*"$/.test(catalogue.slice(0, at))
}
