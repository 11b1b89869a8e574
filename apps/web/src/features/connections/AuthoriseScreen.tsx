import { Trans, useLingui } from '@lingui/react/macro'
import { authorizeConnection } from '@nikau/contract/connections'
import { updatePermission } from '@nikau/contract/permissions'
import { Avatar, BanIcon, Bullets, Button, Card, Header, Icon, initials, Notice, Page, PageBody, PageFooter, Section, Switch, VerifiedMark } from '@nikau/ui'
import { format } from '@nikau/money'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useAccountId } from '../../lib/account.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { isStepUpCancelled } from '../../lib/step-up.ts'
import { toast } from '../../lib/toasts.ts'
import { ClosedConnection, UnknownConnection } from './ConnectionStates.tsx'
import { LimitFigures } from './LimitFigures.tsx'
import { firstLimits, type Limits } from './limits.ts'
import { TokensFirst } from './TokensFirst.tsx'
import { invalidateConnection, type LoadedConnection, type Shop, useConnection } from './useConnection.ts'
import { invalidatePermissions } from './usePermissions.ts'
import './connections.css'

/** Nikau as the chosen wallet: what the shop may and may not do, and the button that connects it. */
export function AuthoriseScreen() {
  const [params] = useSearchParams()
  const id = params.get('connectionId') ?? ''
  return /^[\w-]{1,64}$/.test(id) ? <Authorise key={id} id={id} /> : <UnknownConnection />
}

function Authorise({ id }: { id: string }) {
  const loaded = useConnection(id)
  return (
    <ClosedConnection id={id} loaded={loaded}>
      {(open) => <AuthoriseForm {...open} />}
    </ClosedConnection>
  )
}

function AuthoriseForm({ connection, shop }: LoadedConnection) {
  const { t } = useLingui()
  const { name } = shop
  const [limits, setLimits] = useState<Limits>()
  const [tokensFirst, setTokensFirst] = useState(true)
  const { connect, isPending, error } = useConnect(connection.id, name)
  return (
    <Page>
      <Header backHref={paths.connect(connection.id)} backLabel={t`Back`} title={<Trans>Connection</Trans>} />
      <PageBody tight>
        <div className="grid justify-items-center gap-3 pb-4 text-center">
          <Joined shop={shop} />
          <h1 className="n-title" tabIndex={-1}>
            <Trans>Connect {name}?</Trans>
          </h1>
          {shop.verified && (
            <p className="text-label text-ink-2">
              {name} <VerifiedMark label={t`Verified`} />
            </p>
          )}
        </div>
        <Section title={<Trans>{name} may</Trans>} size="s">
          <Allowed limits={limits} tokensFirst={tokensFirst} />
        </Section>
        <Section title={<Trans>It may not</Trans>} size="s">
          <div className="connection-may-not">
            <Bullets items={[{ key: 'see', icon: <BanIcon size="s" />, text: <Trans>See your name, number, balance or other shops</Trans> }]} />
          </div>
        </Section>
        {deployed.people.guard && (
          <div className="pt-5">
            <Card>
              <Switch
                on={limits !== undefined}
                onChange={(on) => setLimits(on ? firstLimits : undefined)}
                detail={limits ? <Trans>Only within these limits</Trans> : <Trans>Off: you approve each payment</Trans>}
              >
                <span className="font-semibold">
                  <Trans>Pay without asking me</Trans>
                </span>
              </Switch>
              {limits && (
                <>
                  <TokensFirst on={tokensFirst} onChange={setTokensFirst} />
                  <LimitFigures limits={limits} onChange={async (changed) => (setLimits(changed), true)} />
                </>
              )}
            </Card>
          </div>
        )}
      </PageBody>
      <PageFooter>
        {error && (
          <div className="pb-3">
            <Notice tone="negative" live="assertive" title={<Trans>{name} isn’t connected</Trans>}>
              <ConnectProblem error={error} />
            </Notice>
          </div>
        )}
        <Button full busy={isPending} busyLabel={t`Connecting`} onPress={() => void connect(limits && { limits, tokensFirst })}>
          <Trans>Connect</Trans>
        </Button>
        <p className="pt-2 text-center text-caption text-ink-2">
          {deployed.people.guard ? <Trans>Pause or disconnect at any time.</Trans> : <Trans>It pays nothing by itself.</Trans>}
        </p>
      </PageFooter>
    </Page>
  )
}

/** Connecting pays nothing, so no money has moved. */
export function ConnectProblem({ error }: { error: CallError }) {
  return (
    <>
      <Trans>No money was moved.</Trans>{' '}
      {error.code === 'CONNECTION_NOT_OPEN' ? (
        <Trans>This connection can no longer be used. Ask the merchant for a new link.</Trans>
      ) : error.code === 'FORBIDDEN' ? (
        <Trans>This account can’t be connected. Check which account you’re signed in with.</Trans>
      ) : (
        <CallProblem error={error} />
      )}
    </>
  )
}

/** What the shop may do with the choices that are set now. */
function Allowed({ limits, tokensFirst }: { limits: Limits | undefined; tokensFirst: boolean }) {
  const [each, total] = [limits && format(limits.each), limits && format(limits.total)]
  const items = [{ key: 'ask', text: <Trans>Ask for payments that you approve</Trans> }]
  if (limits)
    items.push({
      key: 'take',
      text: (
        <Trans>
          Take up to {each} each time and {total} a month without asking
        </Trans>
      ),
    })
  if (limits && tokensFirst) items.push({ key: 'tokens', text: <Trans>Use your tokens first, which don’t count to these limits</Trans> })
  return <Bullets items={items} />
}

function Joined({ shop: { name } }: { shop: Shop }) {
  const { fullName, phone } = useProfile()
  return (
    <div className="connection-joined">
      <Avatar tone="in" size="l">
        {fullName === undefined ? <Icon name={phone === undefined ? 'user' : 'phone'} /> : initials(fullName)}
      </Avatar>
      <span className="connection-wire" />
      <Avatar shape="leaf" tone="solid" size="l">
        {initials(name)}
      </Avatar>
    </div>
  )
}

/** Connects, and then allows what was chosen, if anything. A person who is connected already sees that instead. */
function useConnect(id: string, name: string) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const account = useAccountId()
  const authorise = useEndpointMutation(authorizeConnection)
  const allow = useEndpointMutation(updatePermission)
  const connect = async (allowance: { limits: Limits; tokensFirst: boolean } | undefined) => {
    if (account.data === undefined) return
    const connected = await authorise.mutateAsync({ params: { id }, body: { accountId: account.data } }).catch((error: unknown) => {
      if (!isStepUpCancelled(error)) invalidateConnection() // if it was taken or has expired, the page says so
    })
    if (!connected) return
    const allowed = allowance ? await allow.mutateAsync({ params: { id }, body: allowance }).catch(() => undefined) : connected
    invalidateConnection()
    invalidatePermissions()
    toast({ text: allowed ? t`${name} is connected` : t`${name} is connected and asks for each payment. Your limits weren’t saved.` })
    await navigate(deployed.people.guard ? paths.permission(id) : paths.connect(id), { replace: true })
  }
  return { connect, isPending: authorise.isPending || allow.isPending, error: authorise.error }
}
