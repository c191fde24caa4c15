import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { type Edit, OutboxWriteError } from '#mirror/offline-copy.ts'
import type { FieldPick } from './command.ts'
import { writeAsColleague } from './office.ts'
import type { Wish } from './promised-writes.ts'
import { type CommandOf, countEvent, findOrOpenTab, pick, type Run } from './run.ts'
import { createValue, fieldNames, setValue, takeNumber } from './values.ts'
import { attempt, everything, type Tab } from './world.ts'
import { recordWritten } from './written.ts'

/** What this person sees of a collection now, or saw when they last looked. */
async function readSeenRows(
  run: Run,
  tab: Tab,
  view: { collection: CollectionName; isStale: boolean },
): Promise<SourceRow[]> {
  const isInCollection = (row: SourceRow) => 'owner' in row.record === (view.collection === 'real-estate')
  const before = [...tab.seen.values()].filter(isInCollection)
  if (view.isStale && before.length > 0) return before
  const rows: SourceRow[] = []
  const reading = tab.copy.readAll(view.collection, everything, (chunk) => void rows.push(...chunk))
  if ((await attempt(run.world, tab.fake, reading)).kind !== 'done') return []
  for (const row of before) tab.seen.delete(row.id)
  for (const row of rows) tab.seen.set(row.id, row)
  return rows
}

export async function create(run: Run, command: CommandOf<'create'>): Promise<void> {
  const tab = await findOrOpenTab(run, command)
  if (!tab) return
  const id = tab.fake.runtime.newId()
  const values = new Map<string, FieldValue>()
  const unique = new Set<string>()
  if (command.isGroup) {
    values.set('name', `새 구간 ${takeNumber(run)}`)
    unique.add('name')
  } else {
    const groups = await readSeenRows(run, tab, { collection: 'real-estate-groups', isStale: false })
    const group = pick(groups, command.tab + command.fields.length)
    if (!group) return
    values.set('group_id', group.id)
    for (const field of command.fields) setValue(run, { values, unique, field, row: null })
  }
  const collection = toCollection(command)
  await enqueueWish(run, tab, {
    values,
    unique,
    change: { kind: 'create', collection, id, fields: Object.fromEntries(values) },
  })
}

export async function edit(run: Run, command: CommandOf<'edit'>): Promise<void> {
  const tab = await findOrOpenTab(run, command)
  if (!tab) return
  const collection = toCollection(command)
  const rows = await readSeenRows(run, tab, { collection, isStale: command.isStale })
  const row = pick(
    rows.filter((candidate) => candidate.state !== 'deleted'),
    command.at,
  )
  if (!row) return
  const values = new Map<string, FieldValue>()
  const unique = new Set<string>()
  if (command.isGroup) {
    values.set('name', `구간 이름 ${takeNumber(run)}`)
    unique.add('name')
  } else for (const field of command.fields) setValue(run, { values, unique, field, row })
  const changes: Record<string, { old: FieldValue; new: FieldValue }> = {}
  for (const [field, value] of values) {
    const old = row.record[field] ?? null
    if (old === value) values.delete(field)
    else changes[field] = { old, new: value }
  }
  if (values.size === 0) return
  const { version: baseVersion } =
    (command.isStale && (await findUnchangedRecord(run, tab, { collection, row, changes }))) || row.record
  const change: Edit = { kind: 'update', collection, id: row.id, baseVersion, changes }
  await enqueueWish(run, tab, { values, unique, theirs: readTheirs(row), change })
}

/** Values by others that this row's conflict marks show. */
function readTheirs({ marks }: SourceRow): Map<string, FieldValue> {
  const conflicts = Object.entries(marks).filter(([, { state }]) => state === 'conflict')
  return new Map(conflicts.map(([field, { theirs = null }]) => [field, theirs]))
}

/**
 * Like the table (app/ui/data-table/pending/post-actions.ts): fields still equal to what their
 * author saw are changed on the current record.
 */
async function findUnchangedRecord(
  run: Run,
  tab: Tab,
  made: { collection: CollectionName; row: SourceRow; changes: Record<string, { old: FieldValue }> },
): Promise<SourceRow['record'] | null> {
  const reading = await attempt(run.world, tab.fake, tab.copy.getRow(made.collection, made.row.id))
  const current = reading.kind === 'done' ? reading.value?.record : undefined
  const isSeen = current && Object.entries(made.changes).every(([field, { old }]) => (current[field] ?? null) === old)
  return isSeen ? current : null
}

export async function remove(run: Run, command: CommandOf<'delete'>): Promise<void> {
  const tab = await findOrOpenTab(run, command)
  if (!tab) return
  const collection = toCollection(command)
  const rows = await readSeenRows(run, tab, { collection, isStale: false })
  const row = pick(
    rows.filter((candidate) => candidate.state !== 'deleted'),
    command.at,
  )
  if (!row) return
  const change: Edit = { kind: 'delete', collection, id: row.id, baseVersion: row.record.version }
  await enqueueWish(run, tab, { values: new Map<string, FieldValue>(), unique: new Set<string>(), change })
  tab.seen.delete(row.id)
}

function toCollection(command: { isGroup: boolean }): CollectionName {
  return command.isGroup ? 'real-estate-groups' : 'real-estate'
}

/**
 * The cells show typed values at once, stored or not, so a later edit of a field builds on them.
 */
