import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/records/collections.ts'
import type { Field } from '#contract/records/field.ts'
import { realEstateGroupDescription } from '#contract/records/real-estate.ts'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { caseOf, groupOf, idOf, startScriptedServer } from '../../../tests/support/mirror-fixtures.ts'
import { testUserId, tokens } from '../../../tests/support/outbox-fixtures.ts'
import { closeOutbox, openOutbox } from '../outbox/open-outbox.ts'
import { saveSession } from '../outbox/session/save-session.ts'
import { createEngine } from '../worker/engine.ts'

/** A device with a whole copy, and an office of one group and 1,500 cases. */
async function copiedDevice() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', groupOf(1, '솔빛구간'))
  for (let number = 0; number < 1_500; number++) server.put('real-estate', caseOf(1_000 + number))
  const browser = makeFakeBrowser({ clock: 'real' })
  const { runtime } = browser.openTab()
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, tokens())
  closeOutbox(outbox)
  const start = async () => {
    const tab = browser.openTab({ fetch: (input, init) => server.fetch(input, init) })
    const reports: { row: unknown }[] = []
    const report = (message: { type: string }) => void ('row' in message && reports.push({ row: message.row }))
    const engine = await createEngine({ runtime: tab.runtime, userId: testUserId, report, isActive: false })
    await engine.loaded()
    const recordOf = async (collection: CollectionName, id: string) => {
      engine.handle({ type: 'get', request: 1, collection, id, stamp: 0 })
      await browser.runUntil(() => reports.length > 0)
      return reports.splice(0)[0]?.row
    }
    return { engine, recordOf }
  }
  const first = await start()
  expect(await first.engine.pullOnce()).toBe('done')
  first.engine.close()
  server.requests.length = 0
  return { server, start }
}

/** As a later version of the app describes groups: with one more field. */
async function withAnotherGroupField(work: () => Promise<void>): Promise<void> {
  const fields: Field[] = realEstateGroupDescription.fields as never
  const added: Field = { key: 'note', label: '비고', kind: 'text', group: 'base' }
  fields.push(added)
  try {
    await work()
  } finally {
    fields.splice(fields.indexOf(added), 1)
  }
}

test('a changed description copies its own collection anew; all others stay, and changes go on from where they were', async () => {
  const { server, start } = await copiedDevice()
  server.put('real-estate', caseOf(1_007, { version: 2, owner: '새 주인' }))
  server.put('real-estate-groups', groupOf(1, '솔빛구간', { version: 2, note: '새 칸' }))
  server.remove('real-estate', idOf(1_008))
  await withAnotherGroupField(async () => {
    const { engine, recordOf } = await start()
    expect(await recordOf('real-estate', idOf(1_007))).toMatchObject({ record: { owner: '소유자 1007' } })
    expect(await recordOf('real-estate-groups', idOf(1))).toBeNull()
    expect(await engine.pullOnce()).toBe('done')
    expect(server.requests).toEqual([
      '/api/sync/real-estate-groups/rows?limit=1000',
      '/api/sync/changes?after=1501.1&limit=1000',
    ])
    expect(await recordOf('real-estate-groups', idOf(1))).toMatchObject({ record: { note: '새 칸' } })
    expect(await recordOf('real-estate', idOf(1_007))).toMatchObject({ record: { owner: '새 주인' } })
    expect(await recordOf('real-estate', idOf(1_008))).toBeNull()
    engine.close()
    const again = await start()
    expect(await again.recordOf('real-estate-groups', idOf(1))).toMatchObject({ record: { note: '새 칸' } })
    again.engine.close()
  })
})

test('two versions of the app at one device: neither misses what changed while the other one pulled', async () => {
  const { server, start } = await copiedDevice()
  await withAnotherGroupField(async () => {
    const { engine } = await start()
    expect(await engine.pullOnce()).toBe('done')
    engine.close()
  })
  server.put('real-estate-groups', groupOf(1, '누리구간', { version: 2 }))
  const older = await start()
  expect(await older.engine.pullOnce()).toBe('done')
  expect(await older.recordOf('real-estate-groups', idOf(1))).toMatchObject({ record: { name: '누리구간' } })
  older.engine.close()
  await withAnotherGroupField(async () => {
    const newer = await start()
    expect(await newer.engine.pullOnce()).toBe('done')
    expect(await newer.recordOf('real-estate-groups', idOf(1))).toMatchObject({ record: { name: '누리구간' } })
    newer.engine.close()
  })
})
