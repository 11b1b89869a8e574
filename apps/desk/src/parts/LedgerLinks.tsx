import { Trans } from '@lingui/react/macro'
import { getLedgerAccount, getLedgerPosting } from '@nikau/contract/desk/ledger'
import { Anchor } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useSession } from '../lib/desk-context.ts'
import { Mono } from './Mono.tsx'

export const accountPath = (id: string) => `/ledger/accounts/${encodeURIComponent(id)}`
export const postingPath = (id: string) => `/ledger/postings/${encodeURIComponent(id)}`

/** An account of the ledger by its id; a link for who may read the ledger. */
export function AccountLink({ id }: { id: string }) {
  const { operator } = useSession()
  if (!getLedgerAccount.roles.some((role) => operator.roles.includes(role))) return <Mono>{id}</Mono>
  return (
    <Anchor className="n-link dk-mono" href={accountPath(id)}>
      {id}
    </Anchor>
  )
}

/** A posting by its number, or as what it is called where it stands. */
export function PostingLink({ id, children }: { id: string; children?: ReactNode }) {
  const { operator } = useSession()
  const text = children ?? <Trans>posting {id}</Trans>
  if (!getLedgerPosting.roles.some((role) => operator.roles.includes(role))) return <span>{text}</span>
  return (
    <Anchor className="n-link" href={postingPath(id)}>
      {text}
    </Anchor>
  )
}
