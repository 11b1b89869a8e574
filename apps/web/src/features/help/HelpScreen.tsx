import { Trans, useLingui } from '@lingui/react/macro'
import {
  Avatar,
  BanIcon,
  Bullets,
  Card,
  Disclosure,
  Header,
  Icon,
  LaptopIcon,
  List,
  ListItem,
  MailIcon,
  Page,
  PageBody,
  Section,
  TextLink,
  Title,
} from '@nikau/ui'
import type { ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { RequireSession, signIn } from '../../lib/session.tsx'
import { contactHref } from './contact.ts'
import { MyMoney, SignInToSee } from './MyMoney.tsx'
import { Questions } from './Questions.tsx'

/** What to do in an emergency, where the person's money is, answers, and contact. Without a session it has all but the second. */
export function HelpScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Help</Trans>
        </Title>
        <Section title={<Trans>Something is wrong</Trans>}>
          <div className="flex flex-col gap-3">
            <Scammed />
            <LostPhone />
          </div>
        </Section>
        <div className="group">
          <Section title={<Trans>What happened to my money?</Trans>}>
            <RequireSession fallback={<div className="min-h-40" aria-busy="true" />} signedOut={<SignInToSee onSignIn={() => void signIn(paths.help)} />}>
              <MyMoney />
            </RequireSession>
          </Section>
          {/* What comes after the list is shown with it, in its final place. */}
          <div className="group-has-[div[aria-busy=true]]:invisible">
            <Section title={<Trans>Common questions</Trans>}>
              <Questions />
            </Section>
            <Contact />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

function Emergency({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <Disclosure
      closed
      title={
        <span className="flex items-center gap-3">
          {icon}
          {title}
        </span>
      }
    >
      {children}
    </Disclosure>
  )
}

function Scammed() {
  const { t } = useLingui()
  const freeze = useScreenPath('freeze')
  return (
    <Emergency icon={<BanIcon />} title={<Trans>I think I’ve been scammed</Trans>}>
      <Bullets
        items={[
          ...(freeze === undefined
            ? []
            : [
                {
                  key: 'freeze',
                  icon: <Icon name="lock" size="s" />,
                  text: (
                    <Trans>
                      <TextLink href={freeze}>Freeze your wallet</TextLink>. Payments, sends and withdrawals stop at once, and money still comes in.
                    </Trans>
                  ),
                },
              ]),
          {
            key: 'contact',
            icon: <MailIcon size="s" />,
            text: (
              <Trans>
                <TextLink href={contactHref(t`Scam`)}>Email us</TextLink> what happened. A send that nobody has claimed yet can still be recalled.
              </Trans>
            ),
          },
          {
            key: 'bank',
            icon: <Icon name="bank" size="s" />,
            text: <Trans>Call your bank if you gave anyone your card, your bank login or a code, or paid from your bank account.</Trans>,
          },
          { key: 'police', icon: <Icon name="phone" size="s" />, text: <Trans>Tell the police on 105. In an emergency, call 111.</Trans> },
          {
            key: 'codes',
            icon: <Icon name="warning" size="s" />,
            text: <Trans>We never ask for a code that we’ve sent you. Don’t read one out to anyone.</Trans>,
          },
        ]}
      />
    </Emergency>
  )
}

function LostPhone() {
  const devices = useScreenPath('devices')
  const settings = useScreenPath('settings')
  const freeze = useScreenPath('freeze')
  return (
    <Emergency icon={<LaptopIcon />} title={<Trans>I’ve lost my phone</Trans>}>
      <Bullets
        items={[
          {
            key: 'sim',
            icon: <Icon name="phone" size="s" />,
            text: <Trans>Ask your mobile company to block the SIM, so that nobody else gets your codes.</Trans>,
          },
          {
            key: 'everywhere',
            icon: <Icon name="log-out" size="s" />,
            text: (
              <Trans>
                On another device, <TextLink href={devices ?? settings ?? paths.home}>sign out the lost one</TextLink>, or everywhere in your settings.
              </Trans>
            ),
          },
          ...(freeze === undefined
            ? []
            : [
                {
                  key: 'freeze',
                  icon: <Icon name="lock" size="s" />,
                  text: (
                    <Trans>
                      <TextLink href={freeze}>Freeze your wallet</TextLink> if someone may be using it.
                    </Trans>
                  ),
                },
              ]),
        ]}
      />
    </Emergency>
  )
}

function Contact() {
  const { t } = useLingui()
  const { supportEmail } = deployed
  const icon = (drawn: ReactNode) => <Avatar tone="plain">{drawn}</Avatar>
  return (
    <>
      <Section title={<Trans>Contact us</Trans>}>
        <Card>
          <p>
            <Trans>
              Email <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>. If it’s about a payment, add the reference from its receipt.
            </Trans>
          </p>
          <p className="pt-2 text-label font-normal text-ink-2">
            <Trans>Never send us a code, a password or a card number.</Trans>
          </p>
        </Card>
      </Section>
      <Section title={<Trans>About Nikau</Trans>} flush>
        <List label={t`About Nikau`}>
          <ListItem href={paths.terms} media={icon(<Icon name="document" />)} name={<Trans>Terms</Trans>} chevron />
          <ListItem href={paths.privacy} media={icon(<Icon name="lock" />)} name={<Trans>Privacy</Trans>} chevron />
          <ListItem href={paths.proof} media={icon(<Icon name="check" />)} name={<Trans>Proof of our books</Trans>} chevron />
        </List>
      </Section>
    </>
  )
}
