import { Trans } from '@lingui/react/macro'
import { FieldPanel, FieldTop, Page, PageBody } from '@nikau/ui'
import { useEffect, useState } from 'react'
import type { AsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { isInstalled } from '../../lib/install-prompt.ts'
import { type KeptHome, readKeptHome } from '../../lib/kept-home.ts'
import { noteContact, serverNow } from '../../lib/server-clock.ts'
import { SignInNeedsSignal } from '../../lib/session.tsx'
import { Actions } from './Actions.tsx'
import { Balance } from './Balance.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { TillNotice } from './TillNotice.tsx'

const loaded = <T,>(data: T): AsyncData<T> => ({ data, failed: false, retrying: false, retry: () => undefined })

/**
 * Home of an app that was opened without signal, so nobody can sign in: as the person who signed in last, and has not signed out, left
 * it. Only in the installed app, which stands on its owner's home screen; a new tab of a browser may belong to anybody.
 */
export function HomeWithoutSignal() {
  const { bar } = useScreen()
  const [kept, setKept] = useState<KeptHome | null>()
  useEffect(() => {
    const read = async () => (deployed.people.guard && isInstalled() ? await readKeptHome(undefined, serverNow()) : undefined)
    void read()
      .catch(() => undefined)
      .then((found) => {
        if (found) noteContact(found.asOf)
        setKept(found ?? null)
      })
  }, [])
  if (kept === undefined) return <div className="min-h-dvh" aria-busy="true" />
  const till = deployed.people.guard && (
    <div className="pt-4">
      <TillNotice userId={undefined} />
    </div>
  )
  if (kept === null) return <SignInNeedsSignal>{till}</SignInNeedsSignal>
  const { asOf, available, activities, givenName } = kept
  return (
    <Page bar={bar}>
      <FieldPanel>
        <FieldTop>
          <h1 className="n-greeting" tabIndex={-1}>
            {givenName ? <Trans>Kia ora, {givenName}</Trans> : <Trans>Kia ora</Trans>}
          </h1>
        </FieldTop>
        <Balance wallet={loaded({ id: '', availableBalance: available })} isNew={false} freeze={undefined} asOf={asOf} />
        <Actions walletId={undefined} isFrozen={false} />
      </FieldPanel>
      <PageBody>
        {till}
        {activities.length > 0 && <RecentActivity activities={loaded(activities)} selected={undefined} asOf={asOf} hasLinks={false} />}
      </PageBody>
    </Page>
  )
}
