import { expect, test } from 'vitest'
import { completed, openTaskDevice as openDevice, unreachable } from '#tests/support/tasks/task-device.ts'
import type { TaskRequest } from './task-steps.ts'

const request: TaskRequest = {
  label: '사건부 엑셀',
  path: '/api/export',
  body: { search: '박새론' },
  startedMessage: '시작했습니다.',
  doneMessage: '엑셀 파일이 다운로드되었습니다.',
}
test('starts a task once, polls every 2 seconds, and saves its file 1 second after the end', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  expect(tab.statuses()).toEqual(['pending'])
  await device.advance(0)
  expect(tab.statuses()).toEqual(['progress'])
  expect(tab.notifications).toEqual([{ kind: 'started', message: '시작했습니다.' }])
  await device.advance(1999)
  expect(device.calls).toEqual(['start task-1 {"search":"박새론"}'])
  await device.advance(4001)
  expect(device.calls.slice(1)).toEqual(['poll server-1', 'poll server-1', 'poll server-1'])
  device.server.poll = () => ({ ok: true, value: completed })
  await device.advance(2000)
  expect([tab.statuses(), tab.saved]).toEqual([['completed'], []])
  await device.advance(999)
  expect(tab.saved).toEqual([])
  await device.advance(1)
  expect(tab.saved).toEqual(['a.xlsx'])
  expect(tab.notifications.at(-1)).toEqual({ kind: 'completed', message: '엑셀 파일이 다운로드되었습니다.' })
  const calls = device.calls.length
  await device.advance(60_000)
  expect(device.calls).toHaveLength(calls)
})

test('never keeps the search terms on the device', async () => {
  const device = openDevice()
  device.openTab().tasks.start(request)
  await device.advance(3000)
  expect([...device.values.values()].join()).not.toContain('박새론')
})

test('treats a response without a task id as finished at once', async () => {
  const device = openDevice()
  device.server.start = () => ({ ok: true, value: { success: true, download_url: '/api/now', filename: 'now.zip' } })
  const tab = device.openTab()
  tab.tasks.start(request)
  await device.advance(1000)
  expect([tab.statuses(), tab.saved]).toEqual([['completed'], ['now.zip']])
})

test('stops polling on a failure and reports it', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  device.server.poll = () => ({ ok: true, value: { success: false, error: '디스크가 가득 찼습니다.' } })
  await device.advance(2000)
  expect(tab.statuses()).toEqual(['failed'])
  expect(tab.notifications.at(-1)).toEqual({ kind: 'failed', message: '다운로드 실패: 디스크가 가득 찼습니다.' })
  const calls = device.calls.length
  await device.advance(10_000)
  expect(device.calls).toHaveLength(calls)
})

test('only logs polling errors and continues when the server is back', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  await device.advance(0)
  device.server.poll = () => unreachable
  await device.advance(20_000)
  expect([tab.statuses(), tab.notifications.length]).toEqual([['progress'], 1])
  expect(tab.log.length).toBeGreaterThan(5)
  device.server.poll = () => ({ ok: true, value: completed })
  await device.advance(3000)
  expect(tab.saved).toEqual(['a.xlsx'])
})

test('fails a task after 30 minutes in progress with a timeout', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  await device.advance(29 * 60_000)
  expect(tab.statuses()).toEqual(['progress'])
  await device.advance(60_000 + 2000)
  expect(tab.tasks.getTasks()[0]).toMatchObject({ status: 'failed', errorCode: 'timeout' })
  expect(tab.notifications.at(-1)?.message).toBe('다운로드 시간이 초과되었습니다. 작업을 다시 시도해주세요.')
})

test('polls nothing offline, and fetches a file finished meanwhile once the network is back', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  await device.advance(3000)
  device.setOnline(false)
  await device.advance(2000)
  const calls = device.calls.length
  await device.advance(45 * 60_000)
  expect(device.calls).toHaveLength(calls)
  expect(tab.statuses()).toEqual(['progress'])
  device.server.poll = () => ({ ok: true, value: completed })
  device.setOnline(true)
  await device.advance(1000)
  expect(tab.saved).toEqual(['a.xlsx'])
})

test('keeps the list across a reload and continues where it was', async () => {
  const device = openDevice()
  const first = device.openTab()
  first.tasks.start(request)
  await device.advance(3000)
  first.close()
  const reloadedTab = device.openTab()
  expect(reloadedTab.statuses()).toEqual(['progress'])
  device.server.poll = () => ({ ok: true, value: completed })
  await device.advance(1000)
  expect([first.saved, reloadedTab.saved]).toEqual([[], ['a.xlsx']])
})

