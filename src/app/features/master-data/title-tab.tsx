import { titleKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'

export function TitleTab() {
  return <MasterScreen kind={titleKind} />
}
