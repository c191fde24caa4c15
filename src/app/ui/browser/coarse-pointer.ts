/** Created once, because a new media query list per key is expensive. */
const coarse = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null

/** Whether the main pointer is a finger, as on phones and tablets. */
export function hasCoarsePointer(): boolean {
  return coarse?.matches === true
}
