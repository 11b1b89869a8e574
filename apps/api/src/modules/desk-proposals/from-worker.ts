import { deskRefusals } from '@nikau/contract/desk/endpoint'
import { actRefusals } from '@nikau/contract/desk/proposals'
import { BadRequest } from '../../http/errors.ts'
import { Refusal } from '../../http/refusal.ts'

type ActRefusal = keyof typeof actRefusals

/** The worker refuses with the codes of all acts; one that the contract does not name has a reason that says which. */
export function fromWorker(answered: unknown): { answer: unknown } | Refusal<ActRefusal> {
  if (!(answered instanceof Refusal)) return { answer: answered }
  const { code, detail } = answered as Refusal<string>
  if (code === 'BAD_REQUEST') throw new BadRequest({ path: [], message: typeof detail.reason === 'string' ? detail.reason : 'not possible' })
  const known = code in actRefusals || code in deskRefusals
  return known ? new Refusal(code as ActRefusal, detail) : new Refusal('NOT_POSSIBLE', { ...detail, reason: code })
}
