import { managerKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

export function ManagerTab() {
  return <MasterScreen kind={managerKind} />
}
