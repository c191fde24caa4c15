import { isComposing } from '../composition.ts'

/** The filter bar hands a typed question on when the typing has rested this long (spec 1 §9). */
export const filterBarDelayMs = 300

/** A table whose rows the server finds asks for them when its question has rested this long. */
export const tableDelayMs = 500

/** Runs once after the rest, and never inside a Hangul syllable: while one is being composed, the rest begins anew. Answers how to call it off. */
export function afterTyping(run: () => void, delayMs: number): () => void {
  let timer = setTimeout(tick, delayMs)
  function tick() {
    if (isComposing()) timer = setTimeout(tick, delayMs)
    else run()
  }
  return () => clearTimeout(timer)
}
