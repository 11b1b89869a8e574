import { authorizeDirectDebit, linkBankAccount, listBankAccounts, unlinkBankAccount, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { bind, type Server } from '../../http/bind.ts'
import { authorise } from './authorise.ts'
import { link, type LinkMeans } from './link.ts'
import { list } from './list.ts'
import { unlink } from './unlink.ts'
import { verify, type VerifyMeans } from './verify.ts'

export function bankAccountRoutes(server: Server, means: LinkMeans & VerifyMeans): void {
  bind(server, listBankAccounts, ({ actor, params }) => list(means, actor, params.accountId))
  bind(server, linkBankAccount, ({ actor, body }) => link(means, actor, body))
  bind(server, authorizeDirectDebit, ({ actor, params, body }) => authorise(means, actor, params.id, body))
  bind(server, verifyBankAccount, ({ actor, params, body }) => verify(means, actor, params.id, body.verificationCode))
  bind(server, unlinkBankAccount, ({ actor, params }) => unlink(means, actor, params.id))
}
