import { useMemo, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import type { CellTarget } from '../ui/data-table/data-table-props.ts'
import type { ShowToast } from '../ui/overlays/toast.tsx'
import { useLatest } from '../ui/use-latest.ts'
import type { ActionHistory, HistoryStep } from './action-history.ts'
import type { Direction } from './action.ts'
import { findRow } from './find-row.ts'
import { directionNames, stepText } from './step-text.ts'

export interface HistoryCommands {
  undo(): void
  redo(): void
  /** 되돌리기 in an action's own toast. Does nothing when something else was done since. */
  undoAction(actId: string): void
  /**
   * 되돌리기 of an action regardless of later ones. Values changed since stay, and the toast says so.
   */
  takeBack(actId: string): void
  readonly goTo: CellTarget | null
}

/**
 * Undo and redo for keys, buttons and toasts: runs the step, shows its result, and moves the focus
 * to the change.
 */
export function useHistoryCommands(options: {
  history: ActionHistory
  /** The whole result, not one page of it, and the collection of its records. */
  source: RowSource | null
  collection: CollectionName
  toast: ShowToast
  /** Opens the page of the list that shows this index of the whole result. */
  revealRow?: (index: number) => void
}): HistoryCommands {
  const { history } = options
  const now = useLatest(options)
  const [goTo, setGoTo] = useState<CellTarget | null>(null)
  const commands = useMemo(() => {
    async function run(direction: Direction, onlyId?: string): Promise<void> {
      await show(direction === 'undo' ? await history.undo(onlyId) : await history.redo(), direction, onlyId)
    }
    async function show(step: HistoryStep | null, direction: Direction, onlyId?: string): Promise<void> {
      if (!step && onlyId !== undefined)
        return now().toast.info('그 뒤에 다른 작업이 있어 여기서는 되돌릴 수 없습니다. 실행 취소를 사용해 주세요.')
      if (!step) return now().toast.info(`${directionNames[direction]}할 작업이 없습니다.`)
      const { source, collection } = now()
      // A record of another book isn't in this list.
      const place = step.place?.collection === collection ? step.place : null
      const isVisible = place === null || source === null || (await findRow(source, place.id))
      if (isVisible && place) {
        if (source) now().revealRow?.(source.indexOf(place.id))
        setGoTo((last) => ({ rowId: place.id, key: place.field, turn: (last?.turn ?? 0) + 1 }))
      }
      notify(now().toast, {
        step,
        isOutOfSight: !isVisible,
        again: (opposite) => void run(opposite, opposite === 'undo' ? step.actId : undefined),
      })
    }
    return {
      undo: () => void run('undo'),
      redo: () => void run('redo'),
      undoAction: (actId: string) => void run('undo', actId),
      takeBack: (actId: string) => void history.undoAction(actId).then((step) => show(step, 'undo')),
    }
  }, [history, now])
  return useMemo(() => ({ ...commands, goTo }), [commands, goTo])
}

function notify(
  toast: ShowToast,
  { step, isOutOfSight, again }: { step: HistoryStep; isOutOfSight: boolean; again(direction: Direction): void },
): void {
  const text = stepText(step, { isOutOfSight })
  if (step.failure !== null) return toast.error(text)
  const opposite = step.direction === 'undo' ? 'redo' : 'undo'
  const action = { label: directionNames[opposite], onSelect: () => again(opposite) }
  if (step.leftOut.length > 0) toast.warning(text, step.changed > 0 ? { action } : {})
  else toast.success(text, { action })
}
