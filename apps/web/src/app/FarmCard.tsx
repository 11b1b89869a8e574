import { useNavigate, useParams } from 'react-router'
import type { Place } from '../features/farm-card/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { paths } from '../lib/paths.ts'

/** The checkout's own page has its styles from the start and gets the others beside the feature; in the wallet all come with it. */
const FarmCardScreen = lazyScreen(async () => {
  const [feature] = await Promise.all([
    import('../features/farm-card/index.ts'),
    import('../features/checkout/checkout.css'),
    import('../features/farm-card/farm-card.css'),
  ])
  return feature.FarmCardScreen
})

const pathTo = { pay: paths.pay, card: paths.farmlandsPay, verify: paths.farmlandsVerify }

function useFarmCard() {
  const { paymentRequestId: id = '' } = useParams()
  const navigate = useNavigate()
  return { id, go: (to: Place) => void navigate(pathTo[to](id), { replace: to !== 'verify' }) }
}

/** The two pages of the farm card for someone who is signed in. They pay with the card all the same, not as themselves. */
export const FarmCard = () => <FarmCardScreen {...useFarmCard()} at="card" />
export const FarmCardVerify = () => <FarmCardScreen {...useFarmCard()} at="verify" />
