import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { addressPartTabs } from './address-part-tabs.tsx'

/** The standalone window of one address (decision 18): its fields, and its four components. */
export function AddressDetailPage({ id }: { id: string }) {
  return <RecordDetailPage id={id} collection="addresses" parts={addressPartTabs} />
}
