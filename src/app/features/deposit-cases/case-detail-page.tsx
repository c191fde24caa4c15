import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { sectionOptions } from './section-choices.ts'
import { useDepositSuggestions } from './use-deposit-suggestions.ts'
import { useSectionMasters } from './use-section-masters.ts'
import { recordBook } from '#app/records/record-book.ts'

/** The standalone window of one deposit case (decision 18). */
export function DepositDetailPage({ id }: { id: string }) {
  const masters = useSectionMasters(useOfflineCopy())
  const { business_managers, purposes } = useDepositSuggestions(masters)
  const suggestions = {
    business_section: sectionOptions(masters).map(({ label }) => label),
    business_manager: business_managers,
    purpose: purposes,
  }
  return (
    <RecordDetailPage id={id} book={recordBook('deposit-cases')} heading="공탁 사건 상세" suggestions={suggestions} />
  )
}
