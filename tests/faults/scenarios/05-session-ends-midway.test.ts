import { expect, test } from 'vitest'
import { expireTokens, readServer } from '../model/office.ts'
import { advance, settle, signIn } from '../model/world.ts'
import { createCase, listEntryStates, settleAndCheck, signInAndOpenTab, useStage } from './stage.ts'

const stage = useStage()

test('a session that ends during 120 edits holds them, and all arrive after the next sign-in', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const ids: string[] = []
  for (let number = 1; number <= 120; number++) ids.push(await createCase(stage(), tab, { owner: `줄 ${number}` }))
  let writes = 0
  let renewals = 0
  let hasEnded = false
  office.proxy.setFaults(({ path, writes: sent }) => {
    if (path.includes('get_refresh_token')) {
      renewals += 1
      return hasEnded ? { kind: 'pass' } : { kind: 'status', status: 503 }
    }
    const isMidway = sent.length > 0 && writes > 0
    writes += sent.length
    return isMidway ? { kind: 'status', status: 401 } : { kind: 'pass' }
  })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  while (renewals < 2) await advance(world, 1_000)
  expect(tab.copy.getStatus().needsSignIn).toBe(false)
  // Only the server itself may end a session.
  await expireTokens(office, 'sessions')
  hasEnded = true
  await advance(world, 60_000)
  expect(renewals).toBeGreaterThan(2)
  expect(tab.copy.getStatus().needsSignIn).toBe(true)
  const done = (await readServer(office)).changes.filter((change) => change.opId !== null).length
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(120)
  // Held by the sender's 401, or still queued because the pull got the 401 first; either way
  // nothing more is sent.
  expect(listEntryStates(tab)).toEqual(
    Array.from({ length: 120 - done }, () => expect.stringMatching(/^(held_auth|queued)$/)),
  )
  const soFar = writes
  await advance(world, 60_000)
  expect(writes).toBe(soFar)
  office.proxy.setFaults(() => ({ kind: 'pass' }))
  await signIn(world, world.devices.pc, 'staff')
  await settle(world)
  const server = await settleAndCheck(stage())
  expect(ids.every((id) => server.rows['real-estate'].has(id))).toBe(true)
  expect(new Set(world.sends.map((send) => send.recordId))).toEqual(new Set(ids))
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(120)
})
