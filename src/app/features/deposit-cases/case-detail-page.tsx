import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { Companions } from '#app/records/screen/companions.ts'
import { casePapers } from './case-beside.tsx'
import { sectionOptions } from './section-choices.ts'
import { useDepositOffers } from './use-deposit-offers.ts'

/** The standalone window of one deposit case (decision 18). */
export function DepositDetailPage({ id, beside }: { id: string; beside: Companions }) {
  const { masters, suggestions } = useDepositOffers(useOfflineCopy())
  const business_section = sectionOptions(masters).map(({ label }) => label)
  return (
    <RecordDetailPage
      id={id}
      collection="deposit-cases"
      suggestions={{ ...suggestions, business_section }}
      parts={[...beside.parts, casePapers]}
    />
  )
}
