import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { writableLeaveRequestBook } from '#server/leave/leave-request-book.ts'
import { newId } from '#server/new-id.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { type Account, userIdByAccount } from '../model/office.ts'
import { advance, attempt, signIn, type Tab } from '../model/world.ts'
import { openAnotherTab, signInAndOpenTab, useStage } from './stage.ts'

const stage = useStage()

afterEach(async () => {
  const { ownerDb } = stage().office.database
  await sql`truncate leave_request`.execute(ownerDb)
  await setSuperuser(false)
})

async function requestLeave(account: Account): Promise<string> {
  const id = newId()
  const body = { id, type: 'annual', startDate: '2026-03-03', endDate: '2026-03-03', reason: '개인 사정' }
  const writer = { userId: userIdByAccount[account], userName: account, ipAddress: null }
  const { status } = await createWritePipeline(stage().office.database).write(writableLeaveRequestBook, {
    kind: 'create',
    body,
    writer,
  })
  expect(status).toBe(201)
  return id
}

async function setSuperuser(isSuperuser: boolean): Promise<void> {
  const { db } = stage().office.database
  await db.updateTable('app_user').set({ is_superuser: isSuperuser }).where('id', '=', userIdByAccount.staff).execute()
}

async function hasRow(tab: Tab, id: string): Promise<boolean> {
  const reading = await attempt(stage().world, tab.fake, tab.copy.getRow('leave-requests', id))
  return reading.kind === 'done' && reading.value !== null
}

async function waitForRow(tab: Tab, id: string): Promise<void> {
  for (let round = 0; round < 60; round++) {
    tab.copy.syncNow()
    await advance(stage().world, 1000)
    if (await hasRow(tab, id)) return
  }
  throw new Error(`${id} never came`)
}

test('a new superuser gets older requests of others; a former one keeps none of them', async () => {
  const { world } = stage()
  const [own, older] = [await requestLeave('staff'), await requestLeave('superuser')]
  const tab = await signInAndOpenTab(stage())
  await waitForRow(tab, own)
  expect(await hasRow(tab, older)).toBe(false)
  const unsent = { id: newId(), type: 'annual', startDate: '2026-03-05', endDate: '2026-03-05', reason: '미전송' }
  stage().office.proxy.setReachable(false)
  const { id, ...fields } = unsent
  await tab.copy.enqueue({ kind: 'create', collection: 'leave-requests', id, fields })
  await setSuperuser(true)
  stage().office.proxy.setReachable(true)
  await waitForRow(tab, older)
  expect(await hasRow(tab, own)).toBe(true)
  const { db } = stage().office.database
  const readSent = () => db.selectFrom('leave_request').select('id').where('id', '=', id).execute()
  for (let round = 0; round < 30 && (await readSent()).length === 0; round++) await advance(world, 1000)
  expect(await readSent()).toHaveLength(1)

  await setSuperuser(false)
  tab.fake.kill()
  await signIn(world, world.devices.pc, 'staff')
  const reopenedTab = await openAnotherTab(world)
  for (let round = 0; round < 60 && (await hasRow(reopenedTab, older)); round++) {
    reopenedTab.copy.syncNow()
    await advance(world, 1000)
  }
  expect([await hasRow(reopenedTab, own), await hasRow(reopenedTab, older)]).toEqual([true, false])
})
