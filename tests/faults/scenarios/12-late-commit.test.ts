import pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { realEstateBooks } from '../../support/books/case-book.ts'
import { userIdByAccount, writeAsColleague } from '../model/office.ts'
import { advance, settle } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  openAnotherTab,
  readRow,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
  waitUntilShown,
} from './stage.ts'

const stage = useStage(false)

/** A transaction that starts before `meanwhile` and commits after it. */
async function commitLate(id: string, meanwhile: () => Promise<void>): Promise<void> {
  const slow = new pg.Client(stage().office.database.url)
  await slow.connect()
  try {
    await slow.query('begin')
    await slow.query(`update real_estate set owner = '늦은 확정', version = version + 1 where id = $1`, [id])
    await slow.query(
      `insert into change (collection, record_id, version, kind, fields, user_name) values ('real-estate', $1, 2, 'update', '{}', '느린 사람')`,
      [id],
    )
    await meanwhile()
    await slow.query('commit')
  } finally {
    await slow.end()
  }
}

test('does not miss a change committed after later ones were sent', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const [late, early] = [getInitialId(stage(), 1), getInitialId(stage(), 2)]
  await commitLate(late, async () => {
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: early, owner: '먼저 확정' } })
    tab.copy.syncNow()
    await advance(world, 5_000)
    expect((await readRow(stage(), tab, late))?.record['owner']).toBe('소유자 1')
  })
  await waitUntilShown(stage(), { tab, id: late }, ['owner', '늦은 확정'])
  await settleAndCheck(stage())
  expect((await readRow(stage(), tab, early))?.record['owner']).toBe('먼저 확정')
})

test('does not skip an older change after more than a page of later commits', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  const late = getInitialId(stage(), 1)
  await commitLate(late, async () => {
    await importRecords(1_100)
    tab.copy.syncNow()
    await advance(world, 5_000)
  })
  await waitUntilShown(stage(), { tab, id: late }, ['owner', '늦은 확정'])
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].size).toBe(1_106)
})

test('keeps an acknowledged edit on the screen while an older transaction holds it back from every pull', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  const ownId = getInitialId(stage(), 2)
  await commitLate(getInitialId(stage(), 1), async () => {
    await editRow(stage(), { tab, id: ownId }, { owner: '내 말' })
    await settle(world)
    for (let round = 0; round < 5; round++) {
      tab.copy.syncNow()
      await advance(world, 1_000)
      expect((await readRow(stage(), tab, ownId))?.record['owner']).toBe('내 말')
    }
    // A reload clears this tab's memory, so the outbox must remember.
    const reopenedTab = await openAnotherTab(world)
    expect((await readRow(stage(), reopenedTab, ownId))?.record['owner']).toBe('내 말')
    expect(listEntryStates(reopenedTab)).toEqual([])
  })
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, ownId, 'owner')).toEqual(['소유자 2', '내 말'])
})

async function importRecords(number: number): Promise<void> {
  const { office } = stage()
  const [book] = realEstateBooks
  if (!book) throw new Error('no collection')
  const group = getInitialId(stage(), 1, 'real-estate-groups')
  const records = Array.from({ length: number }, (_, index) => ({
    id: newId(),
    fields: { group_id: group, owner: `들여온 ${index}` },
  }))
  const writer = { userId: userIdByAccount.superuser, userName: '한온결', ipAddress: null }
  await createWritePipeline(office.database).createMany(book, { writer, actionId: newId(), records })
}
