import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Icon, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { CallError } from './call-error.ts'
import { isOutcomeUnknown } from './outcome-unknown.ts'
import { deployed } from './config.ts'
import { paths } from './paths.ts'

interface ErrorDialogProps {
  onClose: () => void
  title: ReactNode
  /** Where the money is. Left out while that is not known. */
  assurance?: ReactNode
  action: ReactNode
  /** The second action; by default the way home. */
  other?: ReactNode
  children: ReactNode
}

/** Why an act that moves money failed, and what to do. Closing it returns to the form with everything unchanged. */
export function ErrorDialog({ onClose, title, assurance, action, other = <HomeAction />, children }: ErrorDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={title}
      assurance={assurance}
      actions={
        <>
          {action}
          {other}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

export function HomeAction({ text = <Trans>Back to home</Trans> }: { text?: ReactNode }) {
  const navigate = useNavigate()
  return (
    <Button variant="quiet" full onPress={() => void navigate(paths.home)}>
      {text}
    </Button>
  )
}

/** The way on when trying again has not helped. */
export function SupportAction({ code }: { code: string }) {
  const { t } = useLingui()
  const subject = encodeURIComponent(t`Help with ${code}`)
  return (
    <LinkButton variant="quiet" full href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
      <Trans>Contact support</Trans>
    </LinkButton>
  )
}

interface UnexplainedErrorProps {
  error: CallError
  onClose: () => void
  /** Where the money is, if the call was refused. */
  assurance: ReactNode
  /** That it was not done. */
  refused: ReactNode
  /** That it is not known whether it was done. */
  unknown: ReactNode
  /** How often in a row the outcome was unknown. From the second time on, trying again is not offered any more. */
  unknowns: number
  /** Makes the same call with the same idempotency key. */
  onRetry: () => void
}

/** What is said about an act that moves money when the contract names no cause for its failure. */
export function UnexplainedError({ error, onClose, assurance, refused, unknown, unknowns, onRetry }: UnexplainedErrorProps) {
  if (isOutcomeUnknown(error))
    return (
      <ErrorDialog
        onClose={onClose}
        title={error.status === 0 ? <Trans>Not confirmed yet</Trans> : <Trans>Something Went Wrong</Trans>}
        action={<LinkAction href={paths.activity} text={<Trans>See your activity</Trans>} onClose={onClose} />}
        other={
          unknowns < 2 ? (
            <Button variant="quiet" full onPress={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <SupportAction code={error.code} />
          )
        }
      >
        <p>{unknown}</p>
        <p className="pt-2">
          <Trans>We’re finding out. If it was made, it’s in your activity. It’s never made twice.</Trans>
        </p>
      </ErrorDialog>
    )
  const props = { onClose, assurance }
  if (error.status === 429)
    return (
      <ErrorDialog {...props} title={<Trans>Too many tries for now</Trans>} action={<DismissAction onClose={onClose} />}>
        {refused} <Trans>Wait a minute, then try again.</Trans>
      </ErrorDialog>
    )
  if (error.status === 401)
    return (
      <ErrorDialog
        {...props}
        title={<Trans>Sign in again</Trans>}
        action={
          <Button full onPress={() => location.reload()}>
            <Trans>Sign in</Trans>
          </Button>
        }
      >
        {refused} <Trans>Your session has expired.</Trans>
      </ErrorDialog>
    )
  return (
    <ErrorDialog
      {...props}
      title={<Trans>Something Went Wrong</Trans>}
      action={<DismissAction onClose={onClose} />}
      other={<SupportAction code={error.code} />}
    >
      {refused} <Trans>Check what you entered. If it happens again, contact us.</Trans>
    </ErrorDialog>
  )
}

/** For calls that may already have been made under the same idempotency key. */
export function MaybeDoneError({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <ErrorDialog
      onClose={onClose}
      title={<Trans>Check your activity first</Trans>}
      action={<LinkAction href={paths.activity} text={<Trans>See your activity</Trans>} onClose={onClose} />}
    >
      {children}
    </ErrorDialog>
  )
}

export function LinkAction({ href, text, quiet, onClose }: { href: string; text: ReactNode; quiet?: true; onClose: () => void }) {
  return (
    <LinkButton full variant={quiet ? 'quiet' : 'filled'} href={href} onClick={onClose}>
      {text}
    </LinkButton>
  )
}

export function CloseAction({ text, quiet, onClose }: { text: ReactNode; quiet?: true; onClose: () => void }) {
  return (
    <Button full variant={quiet ? 'quiet' : 'filled'} onPress={onClose}>
      {text}
    </Button>
  )
}

export function DismissAction({ onClose }: { onClose: () => void }) {
  return <CloseAction text={<Trans>Dismiss</Trans>} onClose={onClose} />
}
