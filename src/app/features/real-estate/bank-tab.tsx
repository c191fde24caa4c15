import { recordSearch } from '#app/records/address/record-search.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'

const bankSearch = recordSearch('banks', { order: [{ field: 'name', direction: 'asc' }] })

/** 은행: who takes mortgages of units, by name. */
export function BankTab() {
  return <RecordScreen kind={bankSearch} adds="form" />
}
