import { Trans, useLingui } from '@lingui/react/macro'
import { type BookAnchor, getProof, type Proof } from '@nikau/contract/proof'
import { Header, ListSkeleton, Page, PageBody, Section, Title, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { toAsyncData } from '../../lib/async-data.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { AnchorDetails } from './AnchorDetails.tsx'
import { AmountsOwed } from './AmountsOwed.tsx'
import { CheckAtHome } from './CheckAtHome.tsx'
import { SignatureNotice } from './SignatureNotice.tsx'

/** What we owe customers, from the latest signed anchor of the books, and how anyone checks it. It claims nothing that is not checked. */
export function ProofScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const query = useEndpointQuery(getProof, {})
  const proof = toAsyncData(query.data, query)
  const skeleton = useSkeleton(proof.data === undefined)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>Every ten minutes we sign a summary of our books, with what we owe.</Trans>}>
          <Trans>Proof of our books</Trans>
        </Title>
        {proof.failed ? (
          <div className="pt-6">
            <LoadFailed source={proof}>
              <Trans>We couldn’t load the proof</Trans>
            </LoadFailed>
          </div>
        ) : proof.data ? (
          <Loaded {...proof.data} />
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
        )}
      </PageBody>
    </Page>
  )
}

function Loaded({ latest, keys }: Proof) {
  if (!latest)
    return (
      <p className="pt-6">
        <Trans>Nothing has been signed here yet.</Trans>
      </p>
    )
  return <WithAnchor latest={latest} keys={keys} />
}

function WithAnchor({ latest, keys }: { latest: BookAnchor; keys: Proof['keys'] }) {
  return (
    <>
      <div className="pt-6">
        <SignatureNotice latest={latest} keys={keys} />
      </div>
      <AmountsOwed latest={latest} />
      <AnchorDetails latest={latest} />
      <Section title={<Trans>What this shows, and what it doesn’t</Trans>}>
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              Each summary contains the hash of the one before. Keep a copy, and it shows if we ever publish another version of that summary or of an older one.
              All of them are at <code>/api/proof/anchors</code>. Our audit compares the books with each.
            </Trans>
          </p>
          <p>
            <Trans>It shows what our books say we owe. It doesn’t show what is in our bank accounts, and it has no names.</Trans>
          </p>
        </div>
      </Section>
      <CheckAtHome />
    </>
  )
}
