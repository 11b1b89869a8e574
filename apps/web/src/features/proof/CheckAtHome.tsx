import { Trans } from '@lingui/react/macro'
import { getProof } from '@nikau/contract/proof'
import { Section } from '@nikau/ui'

/** Needs curl, jq and OpenSSL 3. docs/operations/anchors.md has the same lines. */
const commands = (url: string) => `curl -s ${url} > proof.json
jq -j .latest.statement proof.json > anchor.txt
jq -r .latest.signature proof.json | base64 -d > anchor.sig
jq -r '.latest.keyId as $id | .keys[] | select(.id == $id).publicKey' proof.json > key.pem
openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in anchor.txt -sigfile anchor.sig`

export function CheckAtHome() {
  return (
    <Section title={<Trans>Check it yourself</Trans>}>
      <div className="flex flex-col gap-3">
        <p>
          <Trans>On a computer with curl, jq and OpenSSL 3. Keep anchor.txt and anchor.sig: they are your copy.</Trans>
        </p>
        <pre className="text-label font-normal break-words whitespace-pre-wrap" lang="en">
          <code>{commands(new URL(getProof.path, location.origin).href)}</code>
        </pre>
      </div>
    </Section>
  )
}
