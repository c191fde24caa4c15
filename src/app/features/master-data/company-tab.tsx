import { CompanyForm } from './company-form.tsx'
import { companyKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

/** 회사관리 (spec 3 §2 "Company screen"). */
export function CompanyTab() {
  return <MasterScreen kind={companyKind} form={CompanyForm} />
}
