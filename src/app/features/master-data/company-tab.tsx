import { companyKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

export function CompanyTab() {
  return <MasterScreen kind={companyKind} />
}
