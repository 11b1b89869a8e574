import { checkRecipient } from '@nikau/contract/payees'
import { parseDollars } from '@nikau/money'
import type { Asset } from '@nikau/contract/assets'
import { useNavigate } from 'react-router'
import type { CallError } from '../../lib/call-error.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { type SendDraft, useDraft } from './draft.ts'

type Check = NonNullable<SendDraft['check']>

/** After the first-time question: the purpose, if the brake asks. */
export const stepAfterFirstTime = ({ brake }: Pick<Check, 'brake'>) => (brake === 'ask' ? 'purpose' : 'check')

interface RecipientCheck {
  /** Continues to the next step, which the name check decides where this deployment has one. */
  proceed: () => Promise<void>
  isChecking: boolean
  error: CallError | null
  dismissError: () => void
}

export function useRecipientCheck({ asset, alias }: { asset: Asset; alias: string }): RecipientCheck {
  const navigate = useNavigate()
  const { draft, note } = useDraft()
  const check = useEndpointMutation(checkRecipient)
  const proceed = async () => {
    if (!deployed.people.guard) return await navigate(paths.sendStep('check'))
    const value = asset.category === 'money' ? parseDollars(draft.amountText) : undefined
    const message = draft.message.trim()
    const body = { recipientAlias: alias, ...(value !== undefined && { value }), ...(message !== '' && { message }) }
    const answer = await check.mutateAsync({ body }).catch(() => undefined) // shown as a dialog
    if (!answer) return undefined
    const { known, name, brake } = answer
    note({ check: { known, brake, ...(name !== undefined && { name }) } })
    return await navigate(paths.sendStep(known ? stepAfterFirstTime({ brake }) : 'first-time'))
  }
  return { proceed, isChecking: check.isPending, error: check.error, dismissError: check.reset }
}
