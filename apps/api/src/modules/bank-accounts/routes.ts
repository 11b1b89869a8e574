import {
  authorizeDirectDebit,
  linkBankAccount,
  listBankAccounts,
  showBankAccountNumber,
  unlinkBankAccount,
  verifyBankAccount,
} from '@nikau/contract/bank-accounts'
import { bind, type Server } from '../../http/bind.ts'
import { authoriseDirectDebit } from './authorise-direct-debit.ts'
import { link, type LinkDeps } from './link.ts'
import { list, type ListDeps } from './list.ts'
import { showNumber } from './show-number.ts'
import { unlink } from './unlink.ts'
import { verify, type VerifyDeps } from './verify.ts'

export function bankAccountRoutes(server: Server, deps: LinkDeps & VerifyDeps & ListDeps): void {
  bind(server, listBankAccounts, ({ actor, params }) => list(deps, actor, params.accountId))
  bind(server, linkBankAccount, ({ actor, body, source }) => link(deps, actor, body, source))
  bind(server, authorizeDirectDebit, ({ actor, params, body, source }) => authoriseDirectDebit(deps, actor, params.id, body, source))
  bind(server, verifyBankAccount, ({ actor, params, body, source }) => verify(deps, actor, params.id, body.verificationCode, source))
  bind(server, showBankAccountNumber, ({ actor, params, source }) => showNumber(deps, actor, params.id, source))
  bind(server, unlinkBankAccount, ({ actor, params }) => unlink(deps, actor, params.id))
}
