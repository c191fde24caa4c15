import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { openMirror } from '#mirror/store/open-mirror.ts'
import { createMirroredData, readMirror } from '#mirror/worker/mirrored-data.ts'
import { checkOutboxInvariants, createWitness } from '../../support/outbox/check-outbox-invariants.ts'
import { findWrongMemories } from './check-memory.ts'
import { forEachCollection, readServer, type ServerState, userIdByAccount } from './office.ts'
import { findUnpaid, type Owed } from './promised-writes.ts'
import { type Desk, listAllTabs } from './quiesce.ts'
import type { SendAttempt } from './sends.ts'
import { advance, attempt, everything, listAliveTabs, openFakeTab, settle, type Tab, type World } from './world.ts'

/** Checks the invariants after everything has settled; returns one line per breach. */
export async function findBreaches(world: World, owed: Owed, desks: readonly Desk[]): Promise<string[]> {
  const server = await readServer(world.office)
  const waiting = new Map(desks.map((desk) => [desk.name, desk.entries()]))
  const breaches = [
    ...findUnpaid(owed, server, waiting),
    ...findDoubleEffects(server),
    ...findStrangers(world.sends, server),
    ...findDisorder(world.sends),
    ...findRenumbered(world.sends, server),
    ...desks.flatMap((desk) => findDoneAndRefused(desk, server)),
  ]
  for (const desk of desks) {
    breaches.push(...(await checkOutboxInvariants(desk.outbox, createWitness())).map((line) => `${desk.name}: ${line}`))
    breaches.push(...(await findWrongMemories(desk, server)))
  }
  breaches.push(...(await waitUntilNone(world, () => findWrongCopies(world, server, desks))))
  return breaches
}

function findDoubleEffects({ changes }: ServerState): string[] {
  const effects = Map.groupBy(
    changes.filter((change) => change.opId !== null),
    (change) => change.opId,
  )
  return [...effects]
    .filter(([, rows]) => rows.length > 1)
    .map(([opId, rows]) => `${opId} took effect ${rows.length} times`)
}

/** Nothing stored in the database is reported as refused. */
function findDoneAndRefused(desk: Desk, { changes }: ServerState): string[] {
  const effective = new Set(changes.map((change) => change.opId))
  return [...desk.outbox.image.entriesBySeq.values()].flatMap((op) =>
    [op.opId, ...op.formerOpIds]
      .filter((opId) => effective.has(opId))
      .map((opId) => `${desk.name}: ${opId} took effect, but its state is ${op.state}`),
  )
}

/** A write that took effect under one operation id is never sent again under another. */
function findRenumbered(sends: readonly SendAttempt[], { ops }: ServerState): string[] {
  const breaches: string[] = []
  for (const [lane, sent] of Map.groupBy(sends, (send) => `${send.outboxName} ${send.recordId}`)) {
    for (const [index, send] of sent.entries()) {
      const before = sent[index - 1]
      if (!before || before.opId === send.opId || before.text !== send.text) continue
      const status = ops.get(before.opId)?.status ?? 0
      if (status >= 200 && status < 300)
        breaches.push(`${lane}: ${before.opId} was done and went out again as ${send.opId}`)
    }
  }
  return breaches
}

/** Nothing of one person was sent under another's name. */
function findStrangers(sends: readonly SendAttempt[], server: ServerState): string[] {
  return sends.flatMap(({ opId, userId, outboxName }) => {
    const op = server.ops.get(opId)
    return op && op.userId !== userId ? [`${opId} of ${outboxName} was sent as ${op.userId}`] : []
  })
}

/**
 * Per record, an entry followed by a later one is never sent again, and a repeat is byte for byte
 * the same.
 */
function findDisorder(sends: readonly SendAttempt[]): string[] {
  const breaches: string[] = []
  for (const [lane, sent] of Map.groupBy(sends, (send) => `${send.outboxName} ${send.recordId}`)) {
    const finishedEntries = new Set<string>()
    let last: SendAttempt | null = null
    for (const send of sent) {
      if (finishedEntries.has(send.opId)) breaches.push(`${lane}: ${send.opId} was sent again after a later one`)
      if (last && last.opId !== send.opId) finishedEntries.add(last.opId)
      last = send
    }
    for (const [opId, again] of Map.groupBy(sent, (send) => send.opId)) {
      if (new Set(again.map((send) => send.text)).size > 1)
        breaches.push(`${lane}: ${opId} was sent with different texts`)
    }
  }
  return breaches
}

/** News of changes arrives asynchronously, but must arrive soon. */
async function waitUntilNone(world: World, find: () => Promise<string[]>): Promise<string[]> {
  for (let round = 0; ; round++) {
    const found = await find()
    if (found.length === 0 || round === 8) return found
    await new Promise((resolve) => setTimeout(resolve, 10 * round))
    for (const tab of listAllTabs(world)) tab.copy.syncNow()
    await advance(world, 6_000)
  }
}

async function findWrongCopies(world: World, server: ServerState, desks: readonly Desk[]): Promise<string[]> {
  const wrong: string[] = []
  for (const desk of desks) {
    const mirrored = await readConfirmed(world, desk)
    for (const name of collectionNames) {
      wrong.push(...listDifferences(`mirror of ${desk.name}`, server.rows[name], mirrored[name]))
    }
    for (const tab of listAliveTabs(desk.device).filter((aliveTab) => aliveTab.account === desk.account)) {
      const expected = overlayEdits(server.rows['real-estate'], desk, 'real-estate')
      const [view, rows] = [await readView(world, tab), await readRows(world, tab)]
      wrong.push(...listDifferences(`view of tab ${tab.number}, ${desk.name}`, expected, view))
      wrong.push(...listDifferences(`rows of tab ${tab.number}, ${desk.name}`, expected, rows))
    }
  }
  return wrong
}

