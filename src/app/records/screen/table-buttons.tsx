import { Columns3, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { RecordDesk } from './use-record-desk.ts'

const icon = { size: 16, strokeWidth: 1.5 }

type Desk = Pick<RecordDesk, 'copy' | 'source' | 'layout' | 'history' | 'commands'>

/** What every staff table has beside its filters: 새로고침, 컬럼 관리, undo and redo. `children`: further buttons, after the first. */
export function TableButtons({ desk, children }: { desk: Desk; children?: ReactNode }) {
  return (
    <>
      <Button icon={<RefreshCw {...icon} />} onClick={() => refresh(desk)}>
        새로고침
      </Button>
      {children}
      <Button icon={<Columns3 {...icon} />} onClick={desk.layout.openManager}>
        컬럼 관리
      </Button>
      <HistoryButtons history={desk.history} commands={desk.commands} />
    </>
  )
}

/** The same as icons. `keepsColumnsOnPhone`: false where a row unfolds on a phone instead. */
export function TableIcons({ desk, keepsColumnsOnPhone }: { desk: Desk; keepsColumnsOnPhone: boolean }) {
  return (
    <>
      <IconButton label="새로고침" icon={<RefreshCw {...icon} />} onClick={() => refresh(desk)} />
      <span className={keepsColumnsOnPhone ? 'contents' : 'max-sm:hidden'}>
        <IconButton label="컬럼 관리" icon={<Columns3 {...icon} />} onClick={desk.layout.openManager} />
      </span>
      <HistoryButtons history={desk.history} commands={desk.commands} />
    </>
  )
}

function refresh({ copy, source }: Desk): void {
  copy.syncNow()
  source.refresh()
}
