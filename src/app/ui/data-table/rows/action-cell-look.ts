/**
 * The cell at the right edge that holds the buttons of a row. They are noise in a column of figures, and would cover it: a row shows them while it has the pointer
 * or the focus (`isShown`), and always where there is no pointer. At the end of the row they have room of their own.
 */
export function actionCellLook(isShown: boolean): string {
  return `sticky right-0 max-sm:static ml-auto flex shrink-0 items-center justify-center outline-none ${isShown ? shown : shownOnHover}`
}

const shown = 'border-l bg-inherit'
const shownOnHover =
  '[&>button]:opacity-0 group-hover/row:border-l group-hover/row:bg-inherit group-hover/row:[&>button]:opacity-100 coarse:border-l coarse:bg-inherit coarse:[&>button]:opacity-100'
