import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cutFile, cutMetadata } from './phone-metadata.ts'

test('the metadata for phone numbers is what the installed library would give', async () => {
  expect(await readFile(cutFile, 'utf8')).toBe(await cutMetadata())
})
