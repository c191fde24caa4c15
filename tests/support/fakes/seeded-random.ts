/** Random numbers from 0 to below 1, the same in every run with the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** An integer from 0 to below `end`. */
export type RandomBelow = (end: number) => number

export function createRandomBelow(seed: number): RandomBelow {
  const random = createSeededRandom(seed)
  return (end) => Math.floor(random() * end)
}
