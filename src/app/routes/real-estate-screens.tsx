import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { UnitDetailPage } from '#app/features/real-estate/parties/unit-part-tabs.tsx'
import { RealEstatePage } from '#app/features/real-estate/real-estate-page.tsx'

const extras = createAddressExtras('real-estate-units')

/** The real-estate page with the parts that the addresses feature adds, loaded as one chunk. */
export function RealEstateScreen() {
  return <RealEstatePage extras={extras} />
}

/** The detail window of a unit, with the same parts. */
export function UnitWindow({ id }: { id: string }) {
  return <UnitDetailPage id={id} extras={extras} />
}
