import { useState } from 'react'
import {
  AccountNumberField,
  AmountField,
  Button,
  CardNumberField,
  CodeField,
  ExpiryField,
  Icon,
  IconButton,
  Avatar,
  PhoneField,
  TextAreaField,
  TextField,
} from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

const twoDecimals = (typed: string) => Number(typed.replaceAll(',', '')).toLocaleString('en-NZ', { minimumFractionDigits: 2 })
const plus = (value: string, dollars: number) => twoDecimals(String(Number(value.replaceAll(',', '')) + dollars))

export function InputPage() {
  const [texts, setTexts] = useState<Record<string, string>>({
    empty: '',
    name: 'M R Tūhoro',
    note: 'Half the concert',
    search: '',
    phone: '21 555 0142',
    account: '12-3140-0171323-50',
    card: '6005 0912 3456 7890',
    expiry: '05/29',
    code: '4071',
    short: '',
    amount: '20.00',
    large: '99,999.99',
    max: '80.00',
    problem: '',
  })
  const bind = (key: string) => ({ value: texts[key] ?? '', onChange: (value: string) => setTexts((all) => ({ ...all, [key]: value })) })
  return (
    <>
      <Specimens title="Text">
        <Specimen name="Empty, filled, disabled">
          <div className="n-stack">
            <TextField label="Name on account" {...bind('empty')} />
            <TextField label="Name on account" hint="As your bank has it" {...bind('name')} />
            <TextField label="Bank" value="ASB" onChange={() => undefined} isDisabled />
          </div>
        </Specimen>
        <Specimen name="Counter, search, several lines">
          <div className="n-stack">
            <TextField label="Message" aside={`${texts.note?.length ?? 0} of 100`} maxLength={100} {...bind('note')} />
            <TextField label="Search" hideLabel size="s" icon={<Icon name="search" size="s" />} placeholder="Name, amount or note" {...bind('search')} />
            <TextAreaField label="What went wrong?" {...bind('problem')} />
          </div>
        </Specimen>
        <Specimen name="Wrong, after leaving the field">
          <TextField label="Name on account" error="Name on account is required" value="" onChange={() => undefined} />
        </Specimen>
      </Specimens>
      <Specimens title="Numbers with a form">
        <Specimen name="Phone, behind a fixed +64">
          <PhoneField label="Phone number" {...bind('phone')} end={<IconButton label="Scan their code" icon={<Icon name="qr" />} />} />
        </Specimen>
        <Specimen name="Account number: dashes by itself, any paste">
          <AccountNumberField
            label="Account number"
            {...bind('account')}
            end={
              <Avatar tone="bank" size="s">
                ASB
              </Avatar>
            }
            status="ASB account"
          />
        </Specimen>
        <Specimen name="Card and expiry">
          <div className="n-stack">
            <CardNumberField label="Card number" {...bind('card')} end={<Icon name="card" />} />
            <ExpiryField label="Expiry date (MM/YY)" {...bind('expiry')} />
          </div>
        </Specimen>
        <Specimen name="Code: one input drawn as boxes">
          <div className="n-stack">
            <CodeField label="6-digit code" {...bind('code')} />
            <CodeField label="6-digit code, wrong" value="407199" onChange={() => undefined} error="Please check your verification code before trying again." />
            <CodeField label="4-digit code" length={4} {...bind('short')} />
          </div>
        </Specimen>
      </Specimens>
      <Specimens title="Amount">
        <Specimen name="With quick-add">
          <AmountField
            label="Amount in dollars"
            {...bind('amount')}
            normalise={twoDecimals}
            below={
              <>
                You'll have <b>$108.40</b> left
              </>
            }
            quickAdd={[5, 10, 20, 50].map((dollars) => ({
              text: `+$${dollars}`,
              spoken: `Add ${dollars} dollars`,
              onPress: () => bind('amount').onChange(plus(texts.amount ?? '0', dollars)),
            }))}
          />
        </Specimen>
        <Specimen name="Large; wrong">
          <div className="n-stack">
            <AmountField label="A large amount in dollars" {...bind('large')} normalise={twoDecimals} />
            <AmountField label="Amount above the balance" value="500.00" onChange={() => undefined} error="The amount cannot exceed your balance" />
          </div>
        </Specimen>
        <Specimen name="With a button beside it">
          <AmountField
            label="Amount to withdraw in dollars"
            {...bind('max')}
            normalise={twoDecimals}
            end={
              <Button size="s" variant="tonal" onPress={() => bind('max').onChange('1,128.40')}>
                Max
              </Button>
            }
          />
        </Specimen>
      </Specimens>
    </>
  )
}
