import { rememberLocally, type Theme, useLocalConfig } from './local-config.ts'

/** public/boot.js does the same before the first paint, from the same key. */
export function applyTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

/** The chosen theme, or none where the system decides, and the way to choose. */
export function useTheme(): [theme: Theme | undefined, choose: (theme: Theme | undefined) => void] {
  const { theme } = useLocalConfig()
  return [
    theme,
    (chosen) => {
      rememberLocally({ theme: chosen })
      applyTheme(chosen)
    },
  ]
}
