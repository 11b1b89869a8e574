import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Logo, Segmented, Title } from '@nikau/ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useScreen } from '../../lib/current-screen.ts'
import { useTheme } from '../../lib/theme.ts'

/** Page titles that are not simply the URL segment with a capital letter. */
const pageTitles: Readonly<Record<string, string>> = {
  colors: 'Colours', // literal: the component guide is for developers and is not translated
  'asset-medias': 'Asset images', // literal: the component guide is for developers and is not translated
}

export function pageName(name: string): string {
  return pageTitles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

/** The guide uses the full width and can switch between light and dark. */
export function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  const { back } = useScreen()
  return (
    <div className="max-w-wide mx-auto min-h-dvh">
      <Header
        backHref={back}
        backLabel={t`Back`}
        end={
          <span className="pe-3">
            <Logo label={t`Nikau`} size="s" />
          </span>
        }
      />
      <main className="px-gutter pb-16">
        {/* One under the other on phones: beside it, a title that has just room would wrap before its font arrives. */}
        <div className="grid grid-cols-1 gap-4 pb-4 dialog:flex dialog:flex-wrap dialog:items-center dialog:justify-between">
          <Title>{title}</Title>
          <ThemeSwitch />
        </div>
        {children}
      </main>
    </div>
  )
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function useSystemTheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    (listener) => {
      dark.addEventListener('change', listener)
      return () => dark.removeEventListener('change', listener)
    },
    () => (dark.matches ? 'dark' : 'light'),
  )
}

function ThemeSwitch() {
  const { t } = useLingui()
  const [theme, choose] = useTheme()
  const system = useSystemTheme()
  return (
    <div className="w-48 max-w-full">
      <Segmented
        label={t`Appearance`}
        value={theme ?? system}
        onChange={choose}
        segments={[
          { value: 'light', label: <Trans>Light</Trans> },
          { value: 'dark', label: <Trans>Dark</Trans> },
        ]}
      />
    </div>
  )
}
