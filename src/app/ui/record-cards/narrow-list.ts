import { useCallback, useSyncExternalStore } from 'react'
import { mountedTables } from '../data-table/mounted-tables.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { deviceChoice, useDeviceChoice } from '../device-choice.ts'

/** On narrow screens, cards by default or the table if this user chose it. */
export const listView = deviceChoice('list-view', ['cards', 'table'])

/**
 * How a list is shown at this width, with a function to switch. `isNarrow` means that there is a
 * choice.
 */
export function useListView(tableId: string): { isNarrow: boolean; isCards: boolean; toggleView(): void } {
  const isNarrow = useMediaQuery('(width < 40rem)')
  const [view, setView] = useDeviceChoice(listView)
  const wantsCards = isNarrow && view === 'cards'
  const isHeld = useIsTyping(tableId, wantsCards)
  return {
    isNarrow,
    isCards: wantsCards && !isHeld,
    toggleView: () => setView(view === 'cards' ? 'table' : 'cards'),
  }
}

/**
 * Whether an editor is open or an entry line was begun; switching from the table would lose them.
 * Subscribes while `isWatching` is true, the width asking for cards.
 */
function useIsTyping(tableId: string, isWatching: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const table = tableOf(tableId)
      const stops = table && isWatching ? ['focus', 'entry'].map((name) => table.signals.on(name, listener)) : []
      return () => stops.forEach((stop) => stop())
    },
    [tableId, isWatching],
  )
  return useSyncExternalStore(subscribe, () => {
    const table = tableOf(tableId)
    return table !== undefined && (table.session.mode !== 'ready' || table.entry.hasInput())
  })
}

function tableOf(tableId: string) {
  return mountedTables().find(({ props }) => props.tableId === tableId)
}
