import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { deployed } from '../../lib/config.ts'
import { NoIndex } from '../../lib/NoIndex.tsx'
import { hasStoredSession } from '../../lib/stored-session.ts'
import { OwnTransferScreen } from './lazy.tsx'
import { SummaryScreen } from './SummaryScreen.tsx'
import { linkKeyIn } from './useClaimAction.ts'

/** `/transfer/{id}`: the sender and the recipient see their own side of it, everyone else the summary. */
export function TransferScreen() {
  return (
    <>
      <NoIndex />
      <Transfer />
    </>
  )
}

function Transfer() {
  const { assetTransferId: id = '' } = useParams()
  const linkKey = useLinkKey(id)
  const summary = <SummaryScreen key={id} id={id} linkKey={linkKey} />
  if (!deployed.people.claim || !hasStoredSession()) return summary
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <OwnTransferScreen key={id} id={id} linkKey={linkKey} signedOut={summary} />
    </Suspense>
  )
}

/** The keys of the links that were opened in this page, by transfer. They are held in memory only. */
const linkKeys = new Map<string, string>()

/** The key in the link's fragment, which leaves the address at once, or in the state of the sign-in that started there. */
function useLinkKey(id: string): string | undefined {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [, key] = /^#([\w-]{16,128})$/.exec(hash) ?? []
  useEffect(() => {
    if (key !== undefined) linkKeys.set(id, key)
    if (hash !== '') void navigate({ pathname, search }, { replace: true, state })
  }, [hash, id, key, navigate, pathname, search, state])
  return key ?? linkKeys.get(id) ?? linkKeyIn(state)
}
