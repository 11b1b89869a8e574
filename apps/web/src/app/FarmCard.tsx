import { useNavigate, useParams } from 'react-router'
import '../features/checkout/checkout.css'
import '../features/farm-card/farm-card.css'
import { FarmCardScreen, type Place } from '../features/farm-card/index.ts'
import { useFlags } from '../lib/flags.ts'
import { paths } from '../lib/paths.ts'

const pathTo = { pay: paths.pay, card: paths.farmlandsPay, verify: paths.farmlandsVerify }

/** Page of the card, page of its code, for someone who is signed in. They pay with the card all the same, not as themselves. */
function useFarmCard() {
  const { paymentRequestId: id = '' } = useParams()
  const navigate = useNavigate()
  const { testAssetsEnabled: marked } = useFlags()
  return { id, marked, go: (to: Place) => void navigate(pathTo[to](id), { replace: to !== 'verify' }) }
}

export const FarmCard = () => <FarmCardScreen {...useFarmCard()} at="card" />
export const FarmCardVerify = () => <FarmCardScreen {...useFarmCard()} at="verify" />
