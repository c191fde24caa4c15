import { expect, test } from 'vitest'
import { batchPath, batchResponseSchema } from '#contract/sync/sync.ts'
import { takeThird } from '../../support/runner/test-depth.ts'
import type { NetworkFault } from '../../support/servers/fault-proxy.ts'
import { readServer, writeAsColleague } from '../model/office.ts'
import { advance, settle, type Tab } from '../model/world.ts'
import { falsifyResponses, type ProxiedResponse } from './falsify-responses.ts'
import {
  createCase,
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  openAnotherTab,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

/** Creates `count` entries offline; none of them was ever sent. */
async function createOffline(tab: Tab, count: number): Promise<string[]> {
  const { world } = stage()
  world.devices.pc.isOffline = true
  // Offline first: after an attempt that cannot reach the server, entries would be retried one by
  // one.
  const ids: string[] = []
  for (let number = 1; number <= count; number++) ids.push(await createCase(stage(), tab, { owner: `줄 ${number}` }))
  await settle(world)
  return ids
}

function reconnect(tab: Tab): void {
  stage().world.devices.pc.isOffline = false
  tab.copy.syncNow()
}

function setBatchFaults(fault: NetworkFault, times = Number.POSITIVE_INFINITY): void {
  let faultsLeft = times
  stage().office.proxy.setFaults(({ path }) => (path === batchPath && faultsLeft-- > 0 ? fault : { kind: 'pass' }))
}

async function expectOnceEach(ids: readonly string[]): Promise<void> {
  const server = await settleAndCheck(stage())
  for (const id of ids) expect(listStoredValues(server, id, 'owner')).toHaveLength(1)
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(ids.length)
}

test.each<[string, NetworkFault]>(
  takeThird([
    ['succeeds but loses its response', { kind: 'drop_response' }],
    ['is lost before it arrives', { kind: 'drop_request' }],
    ['is half done when the server dies', { kind: 'partial' }],
    ['arrives twice', { kind: 'duplicate' }],
    ['gets a truncated response', { kind: 'truncate' }],
    ['gets a portal page as response', { kind: 'html' }],
    ['is redirected', { kind: 'redirect' }],
    ['gets an empty response', { kind: 'no_body' }],
    ['gets a 403 from an intermediary', { kind: 'status', status: 403 }],
    ['gets a 409 from an intermediary', { kind: 'status', status: 409 }],
    ['gets a 422 from an intermediary', { kind: 'status', status: 422 }],
    ['gets a 500', { kind: 'status', status: 500 }],
    ['gets a 503 with Retry-After', { kind: 'status', status: 503, retryAfter: 2 }],
    ['reaches a server that has no batches', { kind: 'status', status: 404 }],
  ]),
)('a batch that %s: every edit is stored once, none is refused or held', async (_name, fault) => {
  const tab = await signInAndOpenTab(stage())
  const ids = await createOffline(tab, 30)
  setBatchFaults(fault)
  reconnect(tab)
  await advance(stage().world, 30_000)
  expect(stage().office.proxy.requests.some(({ path }) => path === batchPath)).toBe(true)
  expect(listEntryStates(tab)).toEqual([])
  await expectOnceEach(ids)
})

test('gives up on an unanswered batch after 30 seconds and finds each of its edits done', async () => {
  const tab = await signInAndOpenTab(stage())
  const ids = await createOffline(tab, 30)
  setBatchFaults({ kind: 'hang' })
  reconnect(tab)
  await advance(stage().world, 90_000)
  expect(listEntryStates(tab)).toEqual([])
  await expectOnceEach(ids)
})

test.each<[string, (response: ProxiedResponse) => ProxiedResponse]>(
  takeThird([
    ['lacks one of its edits', (response) => withEntries(response, (all) => all.slice(1))],
    [
      'contains an edit that was not in it',
      (response) => withEntries(response, ([firstEntry, ...rest]) => [toForeignEntry(firstEntry), ...rest]),
    ],
    [
      'contains one edit twice',
      (response) => withEntries(response, ([firstEntry, , ...rest]) => [firstEntry, firstEntry, ...rest]),
    ],
    [
      'has an unexpected shape',
      (response) => ({ ...response, body: Buffer.from('{"v":1,"answers":[{"status":200}]}') }),
    ],
    [
      'has another version',
      (response) => ({ ...response, body: Buffer.from(response.body.toString().replace('"v":1', '"v":2')) }),
    ],
  ]),
)('a response to a batch that %s acknowledges nothing; each edit arrives once', async (_name, spoil) => {
  const tab = await signInAndOpenTab(stage())
  const ids = await createOffline(tab, 20)
  let spoilt = 0
  await falsifyResponses(stage().office, (response, path) => {
    if (path !== batchPath) return response
    spoilt += 1
    return spoil(response)
  })
  reconnect(tab)
  await advance(stage().world, 30_000)
  expect(spoilt).toBeGreaterThan(0)
  expect(listEntryStates(tab)).toEqual([])
  await expectOnceEach(ids)
})

test('a response with a wrong id, version or cursor inside acknowledges only the other edits', async () => {
  const tab = await signInAndOpenTab(stage())
  const ids = await createOffline(tab, 20)
  let isFirst = true
  await falsifyResponses(stage().office, (response, path) => {
    if (path !== batchPath || !isFirst) return response
    isFirst = false
    return withEntries(response, ([firstEntry, secondEntry, thirdEntry, ...rest]) => [
      { ...firstEntry, headers: { ...firstEntry?.['headers'], 'op-id': strangeId } },
      { ...secondEntry, headers: { 'op-id': secondEntry?.['op_id'] } },
      { ...thirdEntry, body: { id: strangeId, version: 1 } },
      ...rest,
    ])
  })
  reconnect(tab)
  await advance(stage().world, 30_000)
  expect(listEntryStates(tab)).toEqual([])
  await expectOnceEach(ids)
})

test('a merge, a conflict, a delete and a refusal in one batch each get their own outcome', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const others = await createOffline(tab, 8)
  const [merged, collided, gone, poisoned] = [1, 2, 3, 4].map((number) => getInitialId(stage(), number))
  await editRow(stage(), { tab, id: merged ?? '' }, { owner: '내 값' })
  await editRow(stage(), { tab, id: collided ?? '' }, { owner: '내 값' })
  await editRow(stage(), { tab, id: gone ?? '' }, { owner: '내 값' })
  await editRow(stage(), { tab, id: poisoned ?? '' }, { fees: -5 })
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: merged ?? '', tax: 7 } })
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: collided ?? '', owner: '동료 값' } })
  await writeAsColleague(office, 'real-estate', { kind: 'delete', body: { id: gone ?? '' } })
  reconnect(tab)
  await advance(world, 10_000)
  expect(listEntryStates(tab).toSorted()).toEqual(['conflict', 'rejected', 'rejected'])
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(merged ?? '')).toMatchObject({ owner: '내 값', tax: 7 })
  expect(server.rows['real-estate'].get(collided ?? '')).toMatchObject({ owner: '동료 값' })
  expect(others.every((id) => server.rows['real-estate'].has(id))).toBe(true)
})

