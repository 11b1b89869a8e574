import {
  Card,
  CountdownRing,
  FieldPanel,
  Limit,
  Limits,
  LimitsSkeleton,
  Live,
  Outcome,
  Icon,
  ProgressBar,
  QuotaBar,
  Skeleton,
  Spinner,
  Steps,
  SuccessLeaf,
} from '../index.ts'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

export function ProgressIndicatorsPage() {
  return (
    <>
      <Specimens title="Countdown ring">
        <Specimen name="Brand, accent at 25 % or less, negative at 10 % or less">
          <Flow>
            <CountdownRing fraction={0.7} unit="sec" size="m">
              42
            </CountdownRing>
            <CountdownRing fraction={0.25} unit="sec" size="m">
              15
            </CountdownRing>
            <CountdownRing fraction={0.1} unit="sec" size="m">
              6
            </CountdownRing>
          </Flow>
        </Specimen>
        <Specimen name="On the field">
          <FieldPanel shape="leaf">
            <Flow>
              <CountdownRing fraction={0.7} unit="sec" size="m">
                42
              </CountdownRing>
              <CountdownRing fraction={0.22} unit="sec" size="m">
                13
              </CountdownRing>
              <CountdownRing fraction={0.08} unit="sec" size="m">
                5
              </CountdownRing>
            </Flow>
          </FieldPanel>
        </Specimen>
        <Specimen name="Full, none left">
          <Flow>
            <CountdownRing fraction={1} unit="sec">
              60
            </CountdownRing>
            <CountdownRing fraction={0} unit="sec">
              0
            </CountdownRing>
          </Flow>
        </Specimen>
      </Specimens>
      <Specimens title="Limits">
        <Specimen name="Below 75 %, from 75 %, at the limit, unused">
          <Card>
            <QuotaBar used={0.39} label="2026" text="$3,910.00 of $9,999.00" />
            <QuotaBar used={0.764} label="November" text="$764.00 of $1,000.00" message="$236.00 left this month" />
            <QuotaBar used={1} label="Today" text="$99,999.99 of $99,999.99" message="Nothing left today" />
            <QuotaBar used={0} label="Tomorrow" text="$0.00 of $1,000.00" />
          </Card>
        </Specimen>
        <Specimen name="A limit that a person sets, one that is used, one that is given, loading">
          <Card flush>
            <Limits label="Limits">
              <Limit name="One payment" text="$300.00" edit={{ label: 'One payment: $300.00, change', onPress: () => {} }} />
              <Limit
                name="One day"
                detail="From midnight to midnight"
                text="$500.00"
                edit={{ label: 'One day: $500.00, change', onPress: () => {} }}
                use={{ used: 0.17, usedText: '$85.00 today', leftText: '$415.00 left' }}
              />
              <Limit name="Spend, November" text="$1,000.00" use={{ used: 0.82, usedText: '$820.00 used', leftText: '$180.00 left' }} />
            </Limits>
            <LimitsSkeleton rows={1} />
          </Card>
        </Specimen>
      </Specimens>
      <Specimens title="Steps and work">
        <Specimen name="Steps">
          <Steps
            label="Link a bank"
            steps={[
              { label: 'Link', state: 'done' },
              { label: 'Top up', state: 'now' },
              { label: 'Code', state: 'later' },
            ]}
          />
        </Specimen>
        <Specimen name="A known part">
          <ProgressBar fraction={1 / 3} label="Get set up" valueText="1 of 3 steps done" />
        </Specimen>
        <Specimen name="No known end">
          <div className="n-stack">
            <Spinner>Checking with BNZ…</Spinner>
            <Live>Waiting for payment</Live>
          </div>
        </Specimen>
        <Specimen name="Skeletons">
          <div className="n-stack">
            <Skeleton shape="figure" />
            <Skeleton width="l" />
            <Skeleton width="m" />
            <Skeleton shape="block" />
          </div>
        </Specimen>
      </Specimens>
      <Specimens title="Ends">
        <Specimen name="Success">
          <FieldPanel shape="leaf">
            <SuccessLeaf />
          </FieldPanel>
        </Specimen>
        <Specimen name="Paid">
          <Outcome tone="positive" icon={<Icon name="check" />}>
            <p className="n-sample-head">Payment successful</p>
          </Outcome>
        </Specimen>
        <Specimen name="Expired">
          <Outcome tone="warning" icon={<Icon name="clock" />}>
            <p className="n-sample-head">Payment has expired</p>
          </Outcome>
        </Specimen>
        <Specimen name="Cancelled">
          <Outcome tone="neutral" icon={<Icon name="close" />}>
            <p className="n-sample-head">Payment has been cancelled</p>
          </Outcome>
        </Specimen>
      </Specimens>
    </>
  )
}
