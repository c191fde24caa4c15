import { caseBookWords } from '#app/records/actions/outcome-words.ts'
import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { caseBook } from './case-book.ts'
import { useGroups } from './use-groups.ts'

/** The standalone window of one case-book entry (decision 18). */
export function CaseDetailPage({ id }: { id: string }) {
  const groups = useGroups(useOfflineCopy())
  const choices = { group_id: groups.map((group) => ({ value: group.id, label: String(group['name']) })) }
  return <RecordDetailPage id={id} book={caseBook} words={caseBookWords} heading="사건부 상세" choices={choices} />
}
