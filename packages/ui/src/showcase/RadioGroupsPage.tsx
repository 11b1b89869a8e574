import { useState } from 'react'
import { Checkbox, FieldPanel, FilterChips, Avatar, Radio, RadioGroup, Segmented, SegmentedLinks, StatusChip, Switch, Tabs } from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

export function RadioGroupsPage() {
  const [bank, setBank] = useState<string | null>('asb')
  const [none, setNone] = useState<string | null>(null)
  const [language, setLanguage] = useState<string | null>('en')
  const [side, setSide] = useState('barcode')
  const [filter, setFilter] = useState('all')
  const [emails, setEmails] = useState(true)
  const [updates, setUpdates] = useState(false)
  const [balance, setBalance] = useState(true)
  const [alerts, setAlerts] = useState(false)
  return (
    <>
      <Specimens title="Radio groups">
        <Specimen>
          <RadioGroup label="Bank" value={bank} onChange={setBank}>
            <Radio value="asb" media={<Avatar tone="bank">ASB</Avatar>} detail="12-3140-•••323-50">
              ASB
            </Radio>
            <Radio value="kiwibank" media={<Avatar tone="bank">KB</Avatar>} detail="38-9012-•••817-00" end={<StatusChip tone="warning">Verify</StatusChip>}>
              Kiwibank
            </Radio>
            <Radio value="closed" isDisabled media={<Avatar tone="bank">BNZ</Avatar>} detail="Not available today">
              BNZ
            </Radio>
          </RadioGroup>
        </Specimen>
        <Specimen name="Nothing chosen, wrong">
          <RadioGroup label="Pay with" value={none} onChange={setNone} error={none === null ? 'Choose what to pay with.' : undefined}>
            <Radio value="wallet">Wallet</Radio>
            <Radio value="gift">Gift card</Radio>
          </RadioGroup>
        </Specimen>
        <Specimen name="Plain">
          <RadioGroup label="Language" value={language} onChange={setLanguage}>
            <Radio look="plain" value="en">
              English
            </Radio>
            <Radio look="plain" value="mi">
              Te reo Māori
            </Radio>
          </RadioGroup>
        </Specimen>
      </Specimens>
      <Specimens title="Segments, filters, tabs">
        <Specimen name="Segmented">
          <Segmented
            label="Way to pay"
            value={side}
            onChange={setSide}
            segments={[
              { value: 'barcode', label: 'Barcode' },
              { value: 'scan', label: 'Scan' },
            ]}
          />
        </Specimen>
        <Specimen name="As links, on the field">
          <FieldPanel shape="leaf">
            <SegmentedLinks
              label="Pages"
              links={[
                { href: '#barcode', label: 'Barcode', current: true },
                { href: '#scan', label: 'Scan' },
              ]}
            />
          </FieldPanel>
        </Specimen>
        <Specimen name="Filters">
          <FilterChips
            label="Filter"
            value={filter}
            onChange={setFilter}
            options={['All', 'In', 'Out', 'Pending', 'Tokens'].map((name) => ({ value: name.toLowerCase(), label: name }))}
          />
        </Specimen>
        <Specimen name="Tabs">
          <Tabs
            label="Guides"
            tabs={[
              { key: 'pay', title: 'Pay', content: <p>Show your barcode or scan the QR code.</p> },
              { key: 'topup', title: 'Top up', content: <p>Money from your bank, usually the next business day.</p> },
              { key: 'send', title: 'Send', content: <p>To any New Zealand mobile number.</p> },
            ]}
          />
        </Specimen>
      </Specimens>
      <Specimens title="Checkbox and switch">
        <Specimen>
          <Checkbox checked={emails} onChange={setEmails}>
            App-only emails
          </Checkbox>
          <Checkbox checked={updates} onChange={setUpdates}>
            Feature updates
          </Checkbox>
          <Checkbox checked isDisabled onChange={() => undefined}>
            Security notices, always on
          </Checkbox>
          <Checkbox checked={false} onChange={() => undefined} error="You must agree in order to use Direct Debit">
            I agree to the direct debit terms and can operate this account on my own.
          </Checkbox>
        </Specimen>
        <Specimen>
          <Switch on={balance} onChange={setBalance}>
            Show balance
          </Switch>
          <Switch on={alerts} onChange={setAlerts} detail="When less than $20.00 is left">
            Low balance alerts
          </Switch>
          <Switch on={false} onChange={() => undefined} isDisabled>
            Not available
          </Switch>
        </Specimen>
      </Specimens>
    </>
  )
}
