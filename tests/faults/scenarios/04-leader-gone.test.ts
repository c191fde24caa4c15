import { expect, test } from 'vitest'
import { readServer } from '../model/office.ts'
import { advance, settle } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listStoredValues,
  openAnotherTab,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

test.each(['frozen', 'killed'] as const)(
  'when the sending tab is %s, a visible one takes over in under 25 seconds',
  async (how) => {
    const leader = await signInAndOpenTab(stage())
    const { world } = stage()
    const visible = await openAnotherTab(world)
    await editRow(stage(), { tab: leader, id: getInitialId(stage(), 1) }, { owner: '앞 창' })
    await settle(world)
    if (how === 'frozen') leader.fake.freeze()
    else leader.fake.kill()
    leader.isFrozen = true
    await editRow(stage(), { tab: visible, id: getInitialId(stage(), 2) }, { owner: '보이는 창' })
    let seconds = 0
    const isThere = async () =>
      listStoredValues(await readServer(stage().office), getInitialId(stage(), 2), 'owner').includes('보이는 창')
    for (; seconds < 60 && !(await isThere()); seconds++) await advance(world, 1000)
    expect(seconds).toBeLessThanOrEqual(25)
    const server = await settleAndCheck(stage())
    expect(listStoredValues(server, getInitialId(stage(), 1), 'owner')).toEqual(['소유자 1', '앞 창'])
  },
)
