import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export interface TabsProps<Key extends string> {
  label: string
  tabs: { key: Key; title: ReactNode; content: ReactNode }[]
  selected?: Key | undefined
  onSelect?: ((key: Key) => void) | undefined
}

/** Panels of a page, one visible at a time. To filter or switch, use Segmented. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect }: TabsProps<Key>) {
  return (
    <AriaTabs className="n-tabs" {...(selected === undefined ? {} : { selectedKey: selected })} onSelectionChange={(key) => onSelect?.(key as Key)}>
      <TabList className="n-tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Tab className="n-tab" id={tab.key} key={tab.key}>
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel className="n-tab-panel" id={tab.key} key={tab.key}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
