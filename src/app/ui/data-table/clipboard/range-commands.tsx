import { ArrowDownToLine, ClipboardPaste, Copy, Eraser } from 'lucide-react'
import type { ReactNode } from 'react'
import { runTableCommand } from '../commands/run-table-command.ts'
import type { Table } from '../table.ts'
import { copyByCommand } from './copy-cells.ts'
import { pasteByCommand } from './paste-cells.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * The most common actions on a range just drawn by touch; the cell menu has all of them. Shown next
 * to the range's figures, where it covers no cell.
 */
export function RangeCommands({ table }: { table: Table }) {
  return (
    <span role="toolbar" aria-label="선택한 셀" className="mr-auto flex">
      <Command
        label="복사"
        icon={<Copy {...icon} />}
        run={() => copyByCommand(table, { isCut: false, withHeaders: false })}
      />
      {table.props.onEdit ? (
        <>
          <Command label="붙여넣기" icon={<ClipboardPaste {...icon} />} run={() => void pasteByCommand(table)} />
          <Command
            label="아래로 채우기"
            icon={<ArrowDownToLine {...icon} />}
            run={() => runTableCommand(table, 'fill-down')}
          />
          <Command label="지우기" icon={<Eraser {...icon} />} run={() => runTableCommand(table, 'clear')} />
        </>
      ) : null}
    </span>
  )
}

function Command({ label, icon: commandIcon, run }: { label: string; icon: ReactNode; run: () => unknown }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      // Keeps the focus in the cell input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      className="flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap text-ink hover:bg-paper-sunk"
    >
      {commandIcon}
      {label}
    </button>
  )
}
