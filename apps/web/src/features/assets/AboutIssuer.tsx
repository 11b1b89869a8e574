import { Trans, useLingui } from '@lingui/react/macro'
import { Bullets, Icon, MailIcon, Section, TextLink } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'

/** Who gave the token, where to complain, and on which terms it was given. */
export function AboutIssuer({
  name,
  website,
  conditions,
  about,
}: {
  name: string
  website: string | undefined
  conditions: readonly string[]
  /** What the letter to support names: a token's id, or the issuer. */
  about: string
}) {
  const { t } = useLingui()
  const address = website === undefined ? undefined : webAddress(website)
  const subject = encodeURIComponent(t`An issue with ${about}`)
  return (
    <>
      <Section title={<Trans>Issued by</Trans>}>
        <p className="font-semibold">{name}</p>
        {address && (
          <p className="flex items-center gap-2 pt-1">
            <TextLink href={address.href} target="_blank" rel="noreferrer">
              {address.host}
            </TextLink>
            <Icon name="external" size="s" />
          </p>
        )}
        <p className="flex items-center gap-2 pt-3">
          <MailIcon size="s" />
          <TextLink href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
            <Trans>Report an Issue</Trans>
          </TextLink>
        </p>
      </Section>
      {conditions.length > 0 && (
        <Section title={<Trans>Conditions</Trans>}>
          <Bullets items={conditions.map((condition) => ({ key: condition, text: condition }))} />
        </Section>
      )}
    </>
  )
}

/** What an issuer wrote as its website becomes a link only if it is one: never a script. */
function webAddress(website: string): URL | undefined {
  const url = URL.parse(website)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
