import { expect, test } from 'vitest'
import { takeThird } from '../../support/runner/test-depth.ts'
import type { NetworkFault } from '../../support/servers/fault-proxy.ts'
import { readServer } from '../model/office.ts'
import { advance } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage()

test.each<[string, NetworkFault, boolean]>(
  takeThird([
    ['an error inside HTTP 200', { kind: 'status', status: 200 }, false],
    ['a captive portal page with status 200', { kind: 'html' }, false],
    ['a redirect to a sign-in page', { kind: 'redirect' }, false],
    ['a proxy that requires another protocol', { kind: 'status', status: 426 }, false],
    ['204 without a body', { kind: 'no_body' }, false],
    ['a truncated response', { kind: 'truncate' }, true],
    ['a missing response', { kind: 'hang' }, true],
  ]),
)('treats %s as no acknowledgement: the edit stays and arrives once', async (_name, fault, hasArrived) => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  setWriteFaults(stage(), fault)
  const id = getInitialId(stage(), 1)
  await editRow(stage(), { tab, id }, { owner: '보낼 말' })
  await advance(world, 40_000)
  expect(listEntryStates(tab)).toEqual([expect.stringMatching(/queued|sending/)])
  expect(listStoredValues(await readServer(stage().office), id, 'owner').includes('보낼 말')).toBe(hasArrived)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '보낼 말'])
  expect(listEntryStates(tab)).toEqual([])
})

test('ignores a portal page in place of changes, and reports that it is not in sync', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  office.proxy.setFaults(() => ({ kind: 'html' }))
  tab.copy.syncNow()
  await advance(world, 120_000)
  expect(tab.copy.getStatus()).toMatchObject({ connection: 'offline', isInSync: false })
  await settleAndCheck(stage())
})
