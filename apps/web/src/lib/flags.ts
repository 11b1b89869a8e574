import { type FlagName, flagNames } from '@nikau/contract/flags'
import type { WebConfig } from '@nikau/contract/web-config'
import { deployed } from './config.ts'
import { type LocalConfig, localConfig, useLocalConfig } from './local-config.ts'

export type Flags = Readonly<Record<FlagName, boolean>>

/** On without anyone saying so. Everything else is off until a deployment or this browser turns it on. */
const onInCode: readonly FlagName[] = ['v2GetPaymentRequestEnabled']

/** This browser's word over the deployment's, the deployment's over the code's. */
export function resolveFlags(local: LocalConfig, configured: WebConfig['flags']): Flags {
  return Object.fromEntries(flagNames.map((name) => [name, local[name] ?? configured[name] ?? onInCode.includes(name)])) as Record<FlagName, boolean>
}

/** Flags choose what is shown. Whether something may be done is decided by the server, which never sees them. */
export const flags = (): Flags => resolveFlags(localConfig(), deployed.flags)
export const useFlags = (): Flags => resolveFlags(useLocalConfig(), deployed.flags)
