import { authorizeDirectDebit, linkBankAccount, listBankAccounts, unlinkBankAccount, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { bind, type Server } from '../../http/bind.ts'
import { authoriseDirectDebit } from './authorise-direct-debit.ts'
import { link, type LinkDeps } from './link.ts'
import { list } from './list.ts'
import { unlink } from './unlink.ts'
import { verify, type VerifyDeps } from './verify.ts'

export function bankAccountRoutes(server: Server, deps: LinkDeps & VerifyDeps): void {
  bind(server, listBankAccounts, ({ actor, params }) => list(deps, actor, params.accountId))
  bind(server, linkBankAccount, ({ actor, body }) => link(deps, actor, body))
  bind(server, authorizeDirectDebit, ({ actor, params, body }) => authoriseDirectDebit(deps, actor, params.id, body))
  bind(server, verifyBankAccount, ({ actor, params, body }) => verify(deps, actor, params.id, body.verificationCode))
  bind(server, unlinkBankAccount, ({ actor, params }) => unlink(deps, actor, params.id))
}
