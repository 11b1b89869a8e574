import { i18n, type Messages } from '@lingui/core'
import { type Language, localConfig, rememberLocally, useLocalConfig } from './local-config.ts'

/** Ids of the messages that the second language really says; the others fall back to English. */
let translated: ReadonlySet<string> = new Set()

/** Switches to a language. English stands in the code; the other's catalogue is fetched. Money and dates stay in en-NZ whichever it is. */
export async function activateLanguage(language: Language): Promise<void> {
  if (language === 'en-NZ') {
    translated = new Set()
    document.documentElement.lang = language
    return i18n.loadAndActivate({ locale: language, messages: {} })
  }
  const [source, chosen] = await Promise.all([import('../locales/en-NZ.po'), import('../locales/mi.po')])
  translated = new Set(Object.keys(chosen.messages).filter((id) => !same(chosen.messages[id], source.messages[id])))
  // The page as a whole is in the language that most of its words are in, so that a screen reader is mostly right; see languageOf.
  document.documentElement.lang = translated.size * 2 > Object.keys(source.messages).length ? language : 'en-NZ'
  i18n.loadAndActivate({ locale: language, messages: chosen.messages })
}

function same(a: Messages[string] | undefined, b: Messages[string] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The `lang` that a run of words needs, where it differs from the page's. */
export function languageOf(id: string): string | undefined {
  const language = translated.has(id) ? i18n.locale : 'en-NZ'
  return language === document.documentElement.lang ? undefined : language
}

/** The language in use, and the one tap that changes it and is remembered. */
export function useLanguage(): [language: Language, choose: (language: Language) => Promise<void>] {
  const { language = 'en-NZ' } = useLocalConfig()
  return [
    language,
    async (chosen) => {
      // Written down first, so that whoever loads the page anew at once finds it kept; taken back when the words cannot be had.
      rememberLocally({ language: chosen })
      try {
        await activateLanguage(chosen)
      } catch (error) {
        rememberLocally({ language })
        throw error
      }
    },
  ]
}

export const rememberedLanguage = (): Language => localConfig().language ?? 'en-NZ'

export { i18n }
