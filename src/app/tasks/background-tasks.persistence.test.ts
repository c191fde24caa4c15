import { expect, test } from 'vitest'
import type { TaskProgress } from '#contract/tasks/background-task.ts'
import { openTaskDevice as openDevice } from '#tests/support/tasks/task-device.ts'
import type { TaskRequest } from './task-steps.ts'

const addressRequest: TaskRequest = {
  label: '등본 발급',
  path: '/api/issue',
  body: { address_ids: ['a', 'b', 'c'] },
  canPersistBody: true,
  makesNoFile: true,
  itemCollection: 'addresses',
  requestedCount: 3,
  startedMessage: '{n}개 주소의 등본 발급이 요청되었습니다.',
  doneMessage: '등기부등본 {n}건의 발급이 완료되었습니다.',
  failedMessage: '등본 발급 중 오류가 발생했습니다.',
}
const allDone: TaskProgress = { success: true, status: 'completed', processed_count: 3, total_count: 3 }

test('sends a request made offline once when there is a network, even from a reloaded tab', async () => {
  const device = openDevice()
  device.setOnline(false)
  const first = device.openTab()
  first.tasks.start(addressRequest)
  await device.advance(3_600_000)
  first.close()
  const tab = device.openTab()
  const other = device.openTab()
  await device.advance(10_000)
  expect([tab.statuses(), device.calls]).toEqual([['pending'], []])
  device.setOnline(true)
  await device.advance(0)
  expect(device.calls).toEqual(['start task-1 {"address_ids":["a","b","c"]}'])
  expect([...tab.notifications, ...other.notifications]).toEqual([
    { kind: 'started', message: '3개 주소의 등본 발급이 요청되었습니다.' },
  ])
  // The hour without a network doesn't count toward the 30 minutes.
  await device.advance(60_000)
  expect(tab.statuses()).toEqual(['progress'])
})

test('sends earlier edits to the server before the request, so that the task includes them', async () => {
  const device = openDevice()
  device.setSent(false)
  const tab = device.openTab()
  tab.tasks.start(addressRequest)
  await device.advance(10_000)
  expect([tab.statuses(), device.calls]).toEqual([['pending'], []])
  device.setSent(true)
  await device.advance(0)
  expect(device.calls).toEqual(['start task-1 {"address_ids":["a","b","c"]}'])
})

test('announces a task without a file when it is done, with the numbers of done and failed items', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(addressRequest)
  device.server.poll = () => ({
    ok: true,
    value: { ...allDone, failed_items: [{ id: 'b', message: '고유번호가 없습니다.' }] },
  })
  await device.advance(2000)
  expect([tab.statuses(), tab.saved]).toEqual([['completed'], []])
  expect(tab.notifications.at(-1)).toEqual({
    kind: 'completed',
    message: '등기부등본 2건의 발급이 완료되었습니다. 실패한 1건은 다운로드 작업에서 확인해 주세요.',
  })
})

test('retries only the failed items, even after a reload', async () => {
  const device = openDevice()
  const before = device.openTab()
  before.tasks.start(addressRequest)
  device.server.poll = () => ({ ok: true, value: { ...allDone, failed_items: [{ id: 'b', message: '없음' }] } })
  await device.advance(2000)
  before.close()
  const tab = device.openTab()
  tab.tasks.retryFailed('task-1')
  await device.advance(0)
  expect(device.calls.at(-1)).toBe('start task-2 {"address_ids":["b"]}')
  expect(tab.tasks.getTasks()).toHaveLength(1)
})

test('retries a failed task after a reload if its request holds no names', async () => {
  const device = openDevice()
  const before = device.openTab()
  before.tasks.start(addressRequest)
  const { canPersistBody: _kept, ...withNames } = addressRequest
  before.tasks.start({ ...withNames, body: { search: '박새론' } })
  device.server.poll = () => ({ ok: true, value: { success: false, error: '등기소가 응답하지 않습니다.' } })
  await device.advance(2000)
  expect(before.notifications.at(-1)?.kind).toBe('failed')
  expect(before.notifications.map(({ message }) => message)).toContain(
    '등본 발급 중 오류가 발생했습니다. 등기소가 응답하지 않습니다.',
  )
  before.close()
  const tab = device.openTab()
  expect(['task-1', 'task-2'].map((id) => tab.tasks.canRetry(id))).toEqual([true, false])
  tab.tasks.retry('task-1')
  await device.advance(0)
  expect(device.calls.at(-1)).toBe('start task-3 {"address_ids":["a","b","c"]}')
})

test('forgets the request when the task is done', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(addressRequest)
  await device.advance(0)
  expect([...device.values.values()].join()).toContain('address_ids')
  device.server.poll = () => ({ ok: true, value: allDone })
  await device.advance(2000)
  expect(tab.statuses()).toEqual(['completed'])
  expect([...device.values.values()].join()).not.toContain('address_ids')
})
