import { Trans } from '@lingui/react/macro'
import { Button, Dialog, Icon, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
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

function HomeAction() {
  const navigate = useNavigate()
  return (
    <Button variant="quiet" full onPress={() => void navigate(paths.home)}>
      <Trans>Go Back Home</Trans>
    </Button>
  )
}

export function LinkAction({ href, text, quiet, onClose }: { href: string; text: ReactNode; quiet?: true; onClose: () => void }) {
  return (
    <LinkButton full variant={quiet ? 'quiet' : 'filled'} href={href} onClick={onClose}>
      {text}
    </LinkButton>
  )
}

export function CloseAction({ text, onClose }: { text: ReactNode; onClose: () => void }) {
  return (
    <Button full onPress={onClose}>
      {text}
    </Button>
  )
}
