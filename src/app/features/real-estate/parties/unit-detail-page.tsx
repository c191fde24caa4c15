import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { Companions } from '#app/records/screen/companions.ts'
import { unitPartTabs } from './unit-part-tabs.tsx'

/** The standalone window of one unit (decision 18): its fields, and what belongs to it. */
export function UnitDetailPage({ id, beside }: { id: string; beside: Companions }) {
  return <RecordDetailPage id={id} collection="real-estate-units" parts={[...unitPartTabs, ...beside.parts]} />
}
