import { Trans } from '@lingui/react/macro'
import type { Customer } from '@nikau/contract/desk/customers'
import { Button, Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Fields } from '../../parts/Fields.tsx'
import { Panel } from '../../parts/Panel.tsx'
import type { Shown } from './RevealDialog.tsx'

/** Masked by the server, until contact details are shown. */
export function IdentityPanel({ customer, shown, onReveal }: { customer: Customer; shown: Shown | undefined; onReveal: (() => void) | undefined }) {
  const name = shown && [shown.givenName, shown.familyName].filter((part) => part !== null).join(' ')
  return (
    <Panel
      title={<Trans>Identity</Trans>}
      aside={
        shown ? (
          <Trans>name and contact shown</Trans>
        ) : (
          onReveal && (
            <Button size="s" variant="quiet" icon={<Icon name="eye" size="s" />} onPress={onReveal}>
              <Trans>Reveal</Trans>
            </Button>
          )
        )
      }
    >
      <Fields
        rows={[
          {
            key: 'name',
            label: <Trans>Name</Trans>,
            value: <Seen isShown={shown !== undefined}>{(shown ? name : customer.maskedName) || <Trans>not given</Trans>}</Seen>,
          },
          {
            key: 'phone',
            label: <Trans>Mobile</Trans>,
            value: (
              <Confirmed is={customer.phoneVerified}>
                <Seen isShown={shown !== undefined}>{shown?.phone ?? customer.maskedPhone}</Seen>
              </Confirmed>
            ),
          },
          {
            key: 'email',
            label: <Trans>E-mail</Trans>,
            value:
              customer.maskedEmail === undefined ? (
                <Trans>not given</Trans>
              ) : (
                <Confirmed is={customer.emailVerified}>
                  <Seen isShown={shown !== undefined}>{shown?.email ?? customer.maskedEmail}</Seen>
                </Confirmed>
              ),
          },
          { key: 'number', label: <Trans>Customer</Trans>, value: customer.number },
        ]}
      />
    </Panel>
  )
}

const Seen = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (isShown ? <span className="dk-seen">{children}</span> : children)

function Confirmed({ is, children }: { is: boolean; children: ReactNode }) {
  return (
    <span className="dk-confirmed">
      {children}
      {is ? (
        <Icon name="check" size="xs" />
      ) : (
        <span className="dk-sub">
          <Trans>not confirmed</Trans>
        </span>
      )}
      {is && (
        <span className="n-hidden">
          <Trans>confirmed</Trans>
        </span>
      )}
    </span>
  )
}
