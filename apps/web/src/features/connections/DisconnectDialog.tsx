import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, UnlinkIcon } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { useManagePermission } from './usePermissions.ts'

/** Ends the connection after a question. */
export function DisconnectDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const manage = useManagePermission(id)
  const end = async () => {
    if (!(await manage.end())) return
    toast({ text: t`${name} is disconnected` })
    onClose()
    await navigate(paths.permissions, { replace: true })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={manage.isPending}
      role="alertdialog"
      icon={<UnlinkIcon />}
      title={<Trans>Disconnect {name}?</Trans>}
      actions={
        <>
          <Button full variant="destructive" busy={manage.isPending} busyLabel={t`Disconnecting`} onPress={() => void end()}>
            <Trans>Disconnect</Trans>
          </Button>
          <Button full variant="outlined" isDisabled={manage.isPending} onPress={onClose}>
            <Trans>Keep it connected</Trans>
          </Button>
        </>
      }
    >
      <Trans>It can’t ask for or take payments any more, from now on. A payment that is already made stays made.</Trans>
      {manage.error && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <Trans>It’s still connected.</Trans> <CallProblem error={manage.error} />
        </p>
      )}
    </Dialog>
  )
}
