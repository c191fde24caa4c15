import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { DepositDetailPage } from '#app/features/deposit-cases/deposit-detail-page.tsx'
import { DepositPage, type MasterTabs } from '#app/features/deposit-cases/deposit-page.tsx'

const extras = createAddressExtras('deposit-cases')

/** The deposit page with the parts that the addresses feature adds, loaded as one chunk. */
export function DepositScreen({ masterTabs }: { masterTabs: MasterTabs }) {
  return <DepositPage masterTabs={masterTabs} extras={extras} />
}

/** The detail window of a deposit case, with the same parts. */
export function DepositWindow({ id }: { id: string }) {
  return <DepositDetailPage id={id} extras={extras} />
}
