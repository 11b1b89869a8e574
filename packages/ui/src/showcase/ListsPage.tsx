import { useState } from 'react'
import {
  Amount,
  Bullets,
  Button,
  Card,
  Checklist,
  DayHeading,
  EmptyState,
  Disclosure,
  Icon,
  IconButton,
  List,
  ListItem,
  ListSkeleton,
  Avatar,
  Receipt,
  ReceiptRow,
  StatusChip,
  TextLink,
  Timeline,
  useSkeleton,
} from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

export function ListsPage() {
  const [loading, setLoading] = useState(false)
  const skeleton = useSkeleton(loading)
  return (
    <>
      <Specimens title="Activity">
        <Specimen name="By day">
          <DayHeading>Today</DayHeading>
          <List label="Today">
            <ListItem
              href="#loaf"
              media={<Avatar shape="leaf">CL</Avatar>}
              name="Corner Loaf"
              detail="Payment · 8:12 am"
              amount={<Amount text="−$8.50" spoken="minus 8 dollars 50" />}
            />
            <ListItem
              href="#topup"
              media={
                <Avatar>
                  <Icon name="top-up" />
                </Avatar>
              }
              name="Top up from ASB"
              detail="Top Up Pending"
              amount={<Amount tone="pending" text="+$50.00" spoken="plus 50 dollars" />}
              chip={<StatusChip tone="warning">by Tue 17 Nov</StatusChip>}
            />
          </List>
          <DayHeading>Yesterday</DayHeading>
          <List label="Yesterday">
            <ListItem
              href="#aroha"
              media={<Avatar tone="in">AN</Avatar>}
              name="Aroha Ngata"
              detail="Received · Fish and chips"
              amount={<Amount tone="in" text="+$24.00" spoken="plus 24 dollars" />}
            />
          </List>
        </Specimen>
        <Specimen name="Loading, in the real shape">
          <ListSkeleton rows={3} />
        </Specimen>
        <Specimen name="A skeleton comes after 150 ms and stays at least 300">
          <div className="n-stack">
            <Button
              size="s"
              variant="tonal"
              onPress={() => {
                setLoading(true)
                setTimeout(() => setLoading(false), 1200)
              }}
            >
              Load again
            </Button>
            {skeleton ? (
              <ListSkeleton rows={1} leaf />
            ) : (
              <List label="Loaded">
                <ListItem
                  href="#greens"
                  media={<Avatar shape="leaf">HG</Avatar>}
                  name="Harbour Greens"
                  detail="Payment · 5:47 pm"
                  amount={<Amount text="−$63.15" spoken="minus 63 dollars 15" />}
                />
              </List>
            )}
          </div>
        </Specimen>
        <Specimen name="Empty">
          <Card>
            <EmptyState
              drawing="search"
              level={3}
              title='No match for "Petine"'
              action={
                <Button size="s" variant="outlined">
                  Clear filters
                </Button>
              }
            >
              Check the spelling, or clear the filters.
            </EmptyState>
          </Card>
        </Specimen>
      </Specimens>
      <Specimens title="Names and values">
        <Specimen name="Receipt">
          <Card>
            <Receipt>
              <ReceiptRow name="1 × Kūmara sourdough">$8.50</ReceiptRow>
              <ReceiptRow name="12 × Hand-rolled seeded bagels with mānuka-smoked salmon">$99,999.99</ReceiptRow>
              <ReceiptRow name="Total" total>
                $100,008.49
              </ReceiptRow>
              <ReceiptRow name="GST number">123-456-789</ReceiptRow>
              <ReceiptRow name="Reference" end={<IconButton label="Copy reference" icon={<Icon name="copy" size="s" />} />}>
                NK 7F3C 91B2
              </ReceiptRow>
            </Receipt>
          </Card>
        </Specimen>
        <Specimen name="Order summary: closed at 768 px or less">
          <Disclosure title="Order Summary" aside="2 items">
            <Receipt>
              <ReceiptRow name="1 × Flat white">$5.50</ReceiptRow>
              <ReceiptRow name="1 × Venison pie">$10.50</ReceiptRow>
            </Receipt>
          </Disclosure>
        </Specimen>
        <Specimen name="Timeline">
          <Timeline
            label="Top up"
            events={[
              { key: 'requested', state: 'done', stateSpoken: 'Done:', text: 'We asked ASB', time: 'Today 4:12 pm' },
              { key: 'sending', state: 'now', stateSpoken: 'Now:', text: 'ASB is sending it', time: 'Mon 16 Nov' },
              { key: 'there', state: 'later', stateSpoken: 'Later:', text: 'In your wallet', time: 'by Tue 17 Nov' },
            ]}
          />
        </Specimen>
        <Specimen name="Timeline, failed">
          <Timeline
            label="Withdrawal"
            events={[
              { key: 'requested', state: 'done', stateSpoken: 'Done:', text: 'You asked', time: 'Thu 12 Nov' },
              { key: 'failed', state: 'failed', stateSpoken: 'Failed:', text: 'Your bank returned it', time: 'Fri 13 Nov' },
            ]}
          />
        </Specimen>
        <Specimen name="Plain facts">
          <Bullets
            items={[
              { key: 'ask', text: 'We only debit your account when you ask for a top-up.' },
              {
                key: 'terms',
                icon: <Icon name="document" size="s" />,
                text: (
                  <>
                    The email we send you is your direct debit notice. <TextLink href="#terms">Terms</TextLink>
                  </>
                ),
              },
            ]}
          />
        </Specimen>
        <Specimen name="First steps">
          <Checklist
            items={[
              { key: 'phone', state: 'done', title: 'Your mobile number', detail: '021 555 0142' },
              { key: 'bank', state: 'next', title: 'Link Bank Account', detail: 'Takes about 2 minutes.', href: '#link' },
              { key: 'topup', state: 'later', title: 'Make your first top-up', detail: 'This also verifies your bank account.', href: '#topup' },
            ]}
          />
        </Specimen>
      </Specimens>
    </>
  )
}
