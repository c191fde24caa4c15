import { expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { recordId, testUserId, tokens } from '../../../tests/support/outbox-fixtures.ts'
import { openOutbox } from '../outbox/open-outbox.ts'
import { writeOutbox } from '../outbox/write-outbox.ts'
import { findSession, sessionOwners } from './find-session.ts'
import { removeSession, saveSession } from './save-session.ts'

test('the session beside the outbox is found without knowing whose it is; after signing out there is none', async () => {
  const { runtime } = makeFakeBrowser().openTab()
  expect(await findSession(runtime)).toBeNull()
  await openOutbox(runtime, recordId(9))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, tokens())
  expect(await findSession(runtime)).toMatchObject({ userInfo: { id: testUserId } })
  await removeSession(outbox)
  expect(await findSession(runtime)).toBeNull()
})

test('whose session was refused has not signed out; who signed out has', async () => {
  const { runtime } = makeFakeBrowser().openTab()
  await openOutbox(runtime, recordId(9))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, tokens())
  await writeOutbox(outbox, async (write) => {
    const row = await write.getSession()
    if (row) write.setSession({ ...row, isRefused: true })
  })
  expect(await findSession(runtime)).toBeNull()
  expect(await sessionOwners(runtime)).toEqual([testUserId])
  await removeSession(outbox)
  expect(await sessionOwners(runtime)).toEqual([])
})
