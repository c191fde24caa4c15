import { expect, test } from 'vitest'
import { advance } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listStoredValues,
  readRow,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

test.each([
  ['the response arrives before the pull', { kind: 'delay', ms: 15 } as const],
  ['the pull arrives before the response', { kind: 'hang' } as const],
])(
  'an entry edited again while its edit is being sent never flickers, and the later edit is kept: %s',
  async (_name, fault) => {
    const tab = await signInAndOpenTab(stage())
    const { world } = stage()
    const id = getInitialId(stage(), 1)
    setWriteFaults(stage(), fault, 1)
    await editRow(stage(), { tab, id }, { owner: '처음 말' })
    for (let turn = 0; turn < 200 && world.sends.length === 0; turn++)
      await new Promise((resolve) => setImmediate(resolve))
    expect(world.sends).toHaveLength(1)
    await editRow(stage(), { tab, id }, { owner: '나중 말' })
    const shown = new Set<unknown>()
    for (let second = 0; second < 80; second++) {
      if (second % 5 === 0) tab.copy.syncNow()
      await advance(world, 500)
      shown.add((await readRow(stage(), tab, id))?.record['owner'])
    }
    expect([...shown]).toEqual(['나중 말'])
    const server = await settleAndCheck(stage())
    expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '처음 말', '나중 말'])
  },
)
