import pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createWritePipeline } from '#server/sync/write-pipeline.ts'
import { realEstateCollections } from '../../support/case-book.ts'
import { userIdByAccount, writeAsColleague } from '../model/office.ts'
import { advance, settle } from '../model/world.ts'
import {
  anotherTab,
  first,
  history,
  restAndCheck,
  rowIn,
  sitDown,
  states,
  untilShown,
  useStage,
  write,
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
  const tab = await sitDown(stage())
  const { world, office } = stage()
  const [late, early] = [first(stage(), 1), first(stage(), 2)]
  await commitLate(late, async () => {
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: early, owner: '먼저 확정' } })
    tab.copy.syncNow()
    await advance(world, 5_000)
    expect((await rowIn(stage(), tab, late))?.record['owner']).toBe('소유자 1')
  })
  await untilShown(stage(), { tab, id: late }, ['owner', '늦은 확정'])
  await restAndCheck(stage())
  expect((await rowIn(stage(), tab, early))?.record['owner']).toBe('먼저 확정')
})

test('does not skip an older change after more than a page of later commits', async () => {
  const tab = await sitDown(stage())
  const { world } = stage()
  const late = first(stage(), 1)
  await commitLate(late, async () => {
    await importRecords(1_100)
    tab.copy.syncNow()
    await advance(world, 5_000)
  })
  await untilShown(stage(), { tab, id: late }, ['owner', '늦은 확정'])
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].size).toBe(1_106)
})

test('keeps an acknowledged edit on the screen while an older transaction holds it back from every pull', async () => {
  const tab = await sitDown(stage())
  const { world } = stage()
  const own = first(stage(), 2)
  await commitLate(first(stage(), 1), async () => {
    await write(stage(), { tab, id: own }, { owner: '내 말' })
    await settle(world)
    for (let round = 0; round < 5; round++) {
      tab.copy.syncNow()
      await advance(world, 1_000)
      expect((await rowIn(stage(), tab, own))?.record['owner']).toBe('내 말')
    }
    // A reload clears this tab's memory, so the outbox must remember.
    const reopenedTab = await anotherTab(world)
    expect((await rowIn(stage(), reopenedTab, own))?.record['owner']).toBe('내 말')
    expect(states(reopenedTab)).toEqual([])
  })
  const server = await restAndCheck(stage())
  expect(history(server, own, 'owner')).toEqual(['소유자 2', '내 말'])
})

async function importRecords(number: number): Promise<void> {
  const { office } = stage()
  const [collection] = realEstateCollections
  if (!collection) throw new Error('no collection')
  const group = first(stage(), 1, 'real-estate-groups')
  const records = Array.from({ length: number }, (_, index) => ({
    id: newId(),
    fields: { group_id: group, owner: `들여온 ${index}` },
  }))
  const writer = { userId: userIdByAccount.superuser, userName: '한온결', ipAddress: null }
  await createWritePipeline(office.database).createMany(collection, { writer, actId: newId(), records })
}
