import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { addressPartTabs } from './address-parts.tsx'

/** Standalone window of one address: its fields and its four parts. */
export function AddressDetailPage({ id }: { id: string }) {
  return <RecordDetailPage id={id} collection="addresses" parts={addressPartTabs} />
}
