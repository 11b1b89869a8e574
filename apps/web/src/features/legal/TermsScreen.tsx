import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody, TextLink, Title } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { Clause } from './Clause.tsx'

/** Draft wording, true to what the product does: a lawyer must review it before anyone is held to it (docs/decisions/0162). */
export function TermsScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { supportEmail, links } = deployed
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>What you and Nikau agree to when you use the wallet, in short.</Trans>}>
          <Trans>Terms</Trans>
        </Title>
        <Clause title={<Trans>Your wallet</Trans>}>
          <p>
            <Trans>Money in your wallet is yours to spend, send or withdraw. A wallet isn’t a bank account, and it earns no interest.</Trans>
          </p>
          <p>
            <Trans>
              There are limits for a month and a year. You find them under <TextLink href={paths.limits}>Limits</TextLink>.
            </Trans>
          </p>
        </Clause>
        <Clause title={<Trans>Paying and sending</Trans>}>
          <p>
            <Trans>You approve a payment by pressing its button, or before, by allowing a shop or a till to take money within a limit that you set.</Trans>
          </p>
          <p>
            <Trans>
              A send to someone with a wallet is theirs at once. To anyone else it waits up to 14 days; until it is claimed you can recall it, and unclaimed it
              comes back to you.
            </Trans>
          </p>
          <p>
            <Trans>Refunds are made by the shop, and go back to where you paid from.</Trans>
          </p>
        </Clause>
        <Clause title={<Trans>Top-ups and withdrawals</Trans>}>
          <p>
            <Trans>
              A top-up by direct debit is in your wallet once your bank has paid it. Your bank may reverse it later; then we take it out of your wallet. The
              direct debit has its own terms, which you agree to when you authorise it.
            </Trans>
          </p>
          <p>
            <Trans>A withdrawal leaves your wallet at once and can’t be cancelled. It goes to a bank account that you have linked.</Trans>
          </p>
        </Clause>
        <Clause title={<Trans>Keeping it safe</Trans>}>
          <p>
            <Trans>
              Your mobile number, codes and passkeys open your wallet: keep them to yourself. If something is wrong,{' '}
              <TextLink href={paths.help}>tell us</TextLink> at once. We may freeze a wallet when we must, and then say why.
            </Trans>
          </p>
        </Clause>
        <Clause title={<Trans>If you’re not happy</Trans>}>
          <p>
            <Trans>
              Email <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>, and we’ll try to put it right.
            </Trans>
          </p>
          {links.disputeScheme !== undefined && (
            <p>
              <Trans>
                If we can’t agree, you can take it to our{' '}
                <TextLink href={links.disputeScheme} target="_blank" rel="noreferrer">
                  dispute resolution scheme
                </TextLink>
                . It’s independent, and free for you.
              </Trans>
            </p>
          )}
          <p>
            <Trans>
              These terms take nothing away from your rights under the Consumer Guarantees Act 1993 and the Fair Trading Act 1986. New Zealand law applies.
            </Trans>
          </p>
        </Clause>
        <p className="pt-6">
          <TextLink href={paths.privacy}>
            <Trans>Privacy</Trans>
          </TextLink>
        </p>
      </PageBody>
    </Page>
  )
}
