import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const read = (file: string) => readFileSync(`${here}/${file}`, 'utf8')
const styles = globSync('**/*.css', { cwd: here }).filter((file) => file !== 'tokens.css')
const components = globSync('*/*.tsx', { cwd: here }).filter((file) => !file.startsWith('showcase/') && !file.includes('.test.'))

test.each(styles)('%s uses colour roles and rem sizes', (file) => {
  const rules = read(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/unicode-range:[^;]+;/g, '')
  expect(rules.match(/#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgb|hsl|oklch)a?\(/gi)).toBeNull()
  expect(rules.match(/[\d.]+px\b/g)).toBeNull()
})

test('every component is imported by one stylesheet: the wallet’s, or the portal’s or the till’s, which add to it', () => {
  const sheets = ['styles.css', 'portal.css', 'till.css']
  const imports = sheets.flatMap((sheet) => [...read(sheet).matchAll(/@import "\.\/([^"]+)"/g)].map((match) => match[1]!))
  expect(imports.toSorted()).toEqual(['portal.css', 'styles.css', 'tokens.css', ...styles.filter((file) => !sheets.includes(file))].toSorted())
})

test.each(components)('%s contains no texts and no colours', (file) => {
  const source = read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  // Text between tags, and attributes with visible or accessible text.
  expect(source.match(/<\/?[\w.]+[^<>]*>\s*[A-Za-z][^<>{}=;]*<\//g)).toBeNull()
  expect(source.match(/(?:aria-label|title|alt|placeholder)="[^"]*[A-Za-z]/g)).toBeNull()
  expect(source.match(/["'`](?:#[0-9a-f]{3,8}|rgb\()/gi)).toBeNull()
})
