import { expect, test } from 'vitest'
import { problem, type ProblemCode } from '#contract/problem.ts'
import { taskTimeoutMs } from '#contract/tasks/background-task.ts'
import { applyPoll, applyStart, applyTimeout, newTask, type SavedTask } from './task-steps.ts'

const request = {
  label: '등본',
  path: '/api/deposition/address/download_immovable_bulk',
  body: { address_ids: ['1'] },
  requestedCount: 120,
  startedMessage: '등본 다운로드가 시작되었습니다.',
  doneMessage: '120건의 다운로드가 완료되었습니다.',
}
const pending = newTask(request, { id: 'mine', now: 1000 })
const running: SavedTask = { ...pending, status: 'progress', taskId: 'theirs' }
const makeRefused = (code: ProblemCode, message?: string) =>
  ({ ok: false, isUnreachable: false, problem: problem(code, message ? { message } : {}) }) as const
const unreachable = { ok: false, isUnreachable: true, problem: problem('unavailable') } as const

test('creates a task as pending, without its request', () => {
  expect(pending).toMatchObject({ status: 'pending', taskId: null, requestedCount: 120, startedAt: 1000 })
  expect(JSON.stringify(pending)).not.toContain('address_ids')
})

test('moves a task to progress on a success with a task id', () => {
  const value = { success: true, task_id: 'theirs', message: '시작', estimated_time: 40 }
  expect(applyStart(pending, { ok: true, value })).toMatchObject({
    status: 'progress',
    taskId: 'theirs',
    message: '시작',
    remainingSeconds: 40,
  })
})

test('completes a task at once when the response has no task id, with or without a file', () => {
  const file = { success: true, download_url: '/api/files/1', filename: '등본.zip' }
  expect(applyStart(pending, { ok: true, value: file })).toMatchObject({
    status: 'completed',
    downloadUrl: '/api/files/1',
    filename: '등본.zip',
  })
  expect(applyStart(pending, { ok: true, value: { success: true } })).toMatchObject({
    status: 'completed',
    downloadUrl: null,
  })
})

test('fails a task on an unsuccessful response, with the error of the server or our own words', () => {
  const messages = [
    { success: false, error: '대법원 응답 없음', message: '실패' },
    { success: false, message: '실패' },
    { success: false, error: '  ' },
    { success: false },
  ].map((value) => applyPoll(running, { ok: true, value }).message)
  expect(messages).toEqual([
    '다운로드 실패: 대법원 응답 없음',
    '다운로드 실패: 실패',
    '다운로드 실패: 처리 중 오류가 발생했습니다.',
    '다운로드 실패: 처리 중 오류가 발생했습니다.',
  ])
  expect(applyStart(pending, { ok: true, value: { success: false, error: '한도 초과' } })).toMatchObject({
    status: 'failed',
    errorCode: 'failed',
    message: '다운로드 실패: 한도 초과',
  })
  expect(applyPoll(running, makeRefused('not_found', '없는 작업입니다.')).message).toBe(
    '다운로드 실패: 없는 작업입니다.',
  )
})

test.each(['signed_out', 'unavailable', 'internal', 'too_many_requests'] as const)(
  'leaves the task unchanged on a response %s',
  (code) => {
    expect(applyPoll(running, makeRefused(code))).toBe(running)
    expect(applyStart(pending, makeRefused(code))).toBe(pending)
  },
)

test('changes nothing without a response', () => {
  expect(applyPoll(running, unreachable)).toBe(running)
})

test('maps pending and processing to progress, with all details from the server', () => {
  const value = {
    success: true,
    status: 'processing' as const,
    message: '50건 처리',
    progress: 41,
    processed_count: 50,
    total_count: 120,
    processing_time: 12.5,
    estimated_time: 18,
    batch_info: { batch_progress: 1, remaining_batches: 2, current_batch_size: 50 },
  }
  expect(applyPoll(running, { ok: true, value })).toMatchObject({
    status: 'progress',
    message: '50건 처리',
    progress: { current: 50, total: 120, percentage: 41 },
    batch: { current: 1, total: 3, size: 50 },
    remainingSeconds: 18,
    processingSeconds: 12.5,
  })
  expect(applyPoll(running, { ok: true, value: { success: true, status: 'pending' } }).status).toBe('progress')
})

test('takes the file from a completed response', () => {
  const value = { success: true, status: 'completed' as const, download_url: '/api/f', filename: 'a.zip', file_size: 9 }
  expect(applyPoll(running, { ok: true, value })).toMatchObject({
    status: 'completed',
    progress: { percentage: 100 },
    downloadUrl: '/api/f',
    filename: 'a.zip',
    fileSize: 9,
  })
})

test('fails a task after 30 minutes in progress, but never a finished one', () => {
  const end = pending.startedAt + taskTimeoutMs
  expect(taskTimeoutMs).toBe(1_800_000)
  expect(applyTimeout(running, end - 1)).toBe(running)
  expect(applyTimeout(running, end)).toMatchObject({
    status: 'failed',
    errorCode: 'timeout',
    message: '다운로드 시간이 초과되었습니다. 작업을 다시 시도해주세요.',
  })
  const done: SavedTask = { ...running, status: 'completed' }
  expect(applyTimeout(done, end)).toBe(done)
  // Requested overnight without a network and not accepted yet.
  expect(applyTimeout(pending, end)).toBe(pending)
})
