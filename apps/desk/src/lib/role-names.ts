import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskRole } from '@nikau/contract/desk/roles'

export const roleNames: Readonly<Record<DeskRole, MessageDescriptor>> = {
  support: msg`Support`,
  operations: msg`Operations`,
  finance: msg`Finance`,
  'finance-lead': msg`Finance lead`,
  risk: msg`Risk`,
  compliance: msg`Compliance`,
  admin: msg`Admin`,
  auditor: msg`Auditor`,
}
