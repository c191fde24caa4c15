import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { Companions } from '#app/records/screen/companions.ts'
import { unitPartTabs } from './unit-part-tabs.tsx'

/** Standalone window of one unit: its fields and parts. */
export function UnitDetailPage({ id, beside }: { id: string; beside: Companions }) {
  return <RecordDetailPage id={id} collection="real-estate-units" parts={[...unitPartTabs, ...beside.parts]} />
}
