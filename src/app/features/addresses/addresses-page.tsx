import { recordSearch } from '#app/records/address/record-search.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'

/** What stands in the address bar of 부동산 주소 (decision 11). */
const addressSearch = recordSearch('addresses', {
  days: { among: ['receipted_at', 'created_at', 'registrated_at'], usual: 'receipted_at' },
})

/** 부동산 주소 (spec 1 §2.8, spec 3 "Deposit address table"): the parcels and dwellings that cases and units are about, on the offline copy. */
export function AddressesPage() {
  return <RecordScreen kind={addressSearch} adds="both" />
}
