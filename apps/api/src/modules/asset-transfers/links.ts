import type { Secret } from '@nikau/runtime'
import { linkKeyOf } from './link-key.ts'

export interface LinkDeps {
  /** Derives the keys in links. */
  linkSecret: Secret
  webOrigin: string
}

/** The page of a transfer, for everybody. */
export function transferUrl({ webOrigin }: Pick<LinkDeps, 'webOrigin'>, transferId: string): string {
  return `${webOrigin.replace(/\/$/, '')}/deimos/transfer/${transferId}`
}

/** The link in the recipient's message, whose key can decline and report. A fragment is not sent to servers. */
export function recipientUrl(deps: LinkDeps, transferId: string): string {
  return `${transferUrl(deps, transferId)}#${linkKeyOf(deps.linkSecret, transferId)}`
}
