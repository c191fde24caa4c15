import { longOpenDays, longOpenFilters } from '#domain/long-open.ts'
import { useFirstRows } from '#app/records/copy/use-first-rows.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { CaseLines, shownLines } from './case-lines.tsx'
import { listLead } from './list-lead.ts'
import { TodaySection } from './today-section.tsx'

/** Real-estate cases that the registry keeps too long; nothing at all where there is none. */
export function LongOpenSection({ today }: { today: string }) {
  const filters = longOpenFilters(today)
  const sort = [{ field: 'created_at', direction: 'asc' as const }]
  const found = useFirstRows('real-estate', { filters, search: '', sort }, shownLines)
  if (found.total === 0) return null
  return (
    <TodaySection
      title={`접수하고 ${longOpenDays}일이 지난 사건`}
      figures={<Badge tone="warn">{`${found.total.toLocaleString('ko-KR')}건`}</Badge>}
      lead={listLead('real-estate', { filters, sort: 'created_at' })}
    >
      <CaseLines collection="real-estate" found={found} day="created_at" today={today} nothing="" />
    </TodaySection>
  )
}
