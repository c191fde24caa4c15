import { expect, test } from 'vitest'
import { createDeviceStorage } from '#app/ui/browser/device-storage.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
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
  const storage = createDeviceStorage(() => createFakeStorage(new Map([['download-task-u1-mine', stored]])))
  expect(createTaskStorage('u1', storage).read()).toEqual([task])
})
