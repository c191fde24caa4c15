import fc from 'fast-check'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { type ActionEdit, addLayoutChange, performAction } from '#app/action-history/perform-action.ts'
import { pickWritableFields } from '#app/action-history/writable-fields.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** A step of a trace: an action, undo or redo, or a disturbance that must not affect them. */
export type TraceStep =
  | { kind: 'edit'; cells: readonly { row: number; field: string; value: FieldValue }[] }
  | { kind: 'paste'; cells: readonly { row: number; field: string; value: FieldValue }[]; made: number }
  | { kind: 'delete'; rows: readonly number[] }
  | { kind: 'make'; made: number; owner: string }
  | { kind: 'layout'; width: number }
  | { kind: 'undo' | 'redo' }
  | { kind: 'requery' | 'reload' | 'send' }

/** A table under test, with any storage of its records. */
export interface TraceStage {
  copy(): OfflineCopy
  history(): ActionHistory
  newId(): string
  /** All visible records, in any order. */
  records(): Promise<readonly AnyRecord[]>
  layout: { width: number }
  /**
   * Sorting and filtering, reloading the page, or sending waiting changes; none of these is an
   * action.
   */
  disturb(kind: 'requery' | 'reload' | 'send'): Promise<void>
}

const text = fc.constantFrom<FieldValue>(null, '가', '나', '다라')
const won = fc.constantFrom<FieldValue>(null, 0, 10, 20)
const day = fc.constantFrom<FieldValue>(null, '2026-01-31', '2026-11-20')
const row = fc.nat(30)
const cell = fc.oneof(
  fc.record({ row, field: fc.constantFrom('owner', 'purpose'), value: text }),
  fc.record({ row, field: fc.constant('fees'), value: won }),
  fc.record({ row, field: fc.constant('regi_date'), value: day }),
)
const someRows = fc.array(fc.nat(30), { minLength: 1, maxLength: 3 })
const cells = fc.array(cell, { minLength: 2, maxLength: 8 })

/**
 * Traces of up to fifteen steps. Disturbances are slow in a real offline copy, so they are rare.
 */
export const traces = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: cell.map((single): TraceStep => ({ kind: 'edit', cells: [single] })) },
    { weight: 3, arbitrary: cells.map((many): TraceStep => ({ kind: 'edit', cells: many })) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('paste' as const), cells, made: fc.nat(2) }) },
    { weight: 3, arbitrary: someRows.map((rows): TraceStep => ({ kind: 'delete', rows })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('make' as const),
        made: fc.constantFrom(1, 1, 4),
        owner: fc.constantFrom('새', '또'),
      }),
    },
    { weight: 1, arbitrary: fc.integer({ min: 50, max: 60 }).map((width): TraceStep => ({ kind: 'layout', width })) },
    { weight: 4, arbitrary: fc.constantFrom<TraceStep>({ kind: 'undo' }, { kind: 'redo' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<TraceStep>({ kind: 'requery' }, { kind: 'reload' }, { kind: 'send' }),
    },
  ),
  { minLength: 1, maxLength: 15 },
)

/**
 * Runs a trace, undoes everything and redoes everything. Returns the four snapshots: `start` must
 * equal `undone`, and `end` must equal `redone`.
 */
export async function runTrace(stage: TraceStage, steps: readonly TraceStep[]) {
  const start = await takeSnapshot(stage)
  for (const step of steps) await runStep(stage, step)
  while (await stage.history().redo());
  const end = await takeSnapshot(stage)
  const complaints: unknown[] = []
  for (let step = await stage.history().undo(); step; step = await stage.history().undo()) {
    complaints.push(...step.skipped, ...(step.failure === null ? [] : [step.failure]))
  }
  const undone = await takeSnapshot(stage)
  for (let step = await stage.history().redo(); step; step = await stage.history().redo()) {
    complaints.push(...step.skipped, ...(step.failure === null ? [] : [step.failure]))
  }
  return { start, end, undone, redone: await takeSnapshot(stage), complaints }
}

async function runStep(stage: TraceStage, step: TraceStep): Promise<void> {
  switch (step.kind) {
    case 'edit':
      return perform(stage, await createCellEdits(stage, step.cells))
    case 'paste':
      return perform(stage, [
        ...(await createCellEdits(stage, step.cells)),
        ...createMakeEdits(stage, step.made, '붙여넣은 이'),
      ])
    case 'delete':
      return perform(stage, await createDeleteEdits(stage, step.rows))
    case 'make':
      return perform(stage, createMakeEdits(stage, step.made, step.owner))
    case 'layout':
      return setWidth(stage, step.width)
    case 'undo':
    case 'redo':
      return void (await stage.history()[step.kind]())
    case 'requery':
    case 'reload':
    case 'send':
      return stage.disturb(step.kind)
  }
}

async function perform(stage: TraceStage, edits: readonly ActionEdit[]): Promise<void> {
  await performAction({ copy: stage.copy(), history: stage.history() }, { label: '작업', edits })
}

async function createCellEdits(
  stage: TraceStage,
  wantedCells: readonly { row: number; field: string; value: FieldValue }[],
): Promise<ActionEdit[]> {
  const records = await readSorted(stage)
  const byRecord = new Map<AnyRecord, Record<string, { old: FieldValue; new: FieldValue }>>()
  for (const wantedCell of wantedCells) {
    const record = records[wantedCell.row % records.length]
    if (!record) continue
    const old = record[wantedCell.field] ?? null
    if (old !== wantedCell.value)
      byRecord.set(record, { ...byRecord.get(record), [wantedCell.field]: { old, new: wantedCell.value } })
  }
  return [...byRecord].map(([record, changes]) => ({
    edit: { kind: 'update', collection: 'real-estate', id: record.id, baseVersion: record.version, changes },
    record,
    caption: '',
  }))
}

async function createDeleteEdits(stage: TraceStage, rows: readonly number[]): Promise<ActionEdit[]> {
  const records = await readSorted(stage)
  const deletedRecords = new Set(rows.flatMap((place) => records[place % records.length] ?? []))
  return [...deletedRecords].map((record) => ({
    edit: { kind: 'delete', collection: 'real-estate', id: record.id, baseVersion: record.version },
    record,
    caption: '',
  }))
}

function createMakeEdits(stage: TraceStage, count: number, owner: string): ActionEdit[] {
  return Array.from({ length: count }, (_, index) => ({
    edit: {
      kind: 'create',
      collection: 'real-estate',
      id: stage.newId(),
      fields: { owner: `${owner}${index}`, fees: index, purpose: null },
    },
    record: null,
    caption: '',
  }))
}

function setWidth(stage: TraceStage, width: number): void {
  addLayoutChange(stage.history(), {
    label: '컬럼',
    tableId: 'table',
    before: { width: stage.layout.width },
    after: { width },
  })
  stage.layout.width = width
}

async function readSorted(stage: TraceStage): Promise<AnyRecord[]> {
  return (await stage.records()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function takeSnapshot(stage: TraceStage) {
  const records = (await readSorted(stage)).map((record) => [record.id, pickWritableFields('real-estate', record)])
  return { records, width: stage.layout.width }
}
