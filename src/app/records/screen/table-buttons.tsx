import { Columns3, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { ScreenState } from './use-screen-state.ts'

const icon = { size: 16, strokeWidth: 1.5 }

type ShownState = Pick<ScreenState, 'copy' | 'source' | 'layout' | 'history' | 'commands'>

/** What every staff table has beside its filters: 새로고침, 컬럼 관리, undo and redo. `children`: further buttons, after the first. */
export function TableButtons({ screen, children }: { screen: ShownState; children?: ReactNode }) {
  return (
    <>
      <Button icon={<RefreshCw {...icon} />} onClick={() => refresh(screen)}>
        새로고침
      </Button>
      {children}
      <Button icon={<Columns3 {...icon} />} onClick={screen.layout.openManager}>
        컬럼 관리
      </Button>
      <HistoryButtons history={screen.history} commands={screen.commands} />
    </>
  )
}

/** The same as icons. `keepsColumnsOnPhone`: false where a row unfolds on a phone instead. */
export function TableIcons({ screen, keepsColumnsOnPhone }: { screen: ShownState; keepsColumnsOnPhone: boolean }) {
  return (
    <>
      <IconButton label="새로고침" icon={<RefreshCw {...icon} />} onClick={() => refresh(screen)} />
      <span className={keepsColumnsOnPhone ? 'contents' : 'max-sm:hidden'}>
        <IconButton label="컬럼 관리" icon={<Columns3 {...icon} />} onClick={screen.layout.openManager} />
      </span>
      <HistoryButtons history={screen.history} commands={screen.commands} />
    </>
  )
}

function refresh({ copy, source }: ShownState): void {
  copy.syncNow()
  source.refresh()
}
