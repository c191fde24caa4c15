import type { RowSource, SourceRow } from '#contract/row-source.ts'
import type {
  CellChange,
  EditAct,
  HeldChange,
  OnEdit,
  PendingCell,
  PendingCells,
  PendingRow,
} from './data-table-props.ts'
import { createSignals } from './signals.ts'

/** Whether a field waits for a person: for 저장, or for another value. What is on its way does not. */
export function isUnsaved(cell: PendingCell | undefined): boolean {
  return cell !== undefined && (cell.base !== undefined || cell.error !== null)
}

const nothing: PendingRow = {}
/** How long a kept value waits for a source that says nothing more about the row. */
const patience = 2000
/** A value that is kept sooner says nothing about it: a sign that comes and goes with every edit tells nobody anything. */
const lateAfterMs = 150

/** `holdsEdits`: every edit waits for 저장, those made in the table too. */
export function pendingCells(
  sourceNow: () => RowSource,
  { holdsEdits = false }: { holdsEdits?: boolean } = {},
): PendingCells {
  const map = cellMap()
  const post = poster(map, sourceNow)
  const { of, put, drop } = map

  function hold({ row, key, value, refused }: HeldChange) {
    const standing = of(row.id)[key]
    const seen = standing && !isUnsaved(standing) ? { ...row, record: { ...row.record, [key]: standing.value } } : row
    const base = standing?.base ?? seen
    const isNoChange = value === (seen.record[key] ?? null) || value === (base.record[key] ?? null)
    if (refused || !isNoChange)
      put([[row.id, key, { value, text: refused?.text ?? null, error: refused?.error ?? null, base }]])
    else if (isUnsaved(standing)) drop(row.id, [key])
  }

  return {
    of,
    subscribe: map.subscribe,
    async send(act, onEdit) {
      const waits = (change: CellChange) => holdsEdits || of(change.row.id)[change.key]?.base !== undefined
      const [held, atOnce] = [act.changes.filter(waits), act.changes.filter((change) => !waits(change))]
      for (const { row, key, new: value } of held) hold({ row, key, value })
      if (atOnce.length > 0 || act.newRows !== undefined) await post({ ...act, changes: atOnce }, onEdit)
    },
    refuse({ row, key, text, error }) {
      const value = row.record[key] ?? null
      if (holdsEdits || of(row.id)[key]?.base) hold({ row, key, value, refused: { text, error } })
      else put([[row.id, key, { value, text, error }]])
    },
    drop: (rowId, key) => drop(rowId, [key]),
    hold,
    rebase(row, key) {
      const cell = of(row.id)[key]
      if (cell?.base) put([[row.id, key, { ...cell, base: row }]])
    },
    unsavedRows: map.unsavedRows,
    subscribeUnsaved: map.subscribeUnsaved,
    save(rowIds, onEdit) {
      const cells = rowIds.flatMap((rowId) => unsavedCells(rowId, of(rowId)))
      if (cells.some(({ cell }) => cell.text !== null)) return false
      const changes = cells.flatMap((each) => changeOf(each, sourceNow().rowById(each.rowId)))
      if (changes.length > 0) void post({ kind: 'cell', changes }, onEdit)
      return true
    },
    discard(rowId) {
      const keys = unsavedCells(rowId, of(rowId)).map(({ key }) => key)
      drop(rowId, keys)
    },
  }
}

type PlacedCell = readonly [rowId: string, key: string, cell: PendingCell]

/** The map itself, which tells who draws a row when a cell of it changes, and who asks before leaving when another row is unsaved. */
function cellMap() {
  const signals = createSignals()
  const rows = new Map<string, PendingRow>()
  const unsaved = new Set<string>()
  let unsavedList: readonly string[] = []

  function of(rowId: string): PendingRow {
    return rows.get(rowId) ?? nothing
  }

  /** Looks at these rows only: a paste of a hundred thousand cells lets them go one by one. */
  function tell(rowIds: Iterable<string>) {
    let isOther = false
    for (const rowId of rowIds) {
      const was = unsaved.has(rowId)
      const is = Object.values(of(rowId)).some(isUnsaved)
      if (is && !was) unsaved.add(rowId)
      if (was && !is) unsaved.delete(rowId)
      isOther ||= is !== was
      signals.emit(`cells:${rowId}`)
    }
    if (!isOther) return
    unsavedList = [...unsaved]
    signals.emit('unsaved')
  }

  return {
    of,
    put(cells: readonly PlacedCell[]) {
      for (const [rowId, key, cell] of cells) rows.set(rowId, { ...of(rowId), [key]: cell })
      tell(new Set(cells.map(([rowId]) => rowId)))
    },
    drop(rowId: string, keys: readonly string[]) {
      const before = Object.entries(of(rowId))
      const rest = before.filter(([key]) => !keys.includes(key))
      if (rest.length === before.length) return
      if (rest.length === 0) rows.delete(rowId)
      else rows.set(rowId, Object.fromEntries(rest))
      tell([rowId])
    },
    subscribe: (rowId: string, listener: () => void) => signals.on(`cells:${rowId}`, listener),
    unsavedRows: () => unsavedList,
    subscribeUnsaved: (listener: () => void) => signals.on('unsaved', listener),
  }
}

