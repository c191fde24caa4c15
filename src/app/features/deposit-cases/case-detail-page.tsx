import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { sectionOptions } from './section-choices.ts'
import { useDepositOffers } from './use-deposit-offers.ts'

/** The standalone window of one deposit case (decision 18). */
export function DepositDetailPage({ id }: { id: string }) {
  const { masters, suggestions } = useDepositOffers(useOfflineCopy())
  const business_section = sectionOptions(masters).map(({ label }) => label)
  return <RecordDetailPage id={id} collection="deposit-cases" suggestions={{ ...suggestions, business_section }} />
}
