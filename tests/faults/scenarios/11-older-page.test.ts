import { expect, test } from 'vitest'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { openMirror } from '#mirror/store/open-mirror.ts'
import { applyChanges } from '#mirror/store/write-mirror.ts'
import { newId } from '#server/new-id.ts'
import { readChanges } from '#server/sync/reads/read-changes.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { realEstateBooks } from '../../support/books/case-book.ts'
import { staffView, userIdByAccount, writeAsColleague } from '../model/office.ts'
import { advance, openFakeTab } from '../model/world.ts'
import {
  getInitialId,
  openAnotherTab,
  readRow,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
  waitUntilShown,
} from './stage.ts'

const stage = useStage(false)

test('a page of changes read before a newer one and received after it reverts nothing', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const id = getInitialId(stage(), 1)
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner: '네 번째' } })
  const old = await readChanges(office.database.db, realEstateBooks, {
    ...staffView,
    after: '0.0',
    limit: 1000,
  })
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner: '다섯 번째' } })
  await waitUntilShown(stage(), { tab, id }, ['owner', '다섯 번째'])
  const { runtime } = openFakeTab(world, world.devices.pc, { account: 'staff' })
  const mirror = await openMirror(runtime, userIdByAccount.staff)
  await applyChanges(mirror.database, changesPageSchema.parse(old), runtime.now())
  mirror.database.close()
  const fresh = await openAnotherTab(world)
  expect((await readRow(stage(), fresh, id))?.record['owner']).toBe('다섯 번째')
  await settleAndCheck(stage())
})

test('an interrupted first copy resumes where it stopped, also in another tab', async () => {
  const { world, office } = stage()
  const records = Array.from({ length: 2_300 }, (_, number) => ({
    id: newId(),
    fields: { group_id: getInitialId(stage(), 1, 'real-estate-groups'), owner: `많은 ${number}` },
  }))
  const [book] = realEstateBooks
  if (!book) throw new Error('no collection')
  const writer = { userId: userIdByAccount.superuser, userName: '한온결', ipAddress: null }
  await createWritePipeline(office.database).createMany(book, { writer, actionId: newId(), records })
  let pages = 0
  office.proxy.setFaults(({ path }) =>
    path.includes('/real-estate/rows') && ++pages > 1 ? { kind: 'drop_response' } : { kind: 'pass' },
  )
  const tab = await signInAndOpenTab(stage())
  await advance(world, 2_000)
  tab.fake.kill()
  office.proxy.requests.splice(0)
  office.proxy.setFaults(() => ({ kind: 'pass' }))
  await openAnotherTab(world)
  await advance(world, 5_000)
  const rowRequests = office.proxy.requests.filter(({ path }) => path.includes('/real-estate/rows'))
  expect(rowRequests.length).toBeGreaterThan(0)
  expect(rowRequests.every(({ path }) => path.includes('after='))).toBe(true)
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].size).toBe(2_306)
})
