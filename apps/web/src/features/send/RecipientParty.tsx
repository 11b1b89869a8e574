import { Trans } from '@lingui/react/macro'
import { Avatar, Icon, initials, Party, TextLink } from '@nikau/ui'
import { paths } from '../../lib/paths.ts'
import { formatAlias, maskAlias } from '../../lib/recipient.ts'
import type { SendDraft } from './draft.ts'

/** How the sender knows the recipient: the contact's name, the shown name or nothing but the alias. */
export const recipientName = ({ name, check }: SendDraft): string | undefined => name ?? check?.name

export function RecipientAvatar({ name, size }: { name: string | undefined; size?: 'l' | 'xl' }) {
  return (
    <Avatar tone="in" size={size}>
      {name === undefined ? <Icon name="user" /> : initials(name)}
    </Avatar>
  )
}

export function RecipientParty({ draft, alias }: { draft: SendDraft; alias: string }) {
  const name = recipientName(draft)
  return (
    <Party
      media={<RecipientAvatar name={name} />}
      name={name ?? formatAlias(alias)}
      detail={name === undefined ? undefined : maskAlias(alias)}
      end={
        <TextLink size="label" href={paths.send}>
          <Trans>Change</Trans>
        </TextLink>
      }
    />
  )
}
