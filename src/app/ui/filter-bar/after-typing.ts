import { isComposing } from '../text-editing/composition.ts'

/** Debounce of typing in the filter bar, in ms. */
export const filterBarDelayMs = 300

/** Debounce before a table requests rows that the server searches, in ms. */
export const tableDelayMs = 500

/**
 * Runs once after `delayMs`, and never inside a Hangul syllable: a composition restarts the delay.
 * Returns a cancel function.
 */
export function afterTyping(run: () => void, delayMs: number): () => void {
  let timer = setTimeout(tick, delayMs)
  function tick() {
    if (isComposing()) timer = setTimeout(tick, delayMs)
    else run()
  }
  return () => clearTimeout(timer)
}
