import { expect, test } from 'vitest'
import { newTask } from './task-steps.ts'
import { createTaskStorage } from './task-storage.ts'

const request = {
  label: '사건부 엑셀',
  path: '/api/export',
  body: {},
  requestedCount: 3,
  startedMessage: '시작',
  doneMessage: '끝',
}

test('a task stored before its fields were renamed stays in the list', () => {
  const task = newTask(request, { id: 'mine', now: 1 })
  const { requestedCount, remainingSeconds, processingSeconds, itemCollection, isFileRequested, ...others } = task
  const former = {
    fileCount: requestedCount,
    estimatedTime: remainingSeconds,
    processingTime: processingSeconds,
    itemsIn: itemCollection,
    isFileAsked: isFileRequested,
  }
  const stored = JSON.stringify({ ...others, ...former })
  const storage = { length: 1, key: () => 'download-task-u1-mine', getItem: () => stored } as unknown as Storage
  expect(createTaskStorage('u1', storage, new EventTarget() as Window).read()).toEqual([task])
})
