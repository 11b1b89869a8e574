import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Icon, IconButton, PortalCard, TextField } from '@nikau/ui'
import { type FormEvent, useState } from 'react'

interface AddressesCardProps {
  addresses: readonly string[]
  onChange: (addresses: readonly string[]) => void
  isTest: boolean
}

const maxAddresses = 50

/** Where shoppers may be sent back to after they have paid or cancelled. */
export function AddressesCard({ addresses, onChange, isTest }: AddressesCardProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = allowedAddress(typed.trim(), isTest)
    setWrong(address === undefined)
    if (address === undefined) return
    if (!addresses.includes(address)) onChange([...addresses, address])
    setTyped('')
  }
  return (
    <PortalCard title={<Trans>Where shoppers may be sent back</Trans>}>
      {addresses.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No addresses. Shoppers stay on the page of the payment.</Trans>
        </p>
      ) : (
        <ul className="settings-rows">
          {addresses.map((address) => (
            <li key={address} className="settings-row">
              <span className="min-w-0 flex-1 font-mono text-label [overflow-wrap:anywhere]">{address}</span>
              <IconButton
                label={t`Remove ${address}`}
                icon={<Icon name="close" size="s" />}
                onPress={() => onChange(addresses.filter((other) => other !== address))}
              />
            </li>
          ))}
        </ul>
      )}
      {addresses.length < maxAddresses && (
        <form className="flex flex-wrap items-start gap-3 pt-3" noValidate onSubmit={submit}>
          <div className="min-w-[min(14rem,100%)] flex-1">
            <TextField
              label={t`Add an address`}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={2048}
              value={typed}
              onChange={setTyped}
              error={
                isWrong &&
                (isTest
                  ? t`Enter a complete address that starts with https, or one of this computer.`
                  : t`Live shops need https. Anything under the address is allowed too.`)
              }
            />
          </div>
          <div className="settings-add">
            <Button type="submit" variant="outlined">
              <Trans>Add</Trans>
            </Button>
          </div>
        </form>
      )}
    </PortalCard>
  )
}

/** The address as the server writes it. Which names and paths are allowed the server decides; this says what people get wrong. */
function allowedAddress(text: string, isTest: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, search, hash, href } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  const isSafe = protocol === 'https:' ? !isLocal || isTest : isTest && isLocal && protocol === 'http:'
  return isSafe && search === '' && hash === '' ? href : undefined
}
