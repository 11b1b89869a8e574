import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Icon } from '@nikau/ui'
import { useMutation } from '@tanstack/react-query'
import type { CallError } from '../../lib/call-error.ts'
import { withoutCancellation } from '../../lib/endpoint-hooks.ts'
import { signOut } from '../../lib/session.tsx'
import { endOtherSessions } from '../../lib/sessions.ts'

/** Ends the other sessions first: if that fails, this one stays, so that the person can try again. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const end = withoutCancellation(
    useMutation<unknown, CallError>({ mutationKey: ['DELETE', '/sessions'], mutationFn: endOtherSessions, onSuccess: () => signOut() }),
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={end.isPending}
      role="alertdialog"
      tone="warning"
      icon={<Icon name="log-out" />}
      title={<Trans>Sign out everywhere?</Trans>}
      actions={
        <>
          <Button full variant="destructive" busy={end.isPending} busyLabel={t`Signing out`} onPress={() => end.mutate()}>
            <Trans>Sign out everywhere</Trans>
          </Button>
          <Button full variant="quiet" isDisabled={end.isPending} onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <Trans>On this device and every other. To use Nikau again, you sign in with your mobile number or a passkey.</Trans>
      {end.isError && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <Trans>That didn’t work. You’re still signed in. Please try again.</Trans>
        </p>
      )}
    </Dialog>
  )
}
