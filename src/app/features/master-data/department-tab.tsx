import { departmentKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

export function DepartmentTab() {
  return <MasterScreen kind={departmentKind} />
}
