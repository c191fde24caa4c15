import { expect, onTestFinished, test } from 'vitest'
import { closeOfflineCopy, openOfflineCopyFor } from './current-copy.ts'

test('two callers at the same time share one copy, which starts one worker', async () => {
  onTestFinished(closeOfflineCopy)
  const [first, second] = await Promise.all([openOfflineCopyFor('staff'), openOfflineCopyFor('staff')])
  expect(first).toBe(second)
})
