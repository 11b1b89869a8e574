import { Trans } from '@lingui/react/macro'
import { type ApiKey, listApiKeys } from '@nikau/contract/api-keys'
import { Button, EmptyState, Icon, ListSkeleton, PortalCard, useSkeleton } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { DevelopersPage } from './DevelopersPage.tsx'
import { FirstCall } from './FirstCall.tsx'
import { KeySheet } from './KeySheet.tsx'
import { KeyTable } from './KeyTable.tsx'
import type { MadeKey } from './made-key.ts'
import { MakeKeySheet } from './MakeKeySheet.tsx'
import { SecretDialog } from './SecretDialog.tsx'

/** The API keys of the business that reach the money of this view. */
export function KeysScreen() {
  const { accountId, isTest } = useBusiness()
  const query = useEndpointQuery(listApiKeys, { params: { accountId } })
  const keys = toAsyncData(
    query.data?.filter(({ liveness }) => liveness === undefined || (liveness === 'test') === isTest),
    query,
  )
  const [open, setOpen] = useState<'new' | ApiKey>()
  const [made, setMade] = useState<MadeKey>()
  const skeleton = useSkeleton(keys.data === undefined && !keys.failed)
  const close = (next?: MadeKey) => {
    setOpen(undefined)
    setMade(next)
  }
  return (
    <DevelopersPage
      current="keys"
      actions={
        <Button icon={<Icon name="plus" />} onPress={() => setOpen('new')}>
          <Trans>Make a key</Trans>
        </Button>
      }
    >
      {keys.failed && (
        <LoadFailed source={keys}>
          <Trans>Couldn’t load your keys</Trans>
        </LoadFailed>
      )}
      {skeleton && !keys.data && <ListSkeleton rows={4} />}
      {keys.data && (
        <PortalCard title={<Trans>Keys</Trans>} flush>
          {keys.data.length === 0 ? (
            <EmptyState drawing="receipt" title={isTest ? <Trans>No test keys yet</Trans> : <Trans>No live keys yet</Trans>}>
              <Trans>A key lets your server or your website call Nikau.</Trans>
            </EmptyState>
          ) : (
            <KeyTable keys={keys.data} onOpen={setOpen} />
          )}
        </PortalCard>
      )}
      <p className="text-caption text-ink-2">
        <Trans>A key that is switched off is refused at once. A business has at most 100 keys.</Trans>
      </p>
      <FirstCall />
      {open === 'new' && <MakeKeySheet onClose={close} />}
      {typeof open === 'object' && <KeySheet apiKey={open} onClose={close} />}
      {made && <SecretDialog made={made} onClose={close} />}
    </DevelopersPage>
  )
}
