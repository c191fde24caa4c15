import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { useGroups } from './use-groups.ts'
import { recordBook } from '#app/records/record-book.ts'

/** The standalone window of one case-book entry (decision 18). */
export function CaseDetailPage({ id }: { id: string }) {
  const groups = useGroups(useOfflineCopy())
  const choices = { group_id: groups.map((group) => ({ value: group.id, label: String(group['name']) })) }
  return <RecordDetailPage id={id} book={recordBook('real-estate')} heading="사건부 상세" choices={choices} />
}
