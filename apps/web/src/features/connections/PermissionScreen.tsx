import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { useParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { LoadedPermission } from './PermissionPane.tsx'
import { PermissionsScreen } from './PermissionsScreen.tsx'

/** A connected shop; on desktop beside the list. */
export function PermissionScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { permissionId = '' } = useParams()
  const panes = useTwoPanes()
  if (panes) return <PermissionsScreen />
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Connection</Trans>} />
      <PageBody tight>
        <LoadedPermission id={permissionId} level={1} />
      </PageBody>
    </Page>
  )
}