/**
 * Sends an act: its values show at once, say so when keeping them takes long, go when they are kept and the source shows them, and stay with the reason when
 * they are not.
 */
function poster({ of, put, drop }: ReturnType<typeof cellMap>, sourceNow: () => RowSource) {
  /** The value is kept: it may go as soon as the source shows it, or says anything else about the row. */
  function release({ row, key, new: value }: CellChange, cell: PendingCell) {
    const isCurrent = () => of(row.id)[key] === cell
    if (!isCurrent()) return
    const source = sourceNow()
    if (source.rowById(row.id)?.record[key] === value) {
      drop(row.id, [key])
      return
    }
    function finish() {
      stop()
      clearTimeout(timer)
      if (isCurrent()) drop(row.id, [key])
    }
    const stop = source.subscribeRow(row.id, finish)
    const timer = setTimeout(finish, patience)
  }

  return async function post(act: EditAct, onEdit: OnEdit): Promise<void> {
    const sent = act.changes.map((change) => {
      const cell: PendingCell = { value: change.new, text: null, error: null }
      return { change, cell, base: of(change.row.id)[change.key]?.base }
    })
    put(sent.map(({ change, cell }) => [change.row.id, change.key, cell]))
    const endLate = sayLate({ of, put }, sent)
    const message = await outcomeOf(act, onEdit)
    endLate()
    if (message === null) {
      for (const { change, cell } of sent) release(change, cell)
      return
    }
    const standing = sent.filter(({ change, cell }) => of(change.row.id)[change.key] === cell)
    put(
      standing.map(({ change, cell, base }) => {
        const refused: PendingCell = { ...cell, error: message, ...(base ? { base } : {}) }
        return [change.row.id, change.key, refused]
      }),
    )
  }
}

/** Lets values that are still on their way after a moment say so. Answers how to end that, with the values standing as they were. */
function sayLate(
  { of, put }: Pick<ReturnType<typeof cellMap>, 'of' | 'put'>,
  sent: readonly { change: CellChange; cell: PendingCell }[],
): () => void {
  const both = sent.map(({ change, cell }) => ({ change, own: cell, late: { ...cell, isLate: true as const } }))
  let isSaid = false
  function show(to: 'own' | 'late') {
    const from = to === 'own' ? 'late' : 'own'
    const standing = both.filter((each) => of(each.change.row.id)[each.change.key] === each[from])
    put(standing.map((each) => [each.change.row.id, each.change.key, each[to]]))
    isSaid = to === 'late'
  }
  const timer = setTimeout(() => show('late'), lateAfterMs)
  return () => {
    clearTimeout(timer)
    if (isSaid) show('own')
  }
}

interface UnsavedCell {
  readonly rowId: string
  readonly key: string
  readonly cell: PendingCell
}

function unsavedCells(rowId: string, row: PendingRow): readonly UnsavedCell[] {
  return Object.entries(row)
    .filter(([, cell]) => isUnsaved(cell))
    .map(([key, cell]) => ({ rowId, key, cell }))
}

/**
 * What 저장 sends of one field: the value its author saw as the old one. The row is the present one where that value still stands in it, so that fields begun
 * at different times go out together; else the row as it was seen, and whoever carries the act out hears of the conflict.
 */
function changeOf({ key, cell }: UnsavedCell, now: SourceRow | undefined): readonly CellChange[] {
  const seen = cell.base ?? now
  if (!seen) return []
  const old = seen.record[key] ?? null
  const row = now && (now.record[key] ?? null) === old ? now : seen
  return [{ row, key, old, new: cell.value }]
}

async function outcomeOf(act: EditAct, onEdit: OnEdit): Promise<string | null> {
  try {
    const outcome = await onEdit(act)
    return outcome ? outcome.message : null
  } catch (error) {
    // A screen that throws has not kept the value; what the user typed must stand, and the bug must still be heard of.
    reportError(error)
    return '이 기기에 저장하지 못했습니다. 다시 입력해 주세요.'
  }
}
