import { Trans, useLingui } from '@lingui/react/macro'
import { Bullets, Icon, MailIcon, Section, TextLink } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'

/** The token's issuer, a link to report an issue, and the issuer's conditions. */
export function AboutIssuer({
  name,
  website,
  conditions,
  about,
}: {
  name: string
  website: string | undefined
  conditions: readonly string[]
  /** The subject of the support email: a token id, or the issuer's name. */
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

/** Only http(s) URLs become links: an issuer's website must not run a script. */
function webAddress(website: string): URL | undefined {
  const url = URL.parse(website)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
