import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { NetworkFault } from '../../support/servers/fault-proxy.ts'
import { findBreaches } from '../model/check-run.ts'
import {
  closeOffice,
  openOffice,
  readServer,
  resetOffice,
  type ServerState,
  type SimulatedOffice,
} from '../model/office.ts'
import { createOwed } from '../model/promised-writes.ts'
import { closeDesk, type Desk, quiesce } from '../model/quiesce.ts'
import { cleanUp } from '../model/run-model.ts'
import {
  advance,
  attempt,
  type DeviceName,
  makeWorld,
  openTab,
  settle,
  signIn,
  type Tab,
  type World,
} from '../model/world.ts'

/** A new office with one person at two devices, for scripted scenarios. */
export interface Stage {
  readonly office: SimulatedOffice
  readonly world: World
  desks: Desk[]
}

const current: { office: SimulatedOffice | null; stage: Stage | null } = { office: null, stage: null }

/** Call once per file; `stage()` is new in every test. */
export function useStage(hasEvents = true): () => Stage {
  beforeAll(async () => {
    current.office = await openOffice()
  })
  beforeEach(async () => {
    if (!current.office) throw new Error('no office')
    await resetOffice(current.office)
    current.stage = {
      office: current.office,
      world: makeWorld(current.office, { hasEvents, isTabletSealed: true }),
      desks: [],
    }
  })
  afterEach(() => {
    if (current.stage) cleanUp(current.stage.world, current.stage.desks)
  })
  afterAll(async () => {
    if (current.office) await closeOffice(current.office)
  })
  return function stage() {
    if (!current.stage) throw new Error('the stage is used outside of a test')
    return current.stage
  }
}

/** Signs somebody in on a device and opens a tab; resolves when its copy is complete. */
export async function signInAndOpenTab(
  { world }: Stage,
  name: DeviceName = 'pc',
  account: 'staff' | 'superuser' = 'staff',
): Promise<Tab> {
  await signIn(world, world.devices[name], account)
  return openAnotherTab(world, name)
}

export async function openAnotherTab(world: World, name: DeviceName = 'pc'): Promise<Tab> {
  const tab = await openTab(world, world.devices[name])
  if (!tab) throw new Error('no tab opened')
  await settle(world)
  return tab
}

export async function readRow(stage: Stage, tab: Tab, id: string): Promise<SourceRow | null> {
  const name = stage.office.initialIds['real-estate-groups'].includes(id) ? 'real-estate-groups' : 'real-estate'
  const reading = await attempt(stage.world, tab.fake, tab.copy.getRow(name, id))
  return reading.kind === 'done' ? reading.value : null
}

/** Pulls until this value is on the screen, for at most half a minute. */
export async function waitUntilShown(
  stage: Stage,
  at: { tab: Tab; id: string },
  shown: [field: string, value: FieldValue],
) {
  const [field, value] = shown
  for (let round = 0; round < 30; round++) {
    at.tab.copy.syncNow()
    await advance(stage.world, 1000)
    if ((await readRow(stage, at.tab, at.id))?.record[field] === value) return
  }
  throw new Error(`${String(value)} never came`)
}

/** Changes fields of what the person sees; returns the opId. */
export async function editRow(
  stage: Stage,
  at: { tab: Tab; id: string },
  values: Record<string, FieldValue>,
): Promise<string> {
  const row = await readRow(stage, at.tab, at.id)
  if (!row) throw new Error(`${at.id} is not on the screen`)
  const changes = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, { old: row.record[field] ?? null, new: value }]),
  )
  const collection: CollectionName = 'owner' in row.record ? 'real-estate' : 'real-estate-groups'
  const edit = { kind: 'update', collection, id: at.id, baseVersion: row.record.version, changes } as const
  const [opId = ''] = await at.tab.copy.enqueue(edit)
  return opId
}

export async function createCase(stage: Stage, tab: Tab, fields: Record<string, FieldValue>): Promise<string> {
  const id = tab.fake.runtime.newId()
  const [group] = stage.office.initialIds['real-estate-groups']
  await tab.copy.enqueue({
    kind: 'create',
    collection: 'real-estate',
    id,
    fields: { group_id: group ?? null, ...fields },
  })
  return id
}

/** The n-th entry or group of the initial data, from 1. */
export function getInitialId({ office }: Stage, number: number, name: CollectionName = 'real-estate'): string {
  const id = office.initialIds[name][number - 1]
  if (id === undefined) throw new Error(`there is no ${name} ${number}`)
  return id
}

/** Applies the fault to writes only, `times` times. */
export function setWriteFaults({ office }: Stage, fault: NetworkFault, times = Number.POSITIVE_INFINITY): void {
  let faultsLeft = times
  office.proxy.setFaults(({ opId }) => (opId !== undefined && faultsLeft-- > 0 ? fault : { kind: 'pass' }))
}

/**
 * Removes faults, waits until everything settles and checks the invariants. Returns the database's
 * content.
 */
export async function settleAndCheck(stage: Stage): Promise<ServerState> {
  for (const desk of stage.desks) closeDesk(desk)
  stage.desks = await quiesce(stage.world)
  expect(await findBreaches(stage.world, createOwed(), stage.desks)).toEqual([])
  return readServer(stage.office)
}

/** Values that a field of a record had in the database, in order. */
export function listStoredValues(server: ServerState, id: string, field: string): unknown[] {
  return server.changes.flatMap((change) => {
    const step = change.recordId === id ? change.fields[field] : undefined
    return step ? [step.new] : []
  })
}

export function listEntryStates(tab: Tab): string[] {
  return tab.copy.outbox.getEntries().map((entry) => entry.state)
}
