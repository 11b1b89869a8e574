import { Trans, useLingui } from '@lingui/react/macro'
import { Notice, Radio, RadioGroup } from '@nikau/ui'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { deployed } from '../../lib/config.ts'
import { useLanguage } from '../../lib/i18n.ts'
import type { Language } from '../../lib/local-config.ts'
import { paths } from '../../lib/paths.ts'
import { LanguageName } from './LanguageName.tsx'
import { type SectionProps, SectionTitle } from './SectionTitle.tsx'

/** Applies at once, and is kept in this browser. */
export function LanguageSection({ level }: SectionProps) {
  const { t } = useLingui()
  const [language, choose] = useLanguage()
  const [failed, setFailed] = useState(false)
  const change = (chosen: Language) => {
    setFailed(false)
    choose(chosen).catch(() => setFailed(true)) // the language stays as it was
  }
  if (!deployed.teReo) return <Navigate to={paths.settings} replace />
  return (
    <div className="flex flex-col gap-6">
      <SectionTitle level={level} lede={<Trans>Kept in this browser. Amounts and dates stay in English.</Trans>}>
        <Trans>Language</Trans>
      </SectionTitle>
      {failed && (
        <Notice tone="negative" live="assertive" level={level === 1 ? 2 : 3} title={<Trans>We couldn’t load that language</Trans>}>
          <Trans>Check your connection and try again.</Trans>
        </Notice>
      )}
      <RadioGroup label={t`Language`} hideLabel value={language} onChange={change}>
        {(['en-NZ', 'mi'] as const).map((value) => (
          <Radio key={value} value={value}>
            <LanguageName of={value} />
          </Radio>
        ))}
      </RadioGroup>
    </div>
  )
}
