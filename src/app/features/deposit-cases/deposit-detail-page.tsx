import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { createPapersTab } from '#app/records/papers/papers-tab.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'

/** Standalone window of one deposit case. */
export function DepositDetailPage({ id, extras }: { id: string; extras: RecordExtras }) {
  return <RecordDetailPage id={id} collection="deposit-cases" parts={[...extras.parts, depositPapersTab]} />
}

/** Tab with a case's papers. Both tables share one undo history under the book's name. */
export const depositPapersTab = createPapersTab('deposit-cases', depositCaseBook.name)
