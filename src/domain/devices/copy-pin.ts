export const minPinLength = 6
export const maxPinLength = 64

/**
 * Why this PIN is not allowed, as a sentence; null when it is. Guessable PINs are refused because a
 * thief of the device can try as often as they like.
 */
export function findPinError(pin: string): string | null {
  if (pin.length < minPinLength) return `PIN은 ${minPinLength}자 이상으로 정해 주세요.`
  if (pin.length > maxPinLength) return `PIN은 ${maxPinLength}자 이하로 정해 주세요.`
  if (new Set(pin).size < 3 || isRun(pin) || isRepeated(pin)) return '추측하기 쉬운 PIN입니다. 다른 PIN을 정해 주세요.'
  return null
}

/** 123456, 987654, abcdef. */
function isRun(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (letter, index) => letter.charCodeAt(0) - pin.charCodeAt(index)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** 123123, 1212121. */
function isRepeated(pin: string): boolean {
  return [2, 3].some(
    (size) =>
      pin ===
      pin
        .slice(0, size)
        .repeat(Math.ceil(pin.length / size))
        .slice(0, pin.length),
  )
}
