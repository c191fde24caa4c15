import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { caseParts } from './case-parts.ts'

/** Standalone window of one case: its fields, its documents and the parts of another feature. */
export function CaseDetailPage({ id, parts }: { id: string; parts: readonly EmbeddedTab[] }) {
  return <RecordDetailPage id={id} collection="real-estate" parts={[...parts, ...caseParts]} />
}
