import type { WaitingContent } from './papers-database.ts'

/** How the sending of photographs and papers stands, for the status line. */
export interface PapersStatus {
  readonly waiting: number
  /** Need somebody; they are counted under 확인 필요. */
  readonly refused: number
  /** Of the bytes of everything that waited since nothing did, in whole percent. */
  readonly percent: number
}

/** Answers how a list of what waits stands. It remembers what has gone since nothing waited, so that what is sent counts as sent. */
export function createPapersStatus(): (contents: readonly WaitingContent[]) => PapersStatus {
  const sizes = new Map<string, number>()
  return (contents) => {
    const waiting = contents.filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) sizes.clear()
    for (const { contentId, size } of waiting) sizes.set(contentId, size)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const missing = waiting.reduce((sum, { size, received }) => sum + size - received, 0)
    const percent = total === 0 ? 0 : Math.floor((100 * (total - missing)) / total)
    return { waiting: waiting.length, refused: contents.length - waiting.length, percent }
  }
}
