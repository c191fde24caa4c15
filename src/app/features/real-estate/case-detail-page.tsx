import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { caseParts } from './case-parts.ts'

/** The standalone window of one case (decision 18): its fields and its papers. */
export function CaseDetailPage({ id }: { id: string }) {
  return <RecordDetailPage id={id} collection="real-estate" parts={caseParts} />
}
