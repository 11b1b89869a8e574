import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import { Button, Icon } from '@nikau/ui'
import { useState } from 'react'
import { momentText, spanText } from '../../lib/moments.ts'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'

type Task = Overview['queues']['tasks'][number]

const shownFirst = 8
/** Longer than any task should wait for a worker. */
const slowMs = 5 * 60_000

/** What fails first, then what waits, then the rest by name. */
const urgency = ({ failing, waiting, running }: Task) => (failing > 0 ? 0 : waiting > 0 ? 1 : running > 0 ? 2 : 3)

export function QueuesPanel({ queues, readAt }: { queues: Overview['queues']; readAt: Date }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { workers, failing } = queues
  const tasks = queues.tasks.toSorted((a, b) => urgency(a) - urgency(b) || a.task.localeCompare(b.task))
  const isWell = workers > 0 && failing === 0
  return (
    <Panel
      title={<Trans>Background tasks</Trans>}
      isFlush
      aside={
        <span className="dk-with-icon" data-tone={isWell ? undefined : 'warning'}>
          <Icon name={isWell ? 'check' : 'warning'} size="s" />
          <span>
            <Plural value={workers} _0="no worker alive" one="# pool of workers alive" other="# pools of workers alive" />,{' '}
            <Plural value={failing} one="# job failing" other="# jobs failing" />
          </span>
        </span>
      }
      footer={
        tasks.length > shownFirst && (
          <Button size="s" variant="outlined" onPress={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? <Trans>Show fewer</Trans> : <Plural value={tasks.length} one="Show # task" other="Show all # tasks" />}
          </Button>
        )
      }
    >
      <Table
        caption={t`Background tasks`}
        isDense
        hasCards
        rows={(isOpen ? tasks : tasks.slice(0, shownFirst)).map(({ task, scheduledAt, waiting, oldest, failing: count }) => ({
          id: task,
          cells: {
            task: <Mono>{task}</Mono>,
            scheduled: scheduledAt ? momentText(scheduledAt, readAt) : <Absent />,
            waiting: waiting,
            oldest: <Age since={oldest} now={readAt} />,
            failing: <Failing count={count} />,
          },
        }))}

        columns={[
          { key: 'task', label: t`Task`, isHead: true },
          { key: 'scheduled', label: t`Last due`, card: 'line' },
          { key: 'waiting', label: t`Waiting`, align: 'end', card: 'line' },
          { key: 'oldest', label: t`Oldest`, align: 'end', card: 'line' },
          { key: 'failing', label: t`Failing`, align: 'end', card: 'line' },
        ]}
      />
    </Panel>
  )
}

function Absent() {
  return (
    <span className="dk-absent">
      <span aria-hidden>–</span>
      <span className="n-hidden">
        <Trans>none</Trans>
      </span>
    </span>
  )
}

function Age({ since, now }: { since: Date | undefined; now: Date }) {
  if (!since) return <Absent />
  const age = now.getTime() - since.getTime()
  if (age < slowMs) return spanText(age)
  return (
    <span className="dk-with-icon" data-tone="warning">
      <Icon name="warning" size="s" />
      {spanText(age)}
    </span>
  )
}

function Failing({ count }: { count: number }) {
  if (count === 0) return 0
  return (
    <span className="dk-with-icon" data-tone="warning">
      <Icon name="warning" size="s" />
      {count}
    </span>
  )
}
