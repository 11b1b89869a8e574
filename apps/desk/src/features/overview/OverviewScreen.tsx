import { getOverview, type Overview } from '@nikau/contract/desk/overview'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Answer } from './Answer.tsx'
import { BankPanel } from './BankPanel.tsx'
import { BrokenPanel } from './BrokenPanel.tsx'
import { ClearingPanel } from './ClearingPanel.tsx'
import { ExceptionsPanel } from './ExceptionsPanel.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { QueuesPanel } from './QueuesPanel.tsx'
import { WindowPanel } from './WindowPanel.tsx'

const refreshMs = 15_000

/** Is every cent where it should be? The first figure answers, the rest is how we know. */
export function OverviewScreen() {
  const query = useDeskQuery(getOverview, {}, { refreshMs })
  return <Loaded query={query}>{(overview) => <Screen overview={overview} />}</Loaded>
}

function Screen({ overview }: { overview: Overview }) {
  const { bank, payments, clearing } = overview
  return (
    <div className="dk-stack">
      <Answer overview={overview} />
      {overview.books.broken.length > 0 && <BrokenPanel overview={overview} />}
      <div className="dk-grid-wide">
        {bank && <BankPanel bank={bank} />}
        <WindowPanel overview={overview} />
        {payments && <PaymentsPanel payments={payments} readAt={overview.readAt} />}
        <ExceptionsPanel exceptions={overview.exceptions} />
      </div>
      {clearing.length > 0 && <ClearingPanel overview={overview} />}
      <QueuesPanel queues={overview.queues} readAt={overview.readAt} />
    </div>
  )
}
