import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { ActionHistory } from './action-history.ts'
import { useHistoryState } from './use-action-history.ts'
import { directionNames, type HistoryCommands } from './use-history-commands.ts'

const icon = { size: 16, strokeWidth: 1.5 }

/** 실행 취소 and 다시 실행; the tooltips show what each would do. */
export function HistoryButtons({
  history,
  commands,
}: {
  history: ActionHistory
  commands: Pick<HistoryCommands, 'undo' | 'redo'>
}) {
  const { undo, redo } = useHistoryState(history)
  return (
    <div role="group" aria-label="작업 되돌리기" className="flex folding:in-data-list-tools:contents">
      <IconButton
        label={formatButtonLabel(directionNames.undo, 'Ctrl+Z', undo)}
        menuLabel={directionNames.undo}
        icon={<Undo2 {...icon} />}
        disabled={undo === null}
        onClick={commands.undo}
      />
      <IconButton
        label={formatButtonLabel(directionNames.redo, 'Ctrl+Y', redo)}
        menuLabel={directionNames.redo}
        icon={<Redo2 {...icon} />}
        disabled={redo === null}
        onClick={commands.redo}
      />
    </div>
  )
}

function formatButtonLabel(name: string, keys: string, action: string | null): string {
  return action === null ? `${name} (${keys})` : `${name}: ${action} (${keys})`
}
