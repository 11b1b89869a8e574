import { useNavigate, useParams } from 'react-router'
import '../features/checkout/checkout.css'
import { BankReturnScreen } from '../features/checkout/index.ts'
import { paths } from '../lib/paths.ts'

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
