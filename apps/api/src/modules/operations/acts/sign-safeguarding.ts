import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { reportToSign, signReport } from '../../safeguarding/index.ts'
import { act } from '../act.ts'
import { selectOperator, selectProposal } from '../store.ts'

/** Signs the safeguarding report of a day: whoever proposes it has checked it, a finance lead agrees. Moves no money. */
export const signSafeguardingAct = act({
  content: z.strictObject({ day: z.iso.date() }),
  async plan(tx, _deps, { day }) {
    const report = await reportToSign(tx, day)
    if (report === undefined) return refuse('NOT_FOUND')
    if (report === null) return refuse('ALREADY_SIGNED')
    return { subject: `safeguarding:${day}`, madeFor: { digest: report.digest, owed: String(report.owed), held: String(report.held) } }
  },
  async perform(tx, _deps, { day }, { proposalId, operator, at }) {
    const { digest } = (await reportToSign(tx, day))!
    // While it is only tried nobody has agreed yet.
    const { approvers } = (await selectProposal(tx, proposalId))!
    const agreed = await Promise.all(approvers.map(async (id) => (await selectOperator(tx, id))!))
    await signReport(tx, { day, digest, signers: [operator, ...agreed], proposalId, at })
    return { digest, signedBy: [operator, ...agreed].map(({ id }) => id).join(', ') }
  },
})
