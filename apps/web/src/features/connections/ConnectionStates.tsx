import { Trans } from '@lingui/react/macro'
import { Button, Checkout, Icon, LinkButton, UnlinkIcon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import { OutcomePage } from '../../lib/OutcomePage.tsx'
import { paths } from '../../lib/paths.ts'
import type { LoadedConnection, Shop, useConnection } from './useConnection.ts'
import './connections.css'

/** A connection that is not open any more, or that could not be loaded. */
export function ClosedConnection({
  id,
  loaded,
  children,
}: {
  id: string
  loaded: ReturnType<typeof useConnection>
  children: (open: LoadedConnection) => ReactNode
}) {
  const { data, error } = loaded
  if (data)
    return (
      <Known id={id} loaded={data}>
        {children}
      </Known>
    )
  if (error?.code === 'FORBIDDEN') return <UnknownConnection />
  return error ? <FailedToLoad isFetching={loaded.isFetching} retry={loaded.retry} /> : <Loading />
}

function Known({ id, loaded, children }: { id: string; loaded: LoadedConnection; children: (open: LoadedConnection) => ReactNode }) {
  const { connection, shop } = loaded
  if (connection.status === 'created') return children(loaded)
  return connection.status === 'authorized' ? <Authorised id={id} shop={shop} /> : <Failed shop={shop} />
}

function Authorised({ id, shop }: { id: string; shop: Shop }) {
  return (
    <OutcomePage
      tone="positive"
      icon={<Icon name="check" />}
      title={<Trans>Connection already authorised</Trans>}
      text={<Trans>You can close this page.</Trans>}
    >
      <ShopLine shop={shop} />
      {deployed.people.guard && (
        <p className="pt-4">
          <LinkButton variant="quiet" href={paths.permission(id)}>
            <Trans>See what it may do</Trans>
          </LinkButton>
        </p>
      )}
    </OutcomePage>
  )
}

function Failed({ shop }: { shop: Shop }) {
  return (
    <OutcomePage
      tone="warning"
      icon={<UnlinkIcon />}
      title={<Trans>Connection failed</Trans>}
      text={<Trans>This connection can no longer be used. Ask the merchant for a new link.</Trans>}
      footer={<HomeLink />}
    >
      <ShopLine shop={shop} />
    </OutcomePage>
  )
}

export function UnknownConnection() {
  return (
    <OutcomePage
      tone="neutral"
      icon={<UnlinkIcon />}
      title={<Trans>Connection not found</Trans>}
      text={<Trans>Make sure the link was copied correctly</Trans>}
      footer={<HomeLink />}
    />
  )
}

function FailedToLoad({ isFetching, retry }: { isFetching: boolean; retry: () => void }) {
  return (
    <OutcomePage
      tone="negative"
      icon={<Icon name="problem" />}
      title={<Trans>Connection Error</Trans>}
      text={<Trans>We couldn’t load this connection. Please try again.</Trans>}
      footer={
        <Button full busy={isFetching} onPress={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}

function HomeLink() {
  return (
    <LinkButton full variant="outlined" href={paths.home}>
      <Trans>Back to home</Trans>
    </LinkButton>
  )
}

function ShopLine({ shop: { name, place } }: { shop: Shop }) {
  return <p className="pt-2 text-label text-ink-2">{place === undefined ? name : `${name}, ${place}`}</p>
}

/** Without a heading: the focus goes to the one that follows. */
function Loading() {
  return (
    <Checkout summary={<div className="connection-loading" />}>
      <div aria-busy="true" />
    </Checkout>
  )
}
