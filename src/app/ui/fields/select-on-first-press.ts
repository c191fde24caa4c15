import type { MouseEvent, PointerEvent } from 'react'

/** The input being pressed that didn't have the focus before. */
let firstPressed: HTMLInputElement | null = null

/**
 * Props of an input whose value is usually replaced as a whole, such as a date or an amount: the
 * press that enters it selects everything, as Tab does in every browser; the next press places the
 * caret. Dragging over a part selects that part. There is no focus handler, because returning to
 * the window would select a half-typed text.
 */
export const selectOnFirstPress = {
  onPointerDown({ currentTarget }: PointerEvent<HTMLInputElement>): void {
    firstPressed = currentTarget === document.activeElement ? null : currentTarget
  },
  onClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
    const isFirst = firstPressed === currentTarget
    firstPressed = null
    if (isFirst && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
  },
}