export async function burst(run: Run, command: CommandOf<'burst'>): Promise<void> {
  const tab = await findOrOpenTab(run, command)
  if (!tab) return
  const rows = await readSeenRows(run, tab, { collection: 'real-estate', isStale: false })
  const typed = new Map<string, SourceRow>()
  const wanted = command.edits.flatMap(({ at, field }) => {
    const pickedRow = pick(
      rows.filter((candidate) => candidate.state !== 'deleted'),
      at,
    )
    const row = pickedRow && (typed.get(pickedRow.id) ?? pickedRow)
    const wantedChange = row && chooseChange(run, row, field)
    if (wantedChange)
      typed.set(row.id, { ...row, record: { ...row.record, ...Object.fromEntries(wantedChange.values) } })
    return wantedChange ?? []
  })
  if (command.killIn !== null) tab.fake.crashAtStep(command.killIn)
  const sent = wanted.map((wantedChange) => ({ ...wantedChange, keeping: enqueueEdit(tab, wantedChange.change) }))
  for (const { keeping } of sent) keeping.catch(() => undefined)
  const results: Wish['result'][] = []
  for (const sentChange of sent) results.push(await recordOutcome(run, tab, sentChange))
  if (results.length > 2)
    countEvent(run, results.includes('unknown') ? 'burst cut short' : `burst ${String(results[0])}`)
}

function chooseChange(run: Run, row: SourceRow, field: FieldPick): WantedChange | null {
  const values = new Map<string, FieldValue>()
  const unique = new Set<string>()
  setValue(run, { values, unique, field, row })
  const [only] = values
  if (!only) return null
  const [key, value] = only
  const old = row.record[key] ?? null
  if (old === value) return null
  const changes = { [key]: { old, new: value } }
  const { version: baseVersion } = row.record
  const change: Edit = { kind: 'update', collection: 'real-estate', id: row.id, baseVersion, changes }
  return { values, unique, theirs: readTheirs(row), change }
}

type WantedChange = Pick<Wish, 'values' | 'unique'> & Partial<Pick<Wish, 'theirs'>> & { change: Edit }

/** Passes the change to the app and records its result. */
async function enqueueWish(run: Run, tab: Tab, wanted: WantedChange): Promise<void> {
  await recordOutcome(run, tab, { ...wanted, keeping: enqueueEdit(tab, wanted.change) })
}

/**
 * Returns the seq of the edit's outbox entry, looked up at once: later it may be under another opId
 * or gone.
 */
async function enqueueEdit(tab: Tab, change: Edit): Promise<number | null> {
  const [opId = ''] = await tab.copy.enqueue(change)
  return tab.copy.outbox.getEntries().find((entry) => entry.opId === opId)?.seq ?? null
}

async function recordOutcome(
  run: Run,
  tab: Tab,
  wanted: WantedChange & { keeping: Promise<number | null> },
): Promise<Wish['result']> {
  const { change, keeping, theirs = new Map<string, FieldValue>(), ...what } = wanted
  const changeEntries = change.kind === 'update' ? Object.entries(change.changes) : []
  const { owed, world } = run
  const outcome = await attempt(world, tab.fake, keeping)
  if (outcome.kind === 'failed' && !(outcome.error instanceof OutboxWriteError)) throw outcome.error
  const isDone = outcome.kind === 'done'
  const result = isDone ? 'kept' : outcome.kind === 'died' || isStorageLost(outcome.error) ? 'unknown' : 'not_kept'
  countEvent(run, `edit ${result}`)
  owed.wishes.push({
    ...what,
    previousValues: new Map(changeEntries.map(([field, { old }]) => [field, old])),
    theirs,
    number: takeNumber(run),
    outboxName: tab.outboxName,
    account: tab.account,
    collection: change.collection,
    recordId: change.id,
    kind: change.kind,
    result,
    seq: isDone ? outcome.value : null,
    isFix: false,
  })
  recordWritten(run, tab, { recordId: change.id, values: wanted.values, isDone: isDone && change.kind !== 'delete' })
  return result
}

/** The storage was lost during the write, so the result is unknown. */
function isStorageLost(error: unknown): boolean {
  return error instanceof OutboxWriteError && error.reason !== 'full'
}

export async function colleague(run: Run, command: CommandOf<'colleague'>): Promise<void> {
  const { office } = run.world
  const last = command.isSame ? run.owed.wishes.findLast((candidate) => candidate.kind === 'update') : undefined
  if (last && command.act === 'edit') return collide(run, last)
  const collection = toCollection(command)
  const made = run.owed.wishes.filter((candidate) => candidate.collection === collection && candidate.kind === 'create')
  const id = pick([...office.initialIds[collection], ...made.map((creation) => creation.recordId)], command.at)
  if (!id) return
  const field = command.isGroup ? 'name' : (fieldNames[command.field] ?? 'owner')
  const isEdit = command.act === 'edit'
  const value = command.isGroup ? `남의 ${takeNumber(run)}` : createValue(field, takeNumber(run))
  const isDone = await writeAsColleague(
    office,
    collection,
    isEdit ? { kind: 'update', body: { id, [field]: value } } : { kind: 'delete', body: { id } },
  )
  if (!isDone) return
  run.owed.contested.add(isEdit ? `${id}/${field}` : id)
  recordWritten(run, null, { recordId: id, values: isEdit ? new Map([[field, value]]) : new Map(), isDone })
}

/** The colleague changes the field that somebody on a device has just changed. */
async function collide(run: Run, { collection, recordId: id, values }: Wish): Promise<void> {
  const field = [...values.keys()].find((key) => fieldNames.includes(key) || key === 'name')
  if (field === undefined) return
  const value = field === 'name' ? `남의 ${takeNumber(run)}` : createValue(field, takeNumber(run))
  const isDone = await writeAsColleague(run.world.office, collection, { kind: 'update', body: { id, [field]: value } })
  if (!isDone) return
  run.owed.contested.add(`${id}/${field}`)
  recordWritten(run, null, { recordId: id, values: new Map([[field, value]]), isDone })
}
