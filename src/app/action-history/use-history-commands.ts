import { useMemo, useState } from 'react'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import type { ActionHistory, HistoryStep } from './action-history.ts'
import type { Direction } from './action.ts'
import { findRow } from './find-row.ts'
import type { SkippedField } from './plan-record-change.ts'

export interface HistoryCommands {
  undo(): void
  redo(): void
  /** 되돌리기 in an action's own toast. Does nothing when something else was done since. */
  undoIfNewest(actionId: string): void
  /**
   * 되돌리기 of an action regardless of later ones. Values changed since stay, and the toast says so.
   */
  undoRegardless(actionId: string): void
  /** Shows a record that a form has just created, once the list has it; the focus stays. */
  showCreated(id: string): void
  readonly focusTarget: CellTarget | null
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
  const latest = useLatest(options)
  const [focusTarget, setFocusTarget] = useState<CellTarget | null>(null)
  const commands = useMemo(() => {
    async function run(direction: Direction): Promise<void> {
      await show(await history[direction](), nothingTexts[direction])
    }
    async function undoIfNewest(actionId: string): Promise<void> {
      await show(await history.undoIfNewest(actionId), notNewestText)
    }
    async function undoRegardless(actionId: string): Promise<void> {
      await show(await history.undoRegardless(actionId), nothingTexts.undo)
    }
    async function show(step: HistoryStep | null, nothingText: string): Promise<void> {
      if (!step) return latest().toast.info(nothingText)
      const { source, collection } = latest()
      // A record of another book isn't in this list.
      const firstChange = step.firstChange?.collection === collection ? step.firstChange : null
      const isVisible = firstChange === null || source === null || (await findRow(source, firstChange.id))
      if (isVisible && firstChange) reveal({ rowId: firstChange.id, key: firstChange.field })
      showResult(latest().toast, {
        step,
        isOutOfSight: !isVisible,
        onReverse: (opposite) => void (opposite === 'undo' ? undoIfNewest(step.actionId) : run('redo')),
      })
    }
    function reveal(target: Omit<CellTarget, 'requestNumber'>) {
      const { source, revealRow } = latest()
      if (source) revealRow?.(source.indexOf(target.rowId))
      setFocusTarget((last) => ({ ...target, requestNumber: (last?.requestNumber ?? 0) + 1 }))
    }
    async function showCreated(id: string): Promise<void> {
      const { source } = latest()
      if (source && (await findRow(source, id))) reveal({ rowId: id, key: null, shouldKeepFocus: true })
    }
    return {
      showCreated: (id: string) => void showCreated(id),
      undo: () => void run('undo'),
      redo: () => void run('redo'),
      undoIfNewest: (actionId: string) => void undoIfNewest(actionId),
      undoRegardless: (actionId: string) => void undoRegardless(actionId),
    }
  }, [history, latest])
  return useMemo(() => ({ ...commands, focusTarget }), [commands, focusTarget])
}

function showResult(
  toast: ShowToast,
  {
    step,
    isOutOfSight,
    onReverse,
  }: { step: HistoryStep; isOutOfSight: boolean; onReverse(direction: Direction): void },
): void {
  const text = describeStep(step, { isOutOfSight })
  if (step.failure !== null) return toast.error(text)
  const opposite = step.direction === 'undo' ? 'redo' : 'undo'
  const action = { label: directionNames[opposite], onSelect: () => onReverse(opposite) }
  if (step.skipped.length > 0) toast.warning(text, step.changed > 0 ? { action } : {})
  else toast.success(text, { action })
}

export const directionNames = { undo: '실행 취소', redo: '다시 실행' } as const

const nothingTexts = {
  undo: `${directionNames.undo}할 작업이 없습니다.`,
  redo: `${directionNames.redo}할 작업이 없습니다.`,
}
const notNewestText = '그 뒤에 다른 작업이 있어 여기서는 되돌릴 수 없습니다. 실행 취소를 사용해 주세요.'

/** Toast text for an undo or redo: what was done, and what was left out and why. */
export function describeStep(step: HistoryStep, { isOutOfSight }: { isOutOfSight: boolean }): string {
  const name = directionNames[step.direction]
  if (step.failure !== null) return `${name} 실패: ${step.failure}`
  const reasons = [...Map.groupBy(step.skipped, ({ reason }) => reason)].map(([reason, skippedFields]) =>
    describeSkipped(reason, skippedFields),
  )
  const [first] = reasons
  const head =
    step.changed === 0 && first !== undefined ? `${name}하지 못했습니다: ${step.label}` : `${name}: ${step.label}`
  const outOfSightNote = isOutOfSight ? ['현재 조건에 맞지 않아 목록에 보이지 않습니다.'] : []
  return [head, ...reasons, ...outOfSightNote].join('\n')
}

function describeSkipped(reason: SkippedField['reason'], skippedFields: readonly SkippedField[]): string {
  const [first] = skippedFields
  const captionText = first && first.caption !== '' ? ` (${first.caption}${skippedFields.length > 1 ? ' 외' : ''})` : ''
  return reasonTexts[reason](`${skippedFields.length}건${captionText}`)
}

const reasonTexts: Record<SkippedField['reason'], (what: string) => string> = {
  changed: (what) => `${what}은 그 뒤에 다른 값으로 바뀌어 그대로 두었습니다.`,
  gone: (what) => `${what}은 삭제되어 되돌릴 수 없습니다.`,
  attention: (what) => `${what}은 확인이 필요한 항목이어서 그대로 두었습니다.`,
  not_here: (what) => `${what}은 아직 이 기기에 내려오지 않았습니다. 잠시 후 다시 시도해 주세요.`,
}
