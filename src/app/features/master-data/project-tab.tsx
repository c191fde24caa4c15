import { projectKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

export function ProjectTab() {
  return <MasterScreen kind={projectKind} />
}