type Rows = ReadonlyMap<string, AnyRecord>

function listDifferences(where: string, expected: Rows, found: Rows): string[] {
  const wrong: string[] = []
  for (const id of new Set([...expected.keys(), ...found.keys()])) {
    const [wanted, actual] = [expected.get(id), found.get(id)]
    if (!wanted || !actual) wrong.push(`${where}: ${id.slice(-6)} ${actual ? 'should not be there' : 'is missing'}`)
    else wrong.push(...listDifferingFields(wanted, actual).map((field) => `${where}: ${id.slice(-6)} ${field}`))
  }
  return wrong
}

function listDifferingFields(wanted: AnyRecord, actual: AnyRecord): string[] {
  // Skips instants, which the server sets and may write with another offset, and the version, which
  // unconfirmed records lack.
  const fields = Object.keys(wanted).filter((field) => !['inserted_at', 'updated_at', 'version'].includes(field))
  return fields
    .filter((field) => (wanted[field] ?? null) !== (actual[field] ?? null))
    .map((field) => `${field} is ${String(actual[field])} and not ${String(wanted[field])}`)
}

/** The mirror without pending edits, read with an empty outbox. */
async function readConfirmed(world: World, desk: Desk): Promise<Record<CollectionName, Map<string, AnyRecord>>> {
  const { runtime } = openFakeTab(world, desk.device, desk)
  const emptyOutbox = await openOutbox(runtime, '0193a000-0000-7000-8000-00000000dead')
  const mirror = await openMirror(runtime, userIdByAccount[desk.account])
  const data = createMirroredData(emptyOutbox)
  await readMirror(data, mirror.database, () => undefined)
  const found = forEachCollection(() => new Map<string, AnyRecord>())
  for (const name of collectionNames) {
    const { table } = data.engine.collection(name)
    for (let slot = 0; slot < table.size(); slot++) {
      const record = table.readConfirmed(slot)
      if (record) found[name].set(record.id, record)
    }
  }
  mirror.database.close()
  closeOutbox(emptyOutbox)
  return found
}

/**
 * mirror ⊕ outbox by definition, independent of the app's implementation. A deleted record is shown
 * as long as pending edits hold its values.
 */
function overlayEdits(confirmed: Rows, desk: Desk, collection: CollectionName): Map<string, AnyRecord> {
  const rows = new Map<string, AnyRecord>(confirmed)
  const lostRecords = new Map(
    [...desk.outbox.image.entriesBySeq.values()].flatMap((op) => (op.lost ? [[op.recordId, op.lost] as const] : [])),
  )
  for (const entry of desk.entries()) {
    if (entry.collection !== collection) continue
    const base = rows.get(entry.recordId) ?? lostRecords.get(entry.recordId)
    if (entry.kind === 'delete') {
      if (['rejected', 'conflict', 'held_old'].includes(entry.state)) continue
      rows.delete(entry.recordId)
      // A later edit by a tab that did not know of the delete does not restore the record either.
      lostRecords.delete(entry.recordId)
      continue
    }
    if (!base && entry.kind === 'update') continue
    const record: Record<string, FieldValue> = base ? { ...base } : { id: entry.recordId }
    for (const [field, change] of Object.entries(entry.changes)) record[field] = change.new
    rows.set(entry.recordId, record as AnyRecord)
  }
  return rows
}

async function readView(world: World, tab: Tab): Promise<Map<string, AnyRecord>> {
  const rows: SourceRow[] = []
  const reading = tab.copy.readAll('real-estate', everything, (chunk) => void rows.push(...chunk))
  await attempt(world, tab.fake, reading)
  return new Map(rows.map((row) => [row.id, row.record]))
}

/** The rows a table would render, by index. */
async function readRows(world: World, tab: Tab): Promise<Map<string, AnyRecord>> {
  tab.rows.refresh()
  await settle(world)
  const { total } = tab.rows.getState()
  tab.rows.ensureRange(0, Math.max(0, total - 1))
  await settle(world)
  const found = new Map<string, AnyRecord>()
  for (let index = 0; index < total; index++) {
    const row = tab.rows.rowAt(index)
    if (row) found.set(row.id, row.record)
  }
  return found
}

/**
 * A person's own value must not flicker: in the tab where they wrote last, it stays until somebody
 * else writes the field.
 */
export async function findFlicker(world: World): Promise<string[]> {
  const flickers: string[] = []
  for (const tab of Object.values(world.devices).flatMap((device) => listAliveTabs(device))) {
    for (const [key, value] of [...tab.written].slice(-3)) {
      const [id = '', field = ''] = key.split('/')
      const name = field === 'name' ? 'real-estate-groups' : 'real-estate'
      const reading = await attempt(world, tab.fake, tab.copy.getRow(name, id))
      if (reading.kind !== 'done' || reading.value?.record[field] === value) continue
      const shown = reading.value ? String(reading.value.record[field]) : 'no record'
      flickers.push(
        `tab ${tab.number} shows ${shown} for ${field} of ${id.slice(-6)} after ${String(value)} was written there`,
      )
    }
  }
  return flickers
}
