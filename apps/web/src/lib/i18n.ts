import { i18n, type Messages } from '@lingui/core'
import { deployed } from './config.ts'
import { type Language, type LocalConfig, localConfig, updateLocalConfig, useLocalConfig } from './local-config.ts'

/** Ids of the messages that have a translation; the others fall back to English. */
let translated: ReadonlySet<string> = new Set()

/** Switches the language. English is compiled into the code, te reo Māori is a catalogue to fetch. Amounts and dates stay in en-NZ. */
export async function activateLanguage(language: Language): Promise<void> {
  if (language === 'en-NZ') {
    translated = new Set()
    document.documentElement.lang = language
    return i18n.loadAndActivate({ locale: language, messages: {} })
  }
  const [source, chosen] = await Promise.all([import('../locales/en-NZ.po'), import('../locales/mi.po')])
  translated = new Set(Object.keys(chosen.messages).filter((id) => !isSame(chosen.messages[id], source.messages[id])))
  // The page's `lang` is the language of most messages; messages in the other language get their own (languageOf).
  document.documentElement.lang = translated.size * 2 > Object.keys(source.messages).length ? language : 'en-NZ'
  i18n.loadAndActivate({ locale: language, messages: chosen.messages })
}

function isSame(a: Messages[string] | undefined, b: Messages[string] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The `lang` of a message, where it differs from the page's. */
export function languageOf(id: string): string | undefined {
  const language = translated.has(id) ? i18n.locale : 'en-NZ'
  return language === document.documentElement.lang ? undefined : language
}

/** The current language, and a function that changes and remembers it. */
export function useLanguage(): [language: Language, choose: (language: Language) => Promise<void>] {
  const language = languageIn(useLocalConfig())
  return [
    language,
    async (chosen) => {
      // Stored first, so that an immediate reload keeps it; restored when the catalogue cannot be fetched.
      updateLocalConfig({ language: chosen })
      try {
        await activateLanguage(chosen)
      } catch (error) {
        updateLocalConfig({ language })
        throw error
      }
    },
  ]
}

/** A choice from before counts only where the language is offered. */
const languageIn = ({ language = 'en-NZ' }: LocalConfig): Language => (deployed.teReo ? language : 'en-NZ')

export const rememberedLanguage = (): Language => languageIn(localConfig())

export { i18n }
