import { Amount, AssetMedia, Icon, List, ListItem, Avatar, OptionButton, OptionLink, Party, PaymentTile, StatusChip, TextLink, VerifiedMark } from '../index.ts'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

const bank = (
  <Avatar tone="in">
    <Icon name="bank" />
  </Avatar>
)
const topUp = (
  <Avatar>
    <Icon name="top-up" />
  </Avatar>
)

export function ListItemsPage() {
  return (
    <>
      <Specimens title="Items">
        <Specimen name="Out, in, pending, failed">
          <List label="Kinds">
            <ListItem
              href="#out"
              media={<Avatar shape="leaf">CL</Avatar>}
              name="Corner Loaf"
              detail="Payment · 8:12 am"
              amount={<Amount text="−$8.50" spoken="minus 8 dollars 50" />}
            />
            <ListItem
              href="#in"
              media={<Avatar tone="in">AN</Avatar>}
              name="Aroha Ngata"
              detail="Received · Fish and chips"
              amount={<Amount tone="in" text="+$24.00" spoken="plus 24 dollars" />}
            />
            <ListItem
              href="#pending"
              media={topUp}
              name="Top up from ASB"
              detail="Top Up Pending"
              amount={<Amount tone="pending" text="+$50.00" spoken="plus 50 dollars" />}
              chip={<StatusChip tone="warning">by Tue 17 Nov</StatusChip>}
            />
            <ListItem
              href="#failed"
              media={topUp}
              name="Top up from BNZ"
              detail="Top Up Failed"
              amount={<Amount tone="failed" text="+$100.00" spoken="plus 100 dollars" />}
              chip={<StatusChip tone="negative">Failed</StatusChip>}
            />
          </List>
        </Specimen>
        <Specimen name="Long names, nothing, a great deal">
          <List label="Extremes">
            <ListItem
              href="#long"
              media={<Avatar>TW</Avatar>}
              name="Te Aroha Whaanga-Henderson"
              detail="Sent · Bach weekend, Whangamatā"
              amount={<Amount text="−$1,240.00" spoken="minus 1,240 dollars" />}
            />
            <ListItem
              href="#longer"
              media={<Avatar shape="leaf">TH</Avatar>}
              name="Taumatawhakatangihangakōauauotamateapōkaiwhenuakitānatahu General Store and Post Office"
              detail="Payment · Weekly groceries and the newspaper"
              amount={<Amount text="−$99,999.99" spoken="minus 99,999 dollars 99" />}
            />
            <ListItem
              href="#zero"
              media={<Avatar shape="leaf">AC</Avatar>}
              name="Aro Street Coffee"
              detail="Payment · Flat white token"
              amount={<Amount text="$0.00" spoken="0 dollars" />}
            />
            <ListItem
              href="#account"
              media={bank}
              name="Withdrawal to ASB"
              detail="Withdrawal · 12-3140-•••323-50"
              amount={<Amount text="−$300.00" spoken="minus 300 dollars" />}
            />
          </List>
        </Specimen>
        <Specimen name="Leads on, selected, plain">
          <List label="Behaviour">
            <ListItem href="#person" media={<Avatar tone="in">PR</Avatar>} name="Priya Raman" detail="022 ••• ••71" chevron />
            <ListItem
              href="#selected"
              selected
              media={<Avatar shape="leaf">HG</Avatar>}
              name="Harbour Greens"
              detail="Payment · 5:47 pm"
              amount={<Amount text="−$63.15" spoken="minus 63 dollars 15" />}
            />
            <ListItem name="Without a mark or a link" detail="A plain row" />
          </List>
        </Specimen>
      </Specimens>
      <Specimens title="Chips">
        <Specimen wide>
          <Flow>
            <StatusChip tone="warning">Pending</StatusChip>
            <StatusChip tone="positive">Paid</StatusChip>
            <StatusChip tone="negative">Failed</StatusChip>
            <StatusChip tone="accent">First time</StatusChip>
            <StatusChip tone="info">We're checking</StatusChip>
            <StatusChip>Expired</StatusChip>
          </Flow>
        </Specimen>
      </Specimens>
      <Specimens title="Parties">
        <Specimen name="Who gets it">
          <Party
            size="l"
            media={
              <Avatar shape="leaf" tone="solid" size="l">
                CL
              </Avatar>
            }
            name={
              <>
                Corner Loaf <VerifiedMark label="Verified" />
              </>
            }
            detail="Ponsonby, Auckland"
          />
        </Specimen>
        <Specimen name="From where">
          <Party media={<Avatar tone="bank">ASB</Avatar>} name="ASB" detail="12-3140-•••323-50" end={<TextLink href="#change">Change</TextLink>} />
        </Specimen>
      </Specimens>
      <Specimens title="Cards that lead on">
        <Specimen>
          <OptionLink href="#farm" media={<AssetMedia kind="farm" />} detail="Card number and a code">
            Farm card
          </OptionLink>
          <OptionButton onPress={() => undefined} media={<AssetMedia kind="wallet" />} detail="$128.40">
            From wallet
          </OptionButton>
        </Specimen>
      </Specimens>
      <Specimens title="Payment tiles">
        <Specimen name="Full">
          <PaymentTile
            kind="full"
            title="Full Payment"
            change={<TextLink href="#change">Change</TextLink>}
            legs={[
              {
                key: 'token',
                media: <AssetMedia kind="coffee" />,
                name: 'Flat white token',
                detail: 'Ends Mon 30 Nov',
                amount: <Amount text="−$5.50" spoken="minus 5 dollars 50" />,
              },
              {
                key: 'wallet',
                media: <AssetMedia kind="wallet" />,
                name: 'Wallet',
                detail: '$117.90 left after this',
                amount: <Amount text="−$10.50" spoken="minus 10 dollars 50" />,
              },
            ]}
          />
        </Specimen>
        <Specimen name="Partial">
          <PaymentTile
            kind="partial"
            title="Partial Payment"
            change={<TextLink href="#change">Change</TextLink>}
            legs={[
              {
                key: 'gift',
                media: <AssetMedia kind="gift" />,
                name: 'Gift card',
                detail: '$0.00 left after this',
                amount: <Amount text="−$12.40" spoken="minus 12 dollars 40" />,
              },
            ]}
            rest={{ label: 'Still to pay in store', amount: <Amount text="$3.60" spoken="3 dollars 60" /> }}
          />
        </Specimen>
      </Specimens>
    </>
  )
}
