import { Trans, useLingui } from '@lingui/react/macro'
import { ContrastIcon, MoonIcon, Radio, RadioGroup, SunIcon } from '@nikau/ui'
import { useTheme } from '../../lib/theme.ts'
import { type SectionProps, SectionTitle } from './SectionTitle.tsx'

/** Applies at once, and is kept in this browser. */
export function AppearanceSection({ level }: SectionProps) {
  const { t } = useLingui()
  const [theme, choose] = useTheme()
  return (
    <div className="flex flex-col gap-6">
      <SectionTitle level={level} lede={<Trans>Kept in this browser.</Trans>}>
        <Trans>Appearance</Trans>
      </SectionTitle>
      <RadioGroup label={t`Appearance`} hideLabel value={theme ?? 'system'} onChange={(chosen) => choose(chosen === 'system' ? undefined : chosen)}>
        <Radio value="system" media={<ContrastIcon />} detail={<Trans>Light or dark, as your device is set</Trans>}>
          <Trans>System</Trans>
        </Radio>
        <Radio value="light" media={<SunIcon />}>
          <Trans>Light</Trans>
        </Radio>
        <Radio value="dark" media={<MoonIcon />}>
          <Trans>Dark</Trans>
        </Radio>
      </RadioGroup>
    </div>
  )
}
