import { recordSearch } from '#app/records/address/record-search.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'

const groupSearch = recordSearch('real-estate-groups', { order: [{ field: 'name', direction: 'asc' }] })

/** 사업구간: the groups of the case book as a list of their own, by name. */
export function GroupTab() {
  return <RecordScreen kind={groupSearch} label="사업구간" adds="form" />
}
