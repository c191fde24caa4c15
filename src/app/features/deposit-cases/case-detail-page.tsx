import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { Companions } from '#app/records/screen/companions.ts'
import { casePapers } from './case-beside.tsx'

/** Standalone window of one deposit case. */
export function DepositDetailPage({ id, beside }: { id: string; beside: Companions }) {
  return <RecordDetailPage id={id} collection="deposit-cases" parts={[...beside.parts, casePapers]} />
}
