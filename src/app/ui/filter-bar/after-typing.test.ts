import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackComposition } from '../text-editing/composition.ts'
import { afterTyping, filterBarDelayMs } from './after-typing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs when typing pauses, and not when cancelled', () => {
  const run = vi.fn<() => void>()
  afterTyping(run, filterBarDelayMs)
  const stop = afterTyping(run, filterBarDelayMs)
  stop()
  vi.advanceTimersByTime(filterBarDelayMs - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

test('never runs while a syllable is being composed', () => {
  const field = new EventTarget()
  const stop = trackComposition(field, false)
  const run = vi.fn<() => void>()
  afterTyping(run, filterBarDelayMs)
  field.dispatchEvent(new Event('compositionstart'))
  vi.advanceTimersByTime(filterBarDelayMs * 5)
  expect(run).not.toHaveBeenCalled()
  field.dispatchEvent(new Event('compositionend'))
  vi.advanceTimersByTime(filterBarDelayMs)
  expect(run).toHaveBeenCalledTimes(1)
  stop()
})
