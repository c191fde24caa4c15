import { expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { recordId, testUserId, tokens } from '../../../tests/support/outbox-fixtures.ts'
import { openOutbox } from '../outbox/open-outbox.ts'
import { findSession } from './find-session.ts'
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
