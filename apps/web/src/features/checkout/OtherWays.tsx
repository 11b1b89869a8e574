import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { useHandheld } from '../../lib/useMediaQuery.ts'
import { methodsFor } from './methods.ts'
import { BankError, OtherMethods } from './OtherMethods.tsx'
import { QrPanel } from './QrPanel.tsx'
import type { PublicRequest } from './request.ts'
import { useBankPayment } from './useBankPayment.ts'

export interface OtherWaysProps {
  request: Pick<PublicRequest, 'id' | 'status' | 'assetTypes' | 'liveness' | 'url' | 'merchantName'>
}

/** What the public checkout offers beside the wallet, for someone who is signed in. */
export function OtherWays({ request }: OtherWaysProps) {
  const methods = methodsFor(request, { config: deployed, flags: useFlags(), handheld: useHandheld() })
  const bankPayment = useBankPayment(request.id)
  return (
    <>
      {bankPayment.error && (
        <div className="pt-6">
          <BankError {...bankPayment.error} />
        </div>
      )}
      <OtherMethods
        methods={methods}
        farmCardHref={paths.farmlandsPay(request.id)}
        bankPayment={bankPayment}
        qr={<QrPanel url={request.url} merchantName={request.merchantName} />}
        showQrButton={false}
      />
    </>
  )
}
