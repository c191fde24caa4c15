import { useCallback, useSyncExternalStore } from 'react'
import { mountedTables } from '../data-table/mounted-tables.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { deviceChoice, useDeviceChoice } from '../device-choice.ts'

/** Cards where columns have no room, until this person wants to see the table there. */
export const listView = deviceChoice('list-view', ['cards', 'table'])

/** How a list stands at this width, and what changes it. `isNarrow`: there is a choice. */
export function useListView(tableId: string): { isNarrow: boolean; isCards: boolean; turn(): void } {
  const isNarrow = useMediaQuery('(width < 40rem)')
  const [view, setView] = useDeviceChoice(listView)
  const wants = isNarrow && view === 'cards'
  const isHeld = useIsTyping(tableId, wants)
  return {
    isNarrow,
    isCards: wants && !isHeld,
    turn: () => setView(view === 'cards' ? 'table' : 'cards'),
  }
}

/** An open editor or a begun entry line: with the table they would be gone. `turn`: another view is wanted, and so perhaps another table is there. */
function useIsTyping(tableId: string, turn: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const table = tableOf(tableId)
      const stops = table && turn ? ['focus', 'entry'].map((name) => table.signals.on(name, listener)) : []
      return () => stops.forEach((stop) => stop())
    },
    [tableId, turn],
  )
  return useSyncExternalStore(subscribe, () => {
    const table = tableOf(tableId)
    return table !== undefined && (table.session.mode !== 'ready' || table.entry.hasInput())
  })
}

function tableOf(tableId: string) {
  return mountedTables().find(({ props }) => props.tableId === tableId)
}
