import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { unitPartTabs } from './unit-part-tabs.tsx'

/** Standalone window of one unit: its fields and parts. */
export function UnitDetailPage({ id, extras }: { id: string; extras: RecordExtras }) {
  return <RecordDetailPage id={id} collection="real-estate-units" parts={[...unitPartTabs, ...extras.parts]} />
}
