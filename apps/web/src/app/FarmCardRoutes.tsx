import { useNavigate, useParams } from 'react-router'
import '../features/checkout/checkout.css'
import '../features/farm-card/farm-card.css'
import { FarmCardScreen, type CardStep } from '../features/farm-card/index.ts'
import { paths } from '../lib/paths.ts'

const pathTo = { pay: paths.pay, card: paths.farmlandsPay, verify: paths.farmlandsVerify }

/** The card pages inside the wallet. The payment is made with the card, not as the signed-in user. */
function useFarmCardProps() {
  const { paymentRequestId: id = '' } = useParams()
  const navigate = useNavigate()
  const go = (to: CardStep) => {
    // Without it the request's page would lead straight back to the form.
    const state = to === 'pay' ? { fromCard: true } : undefined
    void navigate(pathTo[to](id), { replace: to !== 'verify', state })
  }
  return { id, hideTestBanner: true, go }
}

export const FarmCardRoute = () => <FarmCardScreen {...useFarmCardProps()} step="card" />
export const FarmCardVerifyRoute = () => <FarmCardScreen {...useFarmCardProps()} step="verify" />
