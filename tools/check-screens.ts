import { readFileSync } from 'node:fs'
import { conclude, isTest, sourceFiles } from './check-source.ts'
import { coloursInCss, coloursInScript } from './check-screens-colours.ts'
import { textsIn } from './check-screens-texts.ts'

// Two rules for every screen: texts come from a message catalogue, so that every language is complete; colours are tokens, so
// that dark mode and contrast are defined in one place. An exception gives its reason on the line:
// `// literal: scanners need black on white`.

const folders = ['apps/web/src', 'apps/desk/src', 'packages/ui/src']
const scripts = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`])
const pages = ['apps/identity/src/**/*.ts']
const styles = [...folders, 'apps/identity/src'].map((folder) => `${folder}/**/*.css`)

const isShowcase = (file: string) => /showcase/i.test(file)
const isGenerated = (file: string) => /^apps\/\w+\/src\/locales\//.test(file) || file.endsWith('.d.ts')
const screens = sourceFiles(...scripts).filter((file) => !isTest(file) && !isGenerated(file))

const faults: string[] = []
function look(file: string, find: (source: string, file: string) => { line: number; what: string }[]): void {
  const source = readFileSync(file, 'utf8')
  const lines = source.split('\n')
  const excused = (line: number) => [lines[line - 1], lines[line - 2]].some((text) => /(?:\/\/|\/\*|\{\/\*) literal: \w/.test(text ?? ''))
  for (const { line, what } of find(source, file)) if (!excused(line)) faults.push(`${file}:${line} ${what}`)
}

for (const file of screens) {
  if (!isShowcase(file)) look(file, textsIn)
  look(file, coloursInScript)
}
for (const file of sourceFiles(...pages).filter((file) => !isTest(file))) look(file, coloursInScript)
const sheets = sourceFiles(...styles).filter((file) => !file.endsWith('/tokens.css'))
for (const file of sheets) look(file, coloursInCss)

if (screens.length === 0 || sheets.length === 0) faults.push('no screens or no style sheets were found')
conclude(faults, `${screens.length} sources and ${sheets.length} style sheets, no literal text or colour`)
