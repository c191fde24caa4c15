import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { CaseDetailPage } from '#app/features/real-estate/case-book-page.tsx'
import { caseBookTable } from '#app/features/real-estate/case-parts.ts'
import { UnitDetailPage } from '#app/features/real-estate/parties/unit-part-tabs.tsx'
import { RealEstatePage } from '#app/features/real-estate/real-estate-page.tsx'
import { createRegisterTab } from '#app/features/register/case-register-tab.tsx'
import { createRemindersTab } from '#app/features/reminders/case-reminders-tab.tsx'

const extras = createAddressExtras('real-estate-units')
const caseTabs = [createRegisterTab('real-estate'), createRemindersTab('real-estate', caseBookTable)]

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
