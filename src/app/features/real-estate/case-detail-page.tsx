import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { caseParts } from './case-parts.ts'

/** Standalone window of one case: its fields and documents. */
export function CaseDetailPage({ id }: { id: string }) {
  return <RecordDetailPage id={id} collection="real-estate" parts={caseParts} />
}
