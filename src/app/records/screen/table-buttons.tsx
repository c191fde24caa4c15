import { Columns3, Printer, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { DeletedRecordsButton } from '../actions/deleted-records-dialog.tsx'
import type { PrintedScreen } from '../print/list-print.ts'
import { type ListPrintOptions, usePrintList } from '../print/use-print-list.tsx'
import type { ScreenState } from './use-screen-state.ts'

const icon = { size: 16, strokeWidth: 1.5 }

type ShownState = PrintedScreen & Pick<ScreenState, 'history' | 'commands'>

interface TableButtonsProps {
  screen: ShownState
  /** Additions to the print of the list. */
  print?: ListPrintOptions
  /** Further buttons, after the first. */
  children?: ReactNode
}

/** Buttons of every staff table: 새로고침, 인쇄, 컬럼 관리, 삭제한 기록, undo and redo. */
export function TableButtons({ screen, print, children }: TableButtonsProps) {
  useScreenCommand('컬럼 관리', screen.layout.openManager)
  return (
    <>
      <ToolButton label="새로고침" labelFrom="widest" icon={<RefreshCw {...icon} />} onClick={() => refresh(screen)} />
      {children}
      <PrintButton screen={screen} options={print} />
      <ToolButton
        label="컬럼 관리"
        labelFrom="widest"
        icon={<Columns3 {...icon} />}
        onClick={screen.layout.openManager}
      />
      <DeletedRecordsButton collection={screen.book.collection} />
      <HistoryButtons history={screen.history} commands={screen.commands} />
    </>
  )
}

/** The same as icons. `keepsColumnsOnPhone`: false when rows unfold on a phone instead. */
export function TableIcons({
  screen,
  print,
  keepsColumnsOnPhone,
}: Pick<TableButtonsProps, 'screen' | 'print'> & { keepsColumnsOnPhone: boolean }) {
  useScreenCommand('컬럼 관리', screen.layout.openManager)
  return (
    <>
      <IconButton
        label="새로고침"
        menuLabel="새로고침"
        icon={<RefreshCw {...icon} />}
        onClick={() => refresh(screen)}
      />
      <PrintIcon screen={screen} options={print} />
      <span className={keepsColumnsOnPhone ? 'contents' : 'max-sm:hidden'}>
        <IconButton
          label="컬럼 관리"
          menuLabel="컬럼 관리"
          icon={<Columns3 {...icon} />}
          onClick={screen.layout.openManager}
        />
      </span>
      <DeletedRecordsButton collection={screen.book.collection} />
      <HistoryButtons history={screen.history} commands={screen.commands} />
    </>
  )
}

function refresh({ copy, source }: Pick<ShownState, 'copy' | 'source'>): void {
  copy.syncNow()
  source.refresh()
}

interface PrintButtonProps {
  screen: PrintedScreen
  options?: ListPrintOptions | undefined
}

/** 인쇄 of a list. While rows are gathered, the same button shows the progress and cancels. */
function PrintButton({ screen, options }: PrintButtonProps) {
  const { running, onPress, dialogs } = usePrintList(screen, options)
  return (
    <>
      <ToolButton
        label={running ?? '인쇄'}
        labelFrom={running === null ? 'widest' : 'everywhere'}
        icon={<Printer {...icon} />}
        title="인쇄 (Ctrl+P)"
        onClick={onPress}
      />
      {dialogs}
    </>
  )
}

/** 인쇄 as an icon. */
function PrintIcon({ screen, options }: PrintButtonProps) {
  const { running, onPress, dialogs } = usePrintList(screen, options)
  return (
    <>
      <IconButton
        label={running ?? '인쇄 (Ctrl+P)'}
        menuLabel={running ?? '인쇄'}
        icon={<Printer {...icon} />}
        onClick={onPress}
      />
      {dialogs}
    </>
  )
}
