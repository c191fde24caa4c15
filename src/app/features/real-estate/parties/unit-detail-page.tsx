import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { unitPartTabs } from './unit-part-tabs.tsx'

/** The standalone window of one unit (decision 18): its fields, and what belongs to it. */
export function UnitDetailPage({ id }: { id: string }) {
  return <RecordDetailPage id={id} collection="real-estate-units" parts={unitPartTabs} />
}
