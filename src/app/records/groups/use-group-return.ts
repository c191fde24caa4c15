import { useState } from 'react'
import { onSignOut } from '#app/session/session-channel.ts'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import { useUrlWriter } from '../url-state/url-writer.ts'

/** Where a list by groups was left: the row that was opened, and the groups open in place. */
interface GroupPosition {
  readonly rowId: string
  readonly openIds: ReadonlySet<string>
}

const maxPositions = 50

/** By history entry. In memory only, because the ids hold values of records. */
const positions = new Map<string, GroupPosition>()

onSignOut(() => positions.clear())

interface GroupReturn {
  /** Groups to open in place at first. */
  readonly openIds: ReadonlySet<string>
  /** The table's target: the row that was left until the screen names another one. */
  resolveTarget(target: CellTarget | null): CellTarget | null
  /** Called before the list of one group replaces this one. */
  savePosition(position: GroupPosition): void
}

/** Returns to the row and the open groups of this history entry, so that Back loses neither. */
export function useGroupReturn(target: CellTarget | null): GroupReturn {
  const writer = useUrlWriter()
  const [start] = useState(() => {
    const position = positions.get(writer.entryKey())
    return position && { ...position, before: target, target: { rowId: position.rowId, key: null, requestNumber: 0 } }
  })
  return {
    openIds: start?.openIds ?? noIds,
    resolveTarget: (now) => (start && now === start.before ? start.target : now),
    savePosition(position) {
      // Typed text that is still to be written makes an entry of its own.
      writer.flush()
      positions.delete(writer.entryKey())
      positions.set(writer.entryKey(), position)
      const [oldest] = positions.keys()
      if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest)
    },
  }
}

const noIds: ReadonlySet<string> = new Set()
