import { defineConfig } from '@lingui/conf'

/** Operators read English: one catalogue, which is the source. */
export default defineConfig({
  sourceLocale: 'en-NZ',
  locales: ['en-NZ'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  orderBy: 'message',
})
