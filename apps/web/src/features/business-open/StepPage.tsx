import { Trans } from '@lingui/react/macro'
import { Button, PortalPage } from '@nikau/ui'
import type { FormEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refreshOpening } from '../../lib/opening.ts'
import { businessPaths } from '../../lib/business-paths.ts'

/** One step of the checklist, which leads back to it. */
export function StepPage({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children: ReactNode }) {
  return (
    <PortalPage title={title} detail={detail} back={{ href: businessPaths.open, label: <Trans>Open for business</Trans> }}>
      <div className="max-w-160">{children}</div>
    </PortalPage>
  )
}

interface StepFormProps {
  onSubmit: (event: FormEvent) => void
  busy: boolean
  /** Why it was not saved. */
  problem?: ReactNode
  children: ReactNode
}

export function StepForm({ onSubmit, busy, problem, children }: StepFormProps) {
  return (
    <form className="n-portal-card flex flex-col gap-5" noValidate onSubmit={onSubmit}>
      {children}
      {problem !== undefined && (
        <p className="text-negative" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" full busy={busy}>
        <Trans>Save and go on</Trans>
      </Button>
    </form>
  )
}

/** Back to the checklist, which shows what was saved. */
export function useFinishStep(): () => Promise<void> {
  const navigate = useNavigate()
  const { search } = useLocation()
  return async () => {
    await refreshOpening()
    void navigate({ pathname: businessPaths.open, search })
  }
}
