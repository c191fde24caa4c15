import { afterEach, describe, expect, test, vi } from 'vitest'
import { isComposing, isImeKey, trackComposition } from './composition.ts'

const plain = { isComposing: false, keyCode: 13 }
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

  test('a key belongs to the input method by either flag, and React events are looked into', () => {
    expect(isImeKey(plain)).toBe(false)
    expect(isImeKey({ isComposing: true, keyCode: 13 })).toBe(true)
    expect(isImeKey({ isComposing: false, keyCode: 229 })).toBe(true)
    expect(isImeKey({ nativeEvent: { isComposing: true, keyCode: 13 } })).toBe(true)
    expect(isImeKey({ nativeEvent: plain })).toBe(false)
  })

  test('a plain key between compositionstart and compositionend belongs to the input method', () => {
    const target = follow(false)
    target.dispatchEvent(new Event('compositionstart'))
    expect(isImeKey(plain)).toBe(true)
    target.dispatchEvent(new Event('compositionend'))
    expect(isImeKey(plain)).toBe(false)
  })

  test('on WebKit the key that ended the composition comes after it, so the guard holds 5 ms longer', () => {
    vi.useFakeTimers()
    const target = follow(true)
    target.dispatchEvent(new Event('compositionstart'))
    target.dispatchEvent(new Event('compositionend'))
    expect(isComposing()).toBe(true)
    vi.advanceTimersByTime(5)
    expect(isComposing()).toBe(false)
  })

  test('a composition that begins within those 5 ms is not ended by the one before', () => {
    vi.useFakeTimers()
    const target = follow(true)
    target.dispatchEvent(new Event('compositionstart'))
    target.dispatchEvent(new Event('compositionend'))
    target.dispatchEvent(new Event('compositionstart'))
    vi.advanceTimersByTime(50)
    expect(isComposing()).toBe(true)
  })
})
