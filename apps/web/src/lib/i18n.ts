import { i18n } from '@lingui/core'

export type Language = 'en-NZ' | 'mi'

const catalogues = {
  'en-NZ': () => import('../locales/en-NZ.po'),
  mi: () => import('../locales/mi.po'),
}

/** Loads and switches to a language. Money and dates stay in en-NZ whichever it is. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

export { i18n }
