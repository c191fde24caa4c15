import { josa } from 'es-hangul'
import type { CollectionName } from '#contract/books/collections.ts'
import { deadlineFilters } from '#domain/today/deadline-filters.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useFirstRows } from '#app/records/copy/use-first-rows.ts'
import { recordBook } from '#app/records/record-book.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { CaseLines, shownLines } from './case-lines.tsx'
import { listLead } from './list-lead.ts'
import { TodaySection } from './today-section.tsx'

interface DueSectionProps {
  collection: CollectionName
  /** `YYYY-MM-DD`. */
  today: string
}

/** Records with a near or past deadline (`deadline` of the book's rules), most urgent first. */
export function DueSection({ collection, today }: DueSectionProps) {
  const { description, rules } = recordBook(collection)
  const day = rules.deadline?.day ?? ''
  const { value: due } = useFigure(useOfflineCopy(), `deadlines:${collection}`, today)
  const filters = deadlineFilters(collection, { today, hasDays: false })
  const found = useFirstRows(collection, { filters, search: '', sort: [{ field: day, direction: 'asc' }] }, shownLines)
  const label = description.fields.find(({ key }) => key === day)?.label ?? ''
  return (
    <TodaySection
      title={`${josa(label, '이/가')} 다가온 ${description.noun}`}
      figures={
        due && due.total > 0 ? (
          <span className="flex gap-x-3">
            <Badge tone="warn">{`${due.total.toLocaleString('ko-KR')}건`}</Badge>
            {due.overdue > 0 ? <Badge tone="seal">{`지난 것 ${due.overdue.toLocaleString('ko-KR')}건`}</Badge> : null}
          </span>
        ) : null
      }
      lead={found.total > 0 ? listLead(collection, { filters, sort: day }) : undefined}
    >
      <CaseLines
        collection={collection}
        found={found}
        day={day}
        today={today}
        nothing={`${rules.deadline?.days ?? 0}일 안에 ${josa(label, '이/가')} 돌아오는 ${josa(description.noun, '이/가')} 없습니다.`}
      />
    </TodaySection>
  )
}
