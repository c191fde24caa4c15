import { useBlocker } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { session } from '#app/session/session-store.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
import type { PendingCells } from '#app/ui/data-table/pending-cells-props.ts'
import { useSharedCells, useUnsavedRows } from '#app/ui/detail-panel/use-shared-cells.ts'

/**
 * The unsent values of a table. A text that stands for no value (a day that does not exist) stays in its cell, marked, and nowhere else: leaving the screen asks
 * before it is dropped, as closing the page does.
 */
export function useHeldCells(source: RowSource, label: string): PendingCells {
  const cells = useSharedCells(source)
  const confirm = useConfirm()
  const unkept = useSyncExternalStore(cells.subscribeUnkept, cells.unkeptRows)
  // What the device has no room for has a guard of its own (unkept-guard.tsx), and comes back with its table.
  const isHolding = isBeyond(useUnsavedRows(cells), unkept)
  useDirtyForm(isHolding, `${label} 표에서 확인이 필요한 칸`)
  useBlocker({
    disabled: !isHolding,
    // useDirtyForm asks then.
    enableBeforeUnload: false,
    async shouldBlockFn({ current, next }) {
      // Within a screen the table stays; who has signed out was asked already.
      if (current.pathname === next.pathname || !session.user) return false
      const isLeaving = await confirm({
        title: '확인이 필요한 칸이 있습니다.',
        message: '표에 입력했지만 저장되지 않은 값이 있습니다. 이 화면을 떠나면 지워집니다.',
        confirmLabel: '지우고 떠나기',
        cancelLabel: '머무르기',
        isDestructive: true,
      })
      return !isLeaving
    },
  })
  return cells
}

function isBeyond(rows: readonly string[], known: readonly string[]): boolean {
  const those = new Set(known)
  return rows.some((row) => !those.has(row))
}
