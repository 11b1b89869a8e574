import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionDetail } from '@nikau/contract/desk/exceptions'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'
import { Fields } from '../../parts/Fields.tsx'
import { AccountLink, PostingLink } from '../../parts/LedgerLinks.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { relatedNames } from './texts.ts'

export function About({ exception, children }: { exception: ExceptionDetail; children: ReactNode }) {
  const { i18n } = useLingui()
  const now = useNow()
  const { id, kind, subject, openedAt, targetAt, owner, related, seenBefore } = exception
  return (
    <Panel title={<Trans>About</Trans>}>
      <Fields
        rows={[
          { key: 'number', label: <Trans>Number</Trans>, value: id },
          { key: 'kind', label: <Trans>Kind</Trans>, value: <Mono>{kind}</Mono> },
          { key: 'subject', label: <Trans>About</Trans>, value: subject },
          { key: 'owner', label: <Trans>Assigned to</Trans>, value: owner ? owner.name : <Trans>nobody</Trans> },
          { key: 'opened', label: <Trans>Raised</Trans>, value: momentText(openedAt, now) },
          { key: 'target', label: <Trans>Target</Trans>, value: momentText(targetAt, now) },
          ...related.map(({ kind: what, id: name }) => ({
            key: `${what} ${name}`,
            label: i18n._(relatedNames[what]),
            value: <Related kind={what} id={name} />,
          })),
          {
            key: 'before',
            label: <Trans>Seen before</Trans>,
            value: seenBefore === 0 ? <Trans>never</Trans> : <Plural value={seenBefore} one="# time" other="# times" />,
          },
        ]}
      />
      {children}
    </Panel>
  )
}

/** What has a page at the desk is a link. */
function Related({ kind, id }: ExceptionDetail['related'][number]) {
  if (kind === 'posting') return <PostingLink id={id}>{id}</PostingLink>
  return kind === 'wallet' ? <AccountLink id={`asset:${id}`} /> : <Mono>{id}</Mono>
}
