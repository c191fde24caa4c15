import type { SourceRow } from '#contract/row-source.ts'
import { foldEdits, type LocalEdit } from '../view/fold.ts'

/** Edits of this page that the engine has not told of yet; by record, in order: edits kept together show together. */
export type UnheardEdits = Map<string, readonly LocalEdit[]>

/** Of a row that is not here yet too: one that was just made comes from the engine as it was before the edit that followed. */
export function noteEdit(edits: UnheardEdits, made: LocalEdit): void {
  edits.set(made.edit.id, [...(edits.get(made.edit.id) ?? []), made])
}

/** The engine never goes back behind a stamp it has told: what it has heard of is in its rows from here on. */
export function forgetHeard(edits: UnheardEdits, stamp: number): void {
  for (const [id, made] of edits) {
    const unheard = made.filter((edit) => stamp < edit.stamp)
    if (unheard.length > 0) edits.set(id, unheard)
    else edits.delete(id)
  }
}

/** The engine's row with them on top. */
export function withUnheard(edits: UnheardEdits, row: SourceRow): SourceRow {
  const unheard = edits.get(row.id)
  return unheard ? foldEdits(row, unheard) : row
}
