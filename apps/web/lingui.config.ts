import { defineConfig } from '@lingui/conf'

export default defineConfig({
  sourceLocale: 'en-NZ',
  locales: ['en-NZ', 'mi'],
  fallbackLocales: { default: 'en-NZ' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  orderBy: 'message',
})
