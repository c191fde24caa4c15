import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { CaseDetailPage } from '#app/features/real-estate/case-book-page.tsx'
import { UnitDetailPage } from '#app/features/real-estate/parties/unit-part-tabs.tsx'
import { RealEstatePage } from '#app/features/real-estate/real-estate-page.tsx'
import { createRegisterTab } from '#app/features/register/case-register-tab.tsx'

const extras = createAddressExtras('real-estate-units')
const caseTabs = [createRegisterTab('real-estate')]

/** The real-estate page with the parts that addresses and register add, loaded as one chunk. */
export function RealEstateScreen() {
  return <RealEstatePage extras={extras} caseTabs={caseTabs} />
}

/** The detail window of a case, with the same parts. */
export function CaseWindow({ id }: { id: string }) {
  return <CaseDetailPage id={id} parts={caseTabs} />
}

/** The detail window of a unit, with the same parts. */
export function UnitWindow({ id }: { id: string }) {
  return <UnitDetailPage id={id} extras={extras} />
}
