import { useNavigate, useParams } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { paths } from '../lib/paths.ts'
import { loadCheckout } from './load-checkout.ts'

const BankReturnScreen = lazyScreen(async () => (await loadCheckout()).BankReturnScreen)

/** The return from a bank inside the wallet. */
export function AuthorisationRequest() {
  const { bank = '' } = useParams()
  const navigate = useNavigate()
  return (
    <BankReturnScreen
      bank={bank}
      hash={location.hash}
      onDone={(requestId) => void navigate(paths.pay(requestId), { replace: true })}
      onUnknown={() => void navigate(paths.notFound, { replace: true })}
    />
  )
}
