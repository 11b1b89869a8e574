import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkout, Icon, LinkButton, Logo, Outcome, Page, PageFooter, UnlinkIcon } from '@nikau/ui'
import type { ComponentProps, ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
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
    <StatePage tone="positive" icon={<Icon name="check" />} title={<Trans>Connection already authorised</Trans>} text={<Trans>You can close this page.</Trans>}>
      <ShopLine shop={shop} />
      {deployed.people.guard && (
        <p className="pt-4">
          <LinkButton variant="quiet" href={paths.permission(id)}>
            <Trans>See what it may do</Trans>
          </LinkButton>
        </p>
      )}
    </StatePage>
  )
}

function Failed({ shop }: { shop: Shop }) {
  return (
    <StatePage
      tone="warning"
      icon={<UnlinkIcon />}
      title={<Trans>Connection failed</Trans>}
      text={<Trans>This connection can no longer be used. Ask the merchant for a new link.</Trans>}
      footer={<HomeLink />}
    >
      <ShopLine shop={shop} />
    </StatePage>
  )
}

export function UnknownConnection() {
  return (
    <StatePage
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
    <StatePage
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
      <Trans>Go Back Home</Trans>
    </LinkButton>
  )
}

function ShopLine({ shop: { name, place } }: { shop: Shop }) {
  return <p className="pt-2 text-label text-ink-2">{place === undefined ? name : `${name}, ${place}`}</p>
}

interface StatePageProps {
  tone: ComponentProps<typeof Outcome>['tone']
  icon: ReactNode
  title: ReactNode
  text: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

function StatePage({ tone, icon, title, text, footer, children }: StatePageProps) {
  const { t } = useLingui()
  return (
    <Page>
      <header className="flex justify-center pt-4">
        <Logo label={t`Nikau`} />
      </header>
      <main className="flex flex-1 flex-col">
        <Outcome tone={tone} icon={icon}>
          <h1 className="n-title" tabIndex={-1}>
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

/** Without a heading: the focus goes to the one that follows. */
function Loading() {
  return (
    <Checkout summary={<div className="connection-loading" />}>
      <div aria-busy="true" />
    </Checkout>
  )
}
