import pg from 'pg'
import { expect, test } from 'vitest'
import { advance } from '../model/world.ts'
import { writeAsColleague } from '../model/office.ts'
import { first, restAndCheck, rowIn, sitDown, untilShown, useStage } from './stage.ts'

const stage = useStage(false)

test('a change that is committed after later ones were handed out is not missed', async () => {
  const tab = await sitDown(stage())
  const { world, office } = stage()
  const [late, early] = [first(stage(), 1), first(stage(), 2)]
  const slow = new pg.Client(office.database.url)
  await slow.connect()
  try {
    await slow.query('begin')
    await slow.query(`update real_estate set owner = '늦은 확정', version = version + 1 where id = $1`, [late])
    await slow.query(
      `insert into change (collection, record_id, version, kind, fields, user_name) values ('real-estate', $1, 2, 'update', '{}', '느린 사람')`,
      [late],
    )
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: early, owner: '먼저 확정' } })
    tab.copy.syncNow()
    await advance(world, 5_000)
    expect((await rowIn(stage(), tab, late))?.record['owner']).toBe('소유자 1')
    await slow.query('commit')
  } finally {
    await slow.end()
  }
  await untilShown(stage(), { tab, id: late }, ['owner', '늦은 확정'])
  await restAndCheck(stage())
  expect((await rowIn(stage(), tab, early))?.record['owner']).toBe('먼저 확정')
})
