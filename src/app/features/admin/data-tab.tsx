import { PageContents } from '#app/ui/display/page-contents.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { DemoDataSection } from './demo-data.tsx'
import { UndeliveredEdits } from './undelivered-edits.tsx'

/** By the ids of their headings. */
const parts = [
  { id: 'undelivered', title: '미전송 내역' },
  { id: 'demo-data', title: '데모 데이터' },
]

/** 데이터 of the settings: what has not arrived, and what is not real. */
export function DataTab() {
  return (
    <PageLayout variant="sidebar" sidebar={<PageContents entries={parts} />}>
      <div className="flex flex-col gap-6">
        <UndeliveredEdits />
        <DemoDataSection />
      </div>
    </PageLayout>
  )
}
