import { useLingui } from '@lingui/react/macro'
import { Logo, Outcome, Page, PageFooter } from '@nikau/ui'
import type { ComponentProps, ReactNode, RefObject } from 'react'

export interface OutcomePageProps {
  tone: ComponentProps<typeof Outcome>['tone']
  icon: ReactNode
  title: ReactNode
  titleRef?: RefObject<HTMLHeadingElement | null>
  text: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** One message in the middle of the page, under the logo. */
export function OutcomePage({ tone, icon, title, titleRef, text, footer, children }: OutcomePageProps) {
  const { t } = useLingui()
  return (
    <Page>
      <header className="flex justify-center pt-4">
        <Logo label={t`Nikau`} />
      </header>
      <main className="flex flex-1 flex-col panes:flex-none panes:pt-8">
        <Outcome tone={tone} icon={icon}>
          <h1 className="n-title" tabIndex={-1} ref={titleRef}>
            {title}
          </h1>
          <p className="n-lede">{text}</p>
          {children}
        </Outcome>
      </main>
      {footer !== undefined && <PageFooter>{footer}</PageFooter>}
    </Page>
  )
}
