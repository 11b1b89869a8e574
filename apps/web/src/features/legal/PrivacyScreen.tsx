import { Trans, useLingui } from '@lingui/react/macro'
import { Bullets, Header, Icon, KeyIcon, MessageIcon, Page, PageBody, TextLink, Title, UsersIcon } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { Clause } from './Clause.tsx'

/** What docs/privacy.md says, for the people it is about. The periods are its defaults. Draft wording (docs/decisions/0162). */
export function PrivacyScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { supportEmail } = deployed
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>What we keep about you, why, and for how long.</Trans>}>
          <Trans>Privacy</Trans>
        </Title>
        <Clause title={<Trans>What we keep</Trans>}>
          <Bullets
            items={[
              {
                key: 'you',
                icon: <Icon name="user" size="s" />,
                text: <Trans>Your mobile number, name and email: to sign you in, and to tell you about your money. As long as you have a wallet.</Trans>,
              },
              {
                key: 'money',
                icon: <Icon name="wallet" size="s" />,
                text: <Trans>Your payments, top-ups, withdrawals and sends: for your statements and receipts, for at least 7 years.</Trans>,
              },
              {
                key: 'bank',
                icon: <Icon name="bank" size="s" />,
                text: (
                  <Trans>Your bank account numbers, encrypted: while an account is linked, and 400 days after, because a direct debit can be disputed.</Trans>
                ),
              },
              {
                key: 'people',
                icon: <UsersIcon size="s" />,
                text: <Trans>Whom you’ve sent to: until you remove them, or 2 years after the last send.</Trans>,
              },
              {
                key: 'messages',
                icon: <MessageIcon size="s" />,
                text: <Trans>Messages you wrote with a send: 2 years. Where we texted or emailed you: 30 days.</Trans>,
              },
              {
                key: 'devices',
                icon: <KeyIcon size="s" />,
                text: <Trans>Where you’re signed in, and from which address and device security changes were made: up to 400 days.</Trans>,
              },
            ]}
          />
          <p>
            <Trans>We never keep a card’s number or security code. Sign-in codes are kept for an hour, in a form that can’t be read.</Trans>
          </p>
        </Clause>
        <Clause title={<Trans>Who sees it</Trans>}>
          <p>
            <Trans>
              A shop sees what you paid and how, and at most a shortened form of your name: never your bank account number or your balance. Someone you send to
              sees the name you show. Your bank sees your top-ups and withdrawals.
            </Trans>
          </p>
        </Clause>
        <Clause title={<Trans>In your browser</Trans>}>
          <p>
            <Trans>
              We store your session, your language and theme, what you were in the middle of and, if you switch them on, codes that pay without signal. There
              are no advertising cookies.
            </Trans>
          </p>
        </Clause>
        <Clause title={<Trans>Your rights</Trans>}>
          <p>
            <Trans>
              Under the Privacy Act 2020 you can ask for what we keep about you, and have it corrected. You change your name, email and what we email you about
              in your <TextLink href={paths.settings}>settings</TextLink>. For everything else, email{' '}
              <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>.
            </Trans>
          </p>
          <p>
            <Trans>
              If we don’t answer you well, you can complain to the{' '}
              <TextLink href="https://www.privacy.org.nz/your-rights/making-a-complaint-to-the-privacy-commissioner/" target="_blank" rel="noreferrer">
                Privacy Commissioner
              </TextLink>
              .
            </Trans>
          </p>
        </Clause>
        <p className="pt-6">
          <TextLink href={paths.terms}>
            <Trans>Terms</Trans>
          </TextLink>
        </p>
      </PageBody>
    </Page>
  )
}
