import { z } from 'zod'
import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { hasUnsealedPersonNumber } from '#contract/person-numbers/sealed-number.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { ActionHistory } from './action-history.ts'
import type { ActionChange, TableLayoutChange } from './action.ts'
import { saveAction, type SaveOptions, type SaveResult } from './apply-changes.ts'
import { pickWritableFields } from './writable-fields.ts'

/**
 * One edit of an action. `record` is the record before the edit, so that a delete can be undone.
 */
export interface ActionEdit {
  readonly edit: Edit
  readonly record: AnyRecord | null
  /** Name of the record for later messages. */
  readonly caption: string
}

export interface ActionResult extends SaveResult {
  readonly actionId: string
  /** Ids of records whose edits did not fit on the device. */
  readonly unstoredIds: readonly string[]
}

/**
 * Performs one user action: stores its edits in the outbox, and adds those that were stored to the
 * history as one step. Skips updates without changes. A long action can be watched and stopped;
 * `continuedActionId` is the id of a stopped action to extend, so that both form one step.
 */
export async function performAction(
  { copy, history }: { copy: OfflineCopy; history: ActionHistory },
  action: { label: string; edits: readonly ActionEdit[]; continuedActionId?: string },
  options: SaveOptions = {},
): Promise<ActionResult> {
  const actionId = action.continuedActionId ?? newId()
  const edits = action.edits.filter(({ edit }) => edit.kind !== 'update' || Object.keys(edit.changes).length > 0)
  const saving = saveAction(copy, { actionId, edits: edits.map(({ edit }) => edit) }, options)
  const changes = saving.then(({ savedCount }) => edits.slice(0, savedCount).flatMap(toActionChanges))
  // Added while it is being saved, so that an undo pressed right now applies to this action.
  void history.addAction({ id: actionId, label: maskResidentNumbers(action.label) }, changes)
  const outcome = await saving
  return {
    actionId,
    ...outcome,
    unstoredIds: outcome.isRetryable ? edits.slice(outcome.savedCount).map(({ edit }) => edit.id) : [],
  }
}

/** Adds a change of a table's column layout to the history. */
export function addLayoutChange(
  history: ActionHistory,
  change: { label: string; tableId: string; before: unknown; after: unknown },
): void {
  const layoutChange: TableLayoutChange = {
    kind: 'layout',
    tableId: change.tableId,
    before: z.json().parse(change.before),
    after: z.json().parse(change.after),
  }
  void history.addAction({ id: newId(), label: change.label }, Promise.resolve([layoutChange]))
}

/**
 * Changes of an edit for the history. Old records may hold a resident number; the history stores it
 * masked.
 */
function toActionChanges({ edit, record, caption: rawCaption }: ActionEdit): ActionChange[] {
  const { collection, id } = edit
  const caption = maskResidentNumbers(rawCaption)
  if (edit.kind === 'update')
    return [{ kind: 'update', collection, id, caption, changes: maskChanges(collection, edit.changes) }]
  if (edit.kind === 'create') {
    const fields = Object.fromEntries(Object.entries(edit.fields).filter(([, value]) => value !== null))
    return [{ kind: 'create', collection, id, caption, fields }]
  }
  return record
    ? [
        {
          kind: 'delete',
          collection,
          id,
          caption,
          fields: maskFields(collection, pickWritableFields(collection, record)),
        },
      ]
    : []
}

function maskChanges(collection: CollectionName, changes: FieldChanges): FieldChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([key, { old, new: next }]) => {
      const mask = (value: FieldValue) => maskFields(collection, { [key]: value })[key] ?? null
      return [key, { old: mask(old), new: mask(next) }]
    }),
  )
}

function maskFields(
  collection: CollectionName,
  values: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const hasNumber = typeof value === 'string' && hasUnsealedPersonNumber(fields, { [key]: value })
      return [key, hasNumber ? maskResidentNumbers(value) : value]
    }),
  )
}

type FieldChanges = Extract<Edit, { kind: 'update' }>['changes']