test('never sends later edits of a record together with earlier ones, and all arrive in order', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const ids = [1, 2, 3, 4, 5, 6].map((number) => getInitialId(stage(), number))
  setBatchFaults({ kind: 'delay', ms: 4 })
  for (let step = 1; step <= 4; step++) {
    for (const id of ids) await editRow(stage(), { tab, id }, { tax: step })
    if (step % 2 === 0) await advance(world, 300)
  }
  await advance(world, 10_000)
  for (const { writes } of office.proxy.requests) {
    expect(new Set(writes.map(({ recordId }) => recordId)).size).toBe(writes.length)
  }
  const server = await settleAndCheck(stage())
  for (const id of ids) {
    const steps = listStoredValues(server, id, 'tax').map(Number)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toBe(4)
  }
})

test('a tab may die at any step of a batched replay: the next tab sends the rest, everything once', async () => {
  for (let step = 1, isAlive = false; !isAlive && step < 120; step += 3) {
    const tab = step === 1 ? await signInAndOpenTab(stage()) : await openAnotherTab(stage().world)
    const { world } = stage()
    const ids = await createOffline(tab, 12)
    tab.fake.crashAtStep(step)
    reconnect(tab)
    await advance(world, 4_000)
    isAlive = !tab.fake.isDead
    tab.fake.crashAtStep(Number.POSITIVE_INFINITY)
    const { tabs } = world.devices.pc
    if (tab.fake.isDead) tabs.splice(tabs.indexOf(tab), 1)
    const next = await openAnotherTab(world)
    await advance(world, 60_000)
    expect(listEntryStates(next), `step ${step}`).toEqual([])
    const { changes } = await readServer(stage().office)
    const effects = ids.map((id) => changes.filter((change) => change.recordId === id).length)
    expect(effects, `step ${step}`).toEqual(ids.map(() => 1))
  }
  await settleAndCheck(stage())
})

const strangeId = '0193a000-ffff-7000-8000-00000000f0e1'

type LooseResponse = Record<string, unknown> & { headers?: Record<string, unknown> }

function withEntries(
  response: ProxiedResponse,
  change: (answers: (LooseResponse | undefined)[]) => unknown[],
): ProxiedResponse {
  const { v, answers } = batchResponseSchema.parse(JSON.parse(response.body.toString()))
  return { ...response, body: Buffer.from(JSON.stringify({ v, answers: change(answers) })) }
}

function toForeignEntry(response: LooseResponse | undefined): unknown {
  return { ...response, op_id: strangeId }
}
