import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type LedgerAccount, type LedgerProof, type ProofLink, proveLedgerAccount } from '@nikau/contract/desk/ledger'
import { Button, Icon } from '@nikau/ui'
import { useRef, type ReactNode } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { downloadJson } from '../../lib/download.ts'
import { momentText } from '../../lib/moments.ts'
import { Hash } from '../../parts/Hash.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { useIsWider } from '../../parts/useIsWider.ts'

/** The chain of the account, computed again when it is asked for. */
export function ProofPanel({ account }: { account: LedgerAccount }) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const prove = useDeskMutation(proveLedgerAccount)
  const proof = prove.data
  const run = (to?: number) => prove.mutate({ params: { id: account.id }, body: { ...(to !== undefined && { to }) } })
  const isBroken = proof !== undefined && (proof.broken.length > 0 || !proof.head.holds)
  return (
    <Panel
      title={<Trans>Proof</Trans>}
      tone={isBroken ? 'negative' : undefined}
      aside={proof && <Result proof={proof} />}
      footer={
        <>
          {proof?.anchor && <Anchored anchor={proof.anchor} />}
          {proof && proof.from > 1 && (
            <Button size="s" variant="outlined" isDisabled={!canAct} needsSignal={false} onPress={() => run(proof.from - 1)}>
              <Trans>Versions before {proof.from}</Trans>
            </Button>
          )}
          {proof && (
            <Button
              size="s"
              variant="outlined"
              needsSignal={false}
              icon={<Icon name="download" size="s" />}
              onPress={() => downloadJson(`proof ${account.id} ${proof.from}-${proof.to}.json`.replaceAll(/[^\w.-]+/g, '-'), proof)}
            >
              <Trans>Proof as file</Trans>
            </Button>
          )}
          <Button size="s" variant="outlined" busy={prove.isPending} busyLabel={t`Computing`} needsSignal={false} isDisabled={!canAct} onPress={() => run()}>
            {proof ? <Trans>Prove it again</Trans> : <Trans>Prove it</Trans>}
          </Button>
        </>
      }
    >
      {prove.error && <Refusal error={prove.error} title={<Trans>Not computed</Trans>} />}
      {proof ? (
        <Chain proof={proof} />
      ) : (
        <p className="dk-ink-2">
          <Trans>Each entry is made of the hash before it. Computing them again shows whether any entry is not what it was when it was posted.</Trans>
        </p>
      )}
    </Panel>
  )
}

function Result({ proof: { holding, broken, computedAt, head, from } }: { proof: LedgerProof }) {
  const now = useNow()
  const moment = momentText(computedAt, now)
  const count = holding + broken.length
  const first = broken[0]
  if (first !== undefined || !head.holds)
    return (
      <span className="dk-with-icon" data-tone="negative" role="status">
        <Icon name="problem" size="s" />
        {first === undefined ? <Trans>The account knows another last hash</Trans> : <Trans>Does not hold from version {first}</Trans>}
      </span>
    )
  return (
    <span className="dk-with-icon" role="status">
      <Icon name="check" size="s" />
      {from === 1 ? (
        <Trans>
          {holding} of {count} hold, computed again {moment}
        </Trans>
      ) : (
        <Trans>
          {holding} of {count} hold from version {from}, computed again {moment}
        </Trans>
      )}
    </span>
  )
}

function Anchored({ anchor: { number, at, hash } }: { anchor: NonNullable<LedgerProof['anchor']> }) {
  const now = useNow()
  const moment = momentText(at, now)
  return (
    <span className="dk-sub dk-ledger-anchor">
      <Trans>Anchor {number} of all books</Trans> <Hash of={hash} /> <Trans>outside since {moment}</Trans>
    </span>
  )
}

const newestShown = 3
const brokenShown = 12

/** The newest links and the head; of a broken chain also those that do not hold. */
function Chain({ proof: { links, broken, head, to } }: { proof: LedgerProof }) {
  const { t } = useLingui()
  const scroller = useRef<HTMLOListElement>(null)
  const isWider = useIsWider(scroller)
  const wrong = new Set(broken.slice(0, brokenShown))
  const shown = links.filter(({ version, holds }) => (!holds && wrong.has(version)) || version > to - newestShown)
  const missing = broken.filter((version) => wrong.has(version) && !links.some((link) => link.version === version))
  const more = broken.length - wrong.size
  return (
    <>
      <ol className="dk-chain" ref={scroller} aria-label={t`Chain of hashes`} {...(isWider && { tabIndex: 0 })}>
        {missing.map((version) => (
          <Step key={version} title={<Trans>Version {version}</Trans>} holds={false}>
            <Trans>is missing</Trans>
          </Step>
        ))}
        {shown.map((link) => (
          <LinkStep key={link.version} link={link} />
        ))}
        <Step title={<Trans>Head</Trans>} holds={head.holds} isHead>
          <Trans>version {head.version}</Trans>
          <br />
          <Trans>knows</Trans> {head.hash === '' ? <Trans>nothing yet</Trans> : <Hash of={head.hash} />}
        </Step>
      </ol>
      {more > 0 && (
        <p className="dk-sub">
          <Plural value={more} one="# more does not hold: it is in the file." other="# more do not hold: they are in the file." />
        </p>
      )}
    </>
  )
}

function LinkStep({ link: { version, previous, hash, holds } }: { link: ProofLink }) {
  return (
    <Step title={<Trans>Version {version}</Trans>} holds={holds}>
      <Trans>made of</Trans> {previous === '' ? <Trans>nothing: the first</Trans> : <Hash of={previous} />}
      <br />
      <Trans>gives</Trans> <Hash of={hash} />
    </Step>
  )
}

function Step({ title, holds, isHead, children }: { title: ReactNode; holds: boolean; isHead?: boolean; children: ReactNode }) {
  return (
    <li data-broken={!holds || undefined}>
      <span className="dk-chain-title">
        <b>{title}</b>
        <Icon name={holds ? 'check' : 'problem'} size="s" />
        <span className="n-hidden">{holds ? isHead ? <Trans>agrees</Trans> : <Trans>holds</Trans> : <Trans>does not hold</Trans>}</span>
      </span>
      <span className="dk-sub">{children}</span>
    </li>
  )
}
