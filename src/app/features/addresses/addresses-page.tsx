import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { AddressList } from './address-list.tsx'

export function AddressesPage() {
  return (
    <PageLayout variant="dashboard">
      <h1 className="sr-only">부동산 주소 관리</h1>
      <AddressList />
    </PageLayout>
  )
}
