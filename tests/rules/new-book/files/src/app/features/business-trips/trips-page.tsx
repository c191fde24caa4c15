import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import { createRecordSearch } from '#app/records/url-state/record-search.ts'

/** URL parameters of the trips. */
const tripSearch = createRecordSearch('business-trips', {
  days: { fields: ['went_on'], default: 'went_on' },
  order: [{ field: 'went_on', direction: 'desc' }],
})

/** 출장 기록 /staff/business-trips, on the offline copy. */
export function TripsPage() {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">출장 기록</h1>
      <RecordScreen recordSearch={tripSearch} creation="form" />
    </div>
  )
}
