import { updateLocalConfig, type Theme, useLocalConfig } from './local-config.ts'

/** public/boot.js does the same before the first paint. */
export function applyTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

/** The chosen theme, or undefined to follow the system, and a function that changes it. */
export function useTheme(): [theme: Theme | undefined, choose: (theme: Theme | undefined) => void] {
  const { theme } = useLocalConfig()
  return [
    theme,
    (chosen) => {
      updateLocalConfig({ theme: chosen })
      applyTheme(chosen)
    },
  ]
}