test("polls by the start's key when a reload lost the response, and does not send the start again", async () => {
  const device = openDevice()
  device.server.start = () => unreachable
  const first = device.openTab()
  first.tasks.start(request)
  await device.advance(0)
  first.close()
  device.openTab()
  await device.advance(0)
  expect(device.calls).toEqual(['start task-1 {"search":"박새론"}', 'poll task-1'])
})

test('one of two tabs follows a task, and the other takes over when it closes', async () => {
  const device = openDevice()
  const [tab, other] = [device.openTab(), device.openTab()]
  tab.tasks.start(request)
  await device.advance(6000)
  expect(device.calls).toEqual(['start task-1 {"search":"박새론"}', 'poll server-1', 'poll server-1', 'poll server-1'])
  expect(other.statuses()).toEqual(['progress'])
  tab.close()
  device.server.poll = () => ({ ok: true, value: completed })
  await device.advance(4000)
  expect([tab.saved, other.saved]).toEqual([[], ['a.xlsx']])
})

test('does not save a file twice when a waiting tab gets its turn', async () => {
  const device = openDevice()
  const [tab, other] = [device.openTab(), device.openTab()]
  tab.tasks.start(request)
  device.server.poll = () => ({ ok: true, value: completed })
  await device.advance(10_000)
  expect([tab.saved, other.saved]).toEqual([['a.xlsx'], []])
})

test('removes a task from all tabs permanently and lets the server forget it', async () => {
  const device = openDevice()
  const [tab, other] = [device.openTab(), device.openTab()]
  tab.tasks.start(request)
  await device.advance(0)
  other.tasks.remove('task-1')
  await device.advance(10_000)
  expect([tab.statuses(), other.statuses()]).toEqual([[], []])
  expect(device.calls.slice(1)).toEqual(['give up server-1'])
})

test('removes finished tasks all at once and keeps running ones', async () => {
  const device = openDevice()
  const tab = device.openTab()
  device.server.start = () => ({ ok: true, value: { success: false } })
  tab.tasks.start(request)
  tab.tasks.start(request)
  await device.advance(0)
  device.server.start = () => ({ ok: true, value: { success: true, task_id: 'x' } })
  tab.tasks.start(request)
  await device.advance(0)
  tab.tasks.removeFinished()
  expect(tab.statuses()).toEqual(['progress'])
})

test('can retry a failed task in the tab that knows its request', async () => {
  const device = openDevice()
  const tab = device.openTab()
  device.server.start = () => ({ ok: true, value: { success: false } })
  tab.tasks.start(request)
  await device.advance(0)
  expect([tab.tasks.canRetry('task-1'), device.openTab().tasks.canRetry('task-1')]).toEqual([true, false])
  device.server.start = () => ({ ok: true, value: { success: true, task_id: 'x' } })
  tab.tasks.retry('task-1')
  await device.advance(0)
  expect(tab.tasks.getTasks().map(({ id, status }) => [id, status])).toEqual([['task-2', 'progress']])
})

test('reports a file that cannot be fetched and lets the user fetch it by hand', async () => {
  const device = openDevice()
  const tab = device.openTab()
  tab.tasks.start(request)
  device.server.poll = () => ({ ok: true, value: completed })
  device.server.file = () => unreachable
  await device.advance(10_000)
  expect([tab.statuses(), tab.saved]).toEqual([['completed'], []])
  expect(tab.notifications.at(-1)?.message).toMatch(/^다운로드 실패: /)
  device.server.file = () => ({ ok: true, value: new Blob(['x']) })
  await tab.tasks.fetchFile('task-1')
  expect(tab.saved).toEqual(['a.xlsx'])
})

test('drops tasks older than a day and those written by another version', async () => {
  const device = openDevice()
  const first = device.openTab()
  device.server.start = () => ({ ok: true, value: { success: false } })
  first.tasks.start(request)
  await device.advance(0)
  first.close()
  device.values.set('download-task-u1-odd', '{"id":7}')
  device.values.set('download-task-u2-else', device.values.get('download-task-u1-task-1') ?? '')
  expect(device.openTab().statuses()).toEqual(['failed'])
  await device.advance(24 * 3_600_000 + 1)
  expect(device.openTab().statuses()).toEqual([])
})
