import { type Asset, listAssets } from '@nikau/contract/assets'
import { zero } from '@nikau/money'
import { useEffect, useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import type { KeptHome } from '../../lib/kept-home.ts'
import { lastContact, noteContact, serverNow } from '../../lib/server-clock.ts'
import { isSigningOut, useSession } from '../../lib/session.tsx'
import type { WalletActivity } from '../../lib/wallet-activities.ts'

/** Home has loaded by then: what keeps it is loaded on the same line. */
const keepAfterMs = 5000

/** Loaded while there is signal, so that it is there without: the service worker keeps it with the files of home. */
const load = () => import('./without-signal.ts')

interface Shown {
  online: boolean
  givenName: string | undefined
  wallet: Asset | undefined
  activities: WalletActivity[] | undefined
}

/** Keeps what home shows while there is signal. Without, what was kept of this person: undefined while it is read, null if there is nothing. */
export function useKeptHome({ online, givenName, wallet, activities }: Shown): KeptHome | null | undefined {
  const userId = useSession().user.profile.sub
  const [kept, setKept] = useState<KeptHome | null>()
  useEffect(() => {
    if (!deployed.people.guard || !online || !wallet || !activities) return undefined
    const { balance = zero, availableBalance: available = balance } = wallet
    const home = { asOf: loadedAt(), givenName, available, activities }
    const timer = setTimeout(() => {
      load()
        .then(({ keepHome }) => keepHome(userId, home, isSigningOut))
        .catch(() => undefined) // a browser that keeps nothing, for example in a private window
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [online, userId, givenName, wallet, activities])
  useEffect(() => {
    if (online) return
    const read = async () => (deployed.people.guard ? await (await load()).readKeptHome(userId, serverNow()) : undefined)
    void read()
      .catch(() => undefined)
      .then((found) => {
        if (found && !lastContact()) noteContact(found.asOf)
        setKept(found ?? null)
      })
  }, [online, userId])
  return online ? undefined : kept
}

/** When the balance arrived, by the server's clock: what is in memory may be older than this moment. */
function loadedAt(): Date {
  const queries = queryClient.getQueryCache().findAll({ queryKey: [listAssets.method, listAssets.path], type: 'active' })
  const age = Date.now() - Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt))
  return new Date(serverNow().getTime() - age)
}
