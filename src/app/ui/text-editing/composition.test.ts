import { afterEach, describe, expect, test, vi } from 'vitest'
import { isComposing, isImeKey, trackComposition } from './composition.ts'

const plainKey = { isComposing: false, keyCode: 13 }
let stop: () => void = () => {}

function follow(endsLate: boolean): EventTarget {
  const target = new EventTarget()
  stop = trackComposition(target, endsLate)
  return target
}

describe('the guard before every key handler', () => {
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  test('treats a key as the input method’s by either flag, also within React events', () => {
    expect(isImeKey(plainKey)).toBe(false)
    expect(isImeKey({ isComposing: true, keyCode: 13 })).toBe(true)
    expect(isImeKey({ isComposing: false, keyCode: 229 })).toBe(true)
    expect(isImeKey({ nativeEvent: { isComposing: true, keyCode: 13 } })).toBe(true)
    expect(isImeKey({ nativeEvent: plainKey })).toBe(false)
  })

  test('treats a plain key between compositionstart and compositionend as the input method’s', () => {
    const target = follow(false)
    target.dispatchEvent(new Event('compositionstart'))
    expect(isImeKey(plainKey)).toBe(true)
    target.dispatchEvent(new Event('compositionend'))
    expect(isImeKey(plainKey)).toBe(false)
  })

  test('holds 5 ms longer on WebKit, where the key that ended the composition comes after it', () => {
    vi.useFakeTimers()
    const target = follow(true)
    target.dispatchEvent(new Event('compositionstart'))
    target.dispatchEvent(new Event('compositionend'))
    expect(isComposing()).toBe(true)
    vi.advanceTimersByTime(5)
    expect(isComposing()).toBe(false)
  })

  test('does not end a new composition that begins within those 5 ms', () => {
    vi.useFakeTimers()
    const target = follow(true)
    target.dispatchEvent(new Event('compositionstart'))
    target.dispatchEvent(new Event('compositionend'))
    target.dispatchEvent(new Event('compositionstart'))
    vi.advanceTimersByTime(50)
    expect(isComposing()).toBe(true)
  })
})
