import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { casePapers } from './case-panel.tsx'

/** Standalone window of one deposit case. */
export function DepositDetailPage({ id, extras }: { id: string; extras: RecordExtras }) {
  return <RecordDetailPage id={id} collection="deposit-cases" parts={[...extras.parts, casePapers]} />
}
