import { expect, test } from 'vitest'
import { takeThird } from '../../support/runner/test-depth.ts'
import { readServer } from '../model/office.ts'
import { advance, settle } from '../model/world.ts'
import { falsifyResponses, type ProxiedResponse } from './falsify-responses.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  readRow,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

const foreignId = '0193a000-ffff-7000-8000-00000000f0e1'

test.each<[string, (response: ProxiedResponse) => ProxiedResponse]>(
  takeThird([
    ['it echoes the op-id of another edit', (response) => withHeader(response, 'op-id', foreignId)],
    ['its op-id is missing', (response) => withHeader(response, 'op-id', undefined)],
    ['its log position is missing', (response) => withHeader(response, 'change-seq', undefined)],
    ['it contains another record', (response) => withBody(response, { ...parseBody(response), id: foreignId })],
    ['its JSON is truncated', (response) => ({ ...response, body: response.body.subarray(0, 20) })],
    ['it is garbage declared as gzip', (response) => withHeader(response, 'content-encoding', 'gzip')],
    ['it is the refusal of another edit', refuseAnother],
  ]),
)('a response is no acknowledgement when %s, and the edit arrives once', async (_name, spoil) => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  let isSpoilt = true
  await falsifyResponses(office, (response, _path, opId) =>
    isSpoilt && opId !== undefined ? spoil(response) : response,
  )
  const id = getInitialId(stage(), 1)
  await editRow(stage(), { tab, id }, { owner: '보낼 말' })
  await advance(world, 5_000)
  expect(listStoredValues(await readServer(office), id, 'owner')).toContain('보낼 말')
  expect(listEntryStates(tab)).toEqual([expect.stringMatching(/queued|sending/)])
  isSpoilt = false
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '보낼 말'])
  expect(listEntryStates(tab)).toEqual([])
})

test.each<[string, (response: ProxiedResponse) => ProxiedResponse]>(
  takeThird([
    [
      'an HTML page',
      (response) => ({ ...withHeader(response, 'content-type', 'text/html'), body: Buffer.from('<html>') }),
    ],
    ['truncated JSON', (response) => ({ ...response, body: response.body.subarray(0, response.body.length / 2) })],
    ['garbage declared as gzip', (response) => withHeader(response, 'content-encoding', 'gzip')],
    ['a page with an unexpected shape', (response) => withBody(response, { changes: [], cursor: '999999999.0' })],
  ]),
)('%s in place of the changes leaves the copy and its cursor unchanged', async (_name, spoil) => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  let isSpoilt = true
  await falsifyResponses(office, (response, path) =>
    isSpoilt && path.includes('/changes') ? spoil(response) : response,
  )
  const id = getInitialId(stage(), 1)
  await editRow(stage(), { tab, id }, { owner: '보낼 말' })
  // A copy that was up to date a minute ago still counts as up to date.
  await advance(world, 90_000)
  expect((await readRow(stage(), tab, id))?.record['owner']).toBe('보낼 말')
  expect(tab.copy.getStatus().isInSync).toBe(false)
  isSpoilt = false
  await settleAndCheck(stage())
})

test('survives ten minutes without responses to writes and pulls, losing only time', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const id = getInitialId(stage(), 1)
  office.proxy.setFaults(() => ({ kind: 'hang' }))
  await editRow(stage(), { tab, id }, { owner: '보낼 말' })
  tab.copy.syncNow()
  await advance(world, 600_000)
  await editRow(stage(), { tab, id: getInitialId(stage(), 2) }, { owner: '첫 십 분 뒤' })
  expect(listEntryStates(tab)).toHaveLength(2)
  expect(tab.copy.getStatus().isInSync).toBe(false)
  office.proxy.setFaults(() => ({ kind: 'pass' }))
  // Nobody aborts hanging requests here, so the app must give them up itself.
  await advance(world, 300_000)
  await settle(world)
  expect(listEntryStates(tab)).toEqual([])
  expect(tab.copy.getStatus()).toMatchObject({ connection: 'online', isInSync: true })
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '보낼 말'])
})

test('a portal that refuses the session renewal with 403 in JSON signs nobody out', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  office.proxy.setFaults(({ path, opId }) => {
    if (path.includes('get_refresh_token')) return { kind: 'status', status: 403 }
    return opId === undefined ? { kind: 'pass' } : { kind: 'status', status: 401 }
  })
  await editRow(stage(), { tab, id: getInitialId(stage(), 1) }, { owner: '보낼 말' })
  await advance(world, 60_000)
  expect(tab.copy.getStatus().needsSignIn).toBe(false)
  setWriteFaults(stage(), { kind: 'pass' })
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, getInitialId(stage(), 1), 'owner')).toEqual(['소유자 1', '보낼 말'])
})

function withHeader(response: ProxiedResponse, name: string, value: string | undefined): ProxiedResponse {
  const { [name]: _before, ...others } = response.headers
  return { ...response, headers: value === undefined ? others : { ...others, [name]: value } }
}

function parseBody(response: ProxiedResponse): Record<string, unknown> {
  return JSON.parse(response.body.toString()) as Record<string, unknown>
}

function withBody(response: ProxiedResponse, body: unknown): ProxiedResponse {
  return { ...response, body: Buffer.from(JSON.stringify(body)) }
}

function refuseAnother(response: ProxiedResponse): ProxiedResponse {
  const refusal = withBody({ ...response, status: 422 }, { code: 'conflict', message: '다른 답입니다.' })
  return withHeader(refusal, 'op-id', foreignId)
}
