import { Trans, useLingui } from '@lingui/react/macro'
import { DetailPane, EmptyState, ListSkeleton, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { PermissionDetails } from './PermissionDetails.tsx'
import { usePermission } from './usePermissions.ts'

export function PermissionPane({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <DetailPane label={t`Connection`}>
      <LoadedPermission key={id} id={id} level={2} />
    </DetailPane>
  )
}

/** A connected shop, with its loading, not-found and error states. */
export function LoadedPermission({ id, level }: { id: string; level: 1 | 2 }) {
  const permission = usePermission(id)
  const skeleton = useSkeleton(permission.data === undefined && !permission.failed)
  if (permission.data && !permission.missing) return <PermissionDetails permission={permission.data} level={level} />
  if (permission.missing)
    return (
      <EmptyState drawing="frond" level={level} title={<Trans>Connection not found</Trans>}>
        <Trans>It has ended, or belongs to another account.</Trans>
      </EmptyState>
    )
  if (permission.failed)
    return (
      <LoadFailed source={permission} pageTitle={level === 1 ? <Trans>Connection</Trans> : undefined}>
        <Trans>We couldn’t load this connection</Trans>
      </LoadFailed>
    )
  return <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
}
