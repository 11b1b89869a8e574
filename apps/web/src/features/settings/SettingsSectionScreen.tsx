import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { paths, type SettingsSection } from '../../lib/paths.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { AppearanceSection } from './AppearanceSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import type { SectionProps } from './SectionTitle.tsx'

export const sections: Readonly<Record<SettingsSection, ComponentType<SectionProps>>> = {
  profile: ProfileSection,
  email: EmailSection,
  notices: NoticesSection,
  language: LanguageSection,
  appearance: AppearanceSection,
}

/** One section as a page, on phones; on desktop it opens beside the list. The route table allows no other values of the parameter. */
export function SettingsSectionScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const section = useParams().section as SettingsSection
  const Section = sections[section]
  if (useTwoPanes()) return <Navigate to={`${paths.settings}?open=${section}`} replace />
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Settings</Trans>} />
      <PageBody tight>
        <Section level={1} />
      </PageBody>
    </Page>
  )
}
