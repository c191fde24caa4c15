import { z } from 'zod'
import { mirroredCollections, type CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/records/field.ts'
import { holdNumber } from '#contract/number-fault.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActPart, LayoutPart } from './act.ts'
import type { ActHistory } from './act-history.ts'
import { keepAct, type KeepWatch, type KeptAct } from './keep-act.ts'
import { fieldsOf } from './plan-part.ts'

/** One edit of an act; `record` is the record before it, so that a delete can be undone. */
export interface ActEdit {
  readonly edit: Edit
  readonly record: AnyRecord | null
  /** Whose record it is, for what is said later. */
  readonly caption: string
}

export interface Performed extends KeptAct {
  readonly actId: string
  /** Records of the edits that the device has no room for. */
  readonly unkept: readonly string[]
}

/**
 * One act of the user: its edits go into the outbox, and what was kept of them into the history as one step. Edits that change nothing are none. A long act
 * can be watched and stopped; `continues` is the id of a stopped one this act goes on with, so that both are one step.
 */
export async function performAct(
  { copy, history }: { copy: OfflineCopy; history: ActHistory },
  act: { label: string; edits: readonly ActEdit[]; continues?: string },
  watch: KeepWatch = {},
): Promise<Performed> {
  const actId = act.continues ?? newId()
  const edits = act.edits.filter(({ edit }) => edit.kind !== 'update' || Object.keys(edit.changes).length > 0)
  const keeping = keepAct(copy, { actId, edits: edits.map(({ edit }) => edit) }, watch)
  const parts = keeping.then(({ kept }) => edits.slice(0, kept).flatMap(partOf))
  // Noted while it is being kept, not after: an undo pressed in this moment must mean this act.
  void history.note({ id: actId, label: maskResidentNumbers(act.label) }, parts)
  const outcome = await keeping
  return { actId, ...outcome, unkept: outcome.lacksRoom ? edits.slice(outcome.kept).map(({ edit }) => edit.id) : [] }
}

/** A change of a table's column layout as an act of its own. */
export function noteLayout(
  history: ActHistory,
  change: { label: string; tableId: string; before: unknown; after: unknown },
): void {
  const part: LayoutPart = {
    kind: 'layout',
    tableId: change.tableId,
    before: z.json().parse(change.before),
    after: z.json().parse(change.after),
  }
  void history.note({ id: newId(), label: change.label }, Promise.resolve([part]))
}

/** What the history keeps of an edit: records of earlier days may hold a resident number, the way back to them holds it masked (decision 29). */
function partOf({ edit, record, caption: given }: ActEdit): ActPart[] {
  const { collection, id } = edit
  const caption = maskResidentNumbers(given)
  if (edit.kind === 'update')
    return [{ kind: 'update', collection, id, caption, changes: maskedChanges(collection, edit.changes) }]
  if (edit.kind === 'create') {
    const fields = Object.fromEntries(Object.entries(edit.fields).filter(([, value]) => value !== null))
    return [{ kind: 'create', collection, id, caption, fields }]
  }
  return record
    ? [{ kind: 'delete', collection, id, caption, fields: masked(collection, fieldsOf(collection, record)) }]
    : []
}

function maskedChanges(collection: CollectionName, changes: FieldChanges): FieldChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([key, { old, new: next }]) => {
      const mask = (value: FieldValue) => masked(collection, { [key]: value })[key] ?? null
      return [key, { old: mask(old), new: mask(next) }]
    }),
  )
}

function masked(collection: CollectionName, values: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isHeld = typeof value === 'string' && holdNumber(fields, { [key]: value })
      return [key, isHeld ? maskResidentNumbers(value) : value]
    }),
  )
}

type FieldChanges = Extract<Edit, { kind: 'update' }>['changes']
