import { useNavigate, useParams } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { paths } from '../lib/paths.ts'
import { loadCheckout } from './load-checkout.ts'

const ReturnScreen = lazyScreen(async () => (await loadCheckout()).ReturnScreen)

/** The way back from a bank for someone who is signed in: it ends at the request, in the wallet. */
export function BankReturn() {
  const { bank = '' } = useParams()
  const navigate = useNavigate()
  return (
    <ReturnScreen
      bank={bank}
      hash={location.hash}
      onDone={(requestId) => void navigate(paths.pay(requestId), { replace: true })}
      onUnknown={() => void navigate(paths.notFound, { replace: true })}
    />
  )
}
