import { addressCompanions } from './features/addresses/linked/address-companions.tsx'
import { UnitDetailPage } from './features/real-estate/parties/unit-detail-page.tsx'
import { RealEstatePage } from './features/real-estate/real-estate-page.tsx'

const beside = addressCompanions('real-estate-units')

/** The real-estate page, put together with what addresses bring to it; fetched as one. */
export function RealEstateScreen() {
  return <RealEstatePage beside={beside} />
}

/** The window of a unit, put together in the same way. */
export function UnitWindow({ id }: { id: string }) {
  return <UnitDetailPage id={id} beside={beside} />
}
