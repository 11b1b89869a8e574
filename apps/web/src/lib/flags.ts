import { type FlagName, flagNames, flagsOnByDefault } from '@nikau/contract/flags'
import type { WebConfig } from '@nikau/contract/web-config'
import { deployed } from './config.ts'
import { type LocalConfig, localConfig, useLocalConfig } from './local-config.ts'

export type Flags = Readonly<Record<FlagName, boolean>>

/** This browser's setting overrides the deployment's, which overrides the default. */
export function resolveFlags(local: LocalConfig, deployment: WebConfig['flags']): Flags {
  return Object.fromEntries(flagNames.map((name) => [name, local[name] ?? deployment[name] ?? flagsOnByDefault.includes(name)])) as Record<FlagName, boolean>
}

/** Flags only control what is shown. The server never sees them and authorises every call by itself. */
export const flags = (): Flags => resolveFlags(localConfig(), deployed.flags)
export const useFlags = (): Flags => resolveFlags(useLocalConfig(), deployed.flags)
